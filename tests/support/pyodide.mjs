// The Python of a page that needs no server, in Node.js.

import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Imports a module that ends in .js, which Node.js would take for CommonJS. @param {string} file */
async function imported(file) {
  const folder = await mkdtemp(join(tmpdir(), "module-"));
  try {
    const copy = join(folder, "module.mjs");
    await copyFile(file, copy);
    return await import(pathToFileURL(copy).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts the Python in the page's folder python/. @param {string} folder */
export async function started(folder) {
  const { loadPyodide } = await imported(join(folder, "pyodide.js"));
  const contents = await readFile(join(folder, "contents.js"), "utf8");
  const packages = JSON.parse(/PACKAGES = (.*);/.exec(contents)[1]);
  const pyodide = await loadPyodide({ indexURL: resolve(folder) });
  for (const name of packages)
    pyodide.unpackArchive(new Uint8Array(await readFile(join(folder, name))), "zip", {
      extractDir: "/lib/python3.11/site-packages",
    });
  return pyodide;
}
