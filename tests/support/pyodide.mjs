// The Python of a page that needs no server, in Node.js.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Starts the Python in the page's folder python/. @param {string} folder */
export async function started(folder) {
  const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
  const contents = await readFile(join(folder, "contents.js"), "utf8");
  const packages = JSON.parse(/PACKAGES = (.*);/.exec(contents)[1]);
  const pyodide = await loadPyodide({ indexURL: resolve(folder) });
  for (const name of packages)
    pyodide.unpackArchive(new Uint8Array(await readFile(join(folder, name))), "zip", {
      extractDir: "/lib/python3.11/site-packages",
    });
  return pyodide;
}
