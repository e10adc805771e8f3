// The files of games and results, which Python has in memory, stored in the browser's IndexedDB.
//
// Each stored file has the number of the change that stored it. A change is stored only if no other
// window, or other worker of this one, has stored a later one: otherwise theirs is read first.

const NAME = "numberdrop";
const FILES = "files";
const META = "meta";
/** Milliseconds after which a time of a file that is the same means that the file is. */
const TICK = 100;
/** Files that belong to a process, not to the data. */
const PASSING = /(^|\/)lock$|\.draft$/;

/**
 * A stored file: `content` is null once it has been deleted.
 * @typedef {{path: string, change: number, content: Uint8Array | null}} Stored
 */

/** @template Value @param {IDBRequest<Value>} request @returns {Promise<Value>} */
const got = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens the database. @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    const files = request.result.createObjectStore(FILES, { keyPath: "path" });
    files.createIndex("change", "change");
    request.result.createObjectStore(META);
  };
  return got(request);
}

export class Storage {
  /**
   * @param {any} fs Emscripten's file system
   * @param {string} folder in it
   * @param {IDBDatabase | null} database null if the browser has none: then nothing is kept
   */
  constructor(fs, folder, database) {
    this.fs = fs;
    this.folder = folder;
    this.database = database;
    /** The number of the latest change that the files in memory have. */
    this.change = 0;
    /** The contents of the stored files, by their path in the folder. @type {Map<string, Uint8Array>} */
    this.known = new Map();
    /** The size and the time of each file when it was last compared. @type {Map<string, string>} */
    this.compared = new Map();
  }

  /**
   * Opens the storage, and reads all files into memory.
   * @param {any} fs
   * @param {string} folder
   */
  static async open(fs, folder) {
    /** @type {IDBDatabase | null} */
    let database = null;
    try {
      database = await opened();
    } catch (error) {
      console.info(`games are not kept: ${error}`);
    }
    const storage = new Storage(fs, folder, database);
    await storage.refresh();
    return storage;
  }

  /** Reads what others have stored since the last time. */
  async refresh() {
    if (!this.database) return;
    const transaction = this.database.transaction([FILES, META]);
    const change = (await got(transaction.objectStore(META).get("change"))) ?? 0;
    if (change === this.change) return;
    const later = IDBKeyRange.lowerBound(this.change, true);
    const index = transaction.objectStore(FILES).index("change");
    for (const { path, content } of /** @type {Stored[]} */ (await got(index.getAll(later))))
      this.put(path, content);
    this.change = change;
  }

  /**
   * Stores what has changed in memory since the last time. Returns false, with the files as others
   * have stored them, if it can't be: they have stored something meanwhile. Rejects, with the files
   * as they were, if the browser stores nothing.
   */
  async store() {
    const changed = this.changed();
    if (!changed.length || !this.database) return true;
    const transaction = this.database.transaction([FILES, META], "readwrite", {
      durability: "strict",
    });
    const complete = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const meta = transaction.objectStore(META);
    const change = this.change + 1;
    try {
      if (((await got(meta.get("change"))) ?? 0) !== this.change) {
        complete.catch(() => {});
        transaction.abort();
        this.takeBack(changed);
        await this.refresh();
        return false;
      }
      for (const { path, content } of changed)
        transaction.objectStore(FILES).put({ path, change, content });
      meta.put(change, "change");
      await complete;
    } catch (error) {
      this.takeBack(changed);
      throw error;
    }
    this.change = change;
    for (const { path, content } of changed) this.remember(path, content);
    return true;
  }

  /** Makes files in memory again what they were. @param {Omit<Stored, "change">[]} changed */
  takeBack(changed) {
    for (const { path } of changed) this.put(path, this.known.get(path) ?? null);
  }

  /** Returns the files that differ from what is stored. @returns {Omit<Stored, "change">[]} */
  changed() {
    const found = [];
    const present = new Set();
    for (const path of this.paths("")) {
      present.add(path);
      const { size, mtime } = this.fs.stat(`${this.folder}/${path}`);
      const state = `${size} ${mtime.getTime()}`;
      // Within a tick of the clock a file may have been written again.
      const isOld = Date.now() - mtime.getTime() > TICK;
      if (isOld && this.compared.get(path) === state) continue;
      this.compared.set(path, state);
      const content = this.fs.readFile(`${this.folder}/${path}`);
      if (!isEqual(content, this.known.get(path))) found.push({ path, content });
    }
    for (const path of this.known.keys())
      if (!present.has(path)) found.push({ path, content: null });
    return found;
  }

  /** Yields the paths of all files. @param {string} folder @returns {Generator<string>} */
  *paths(folder) {
    for (const name of this.fs.readdir(`${this.folder}/${folder}`)) {
      if (name === "." || name === "..") continue;
      const path = folder ? `${folder}/${name}` : name;
      const { mode } = this.fs.stat(`${this.folder}/${path}`);
      if (this.fs.isDir(mode)) yield* this.paths(path);
      else if (!PASSING.test(path)) yield path;
    }
  }

  /** Makes a file in memory what is stored. @param {string} path @param {Uint8Array | null} content */
  put(path, content) {
    const whole = `${this.folder}/${path}`;
    if (content) {
      this.fs.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
      this.fs.writeFile(whole, content);
    } else if (this.fs.analyzePath(whole).exists) this.fs.unlink(whole);
    this.remember(path, content);
  }

  /** @param {string} path @param {Uint8Array | null} content */
  remember(path, content) {
    if (content) this.known.set(path, content);
    else this.known.delete(path);
  }
}

/** @param {Uint8Array} one @param {Uint8Array} [other] */
function isEqual(one, other) {
  if (one.length !== other?.length) return false;
  return one.every((byte, at) => byte === other[at]);
}
