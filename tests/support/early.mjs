// Prints the answers that a page has before Python runs: `node early.mjs PYTHON`, with the folder
// python/ of the page.

import { started } from "./pyodide.mjs";

const pyodide = await started(process.argv[2]);
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
