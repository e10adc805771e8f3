// The user's choices, kept in this browser. Where it allows no storage, they last as long as the
// page.

/** The choices that could not be stored. @type {Map<string, string | null>} */
const unstored = new Map();

/** Returns what is kept, or null. @param {string} key */
export function saved(key) {
  try {
    return unstored.has(key) ? (unstored.get(key) ?? null) : localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps a text, or forgets it for null.
 * @param {string} key
 * @param {string | null} value
 */
export function save(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}
