// Prints the answers that a page has before Python runs: `node early.mjs PYODIDE PYTHON`, with the
// folders of Pyodide and of the page's python/.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [interpreter, folder] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(join(interpreter, "pyodide.mjs")).href);
const contents = await readFile(join(folder, "contents.js"), "utf8");
const PACKAGES = JSON.parse(/PACKAGES = (.*);/.exec(contents)[1]);

const pyodide = await loadPyodide({ indexURL: interpreter });
for (const name of PACKAGES)
  pyodide.unpackArchive(new Uint8Array(await readFile(join(folder, name))), "zip", {
    extractDir: "/lib/python3.11/site-packages",
  });
const app = pyodide.pyimport("numberdrop.browser").App("/data");

async function ask(path) {
  let text = "";
  const begin = (status) => {
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  await app.answer("GET", path, undefined, begin, (part) => {
    text += new TextDecoder().decode(part.toJs());
  });
  return JSON.parse(text);
}

const about = await ask("/api/v1");
const omba = await ask("/omba/api/v1");
const days = pyodide.runPython(
  "from numberdrop.puzzles.archive.shipped import shipped_days\n" +
    "[entry.puzzle.id for entry in shipped_days()]",
).toJs();
const puzzles = {};
for (const day of days) puzzles[day] = await ask(`/api/v1/puzzles/${day}`);
console.log(JSON.stringify({ about, omba, puzzles }));
