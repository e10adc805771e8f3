// All games and results as one file: downloaded, and taken in again.

import { ApiError, messageOf, orOffline, request, send } from "./api.js";
import { h } from "./dom.js";
import { saveFile } from "./download.js";
import { percent, t, tn, translateSentence } from "./i18n.js";
import { announce } from "./live.js";

/** The most bytes and commas of one request, well below the limits of the API. */
const MOST_BYTES = 250_000;
const MOST_COMMAS = 20_000;
/** The most bytes of the first line of a file. */
const MOST_HEAD = 100_000;
/** The most problems that are shown. */
const MOST_NAMED = 3;
const COUNTS = ["taken", "continued", "known", "results"];

/**
 * What has been done, in sentences for the user.
 * @typedef {object} Note
 * @property {string} done
 * @property {string} fault what could not be done, or ""
 */

/**
 * Creates the controls, and the function that shows a note below them.
 * @param {(note: Note) => Promise<void>} changed called after games have been taken in
 */
export function backupControls(changed) {
  const status = h("p", { class: "quiet" });
  const fault = h("p", { class: "fault", role: "alert" });
  const picker = h("input", { type: "file", hidden: true });
  const save = h("button", { type: "button" }, t("home.save"));
  const open = () => picker.click();
  const take = h("button", { type: "button", id: "take-in", onclick: open }, t("home.take"));

  /** Shows a note. @param {Note} note */
  const show = (note) => {
    status.textContent = note.done;
    fault.textContent = note.fault;
    if (note.done) announce(note.done);
  };

  /**
   * Does something that takes a while, and shows why if it fails.
   * @param {() => Promise<void>} act
   */
  const doing = async (act) => {
    save.disabled = take.disabled = true;
    show({ done: "", fault: "" });
    try {
      await act();
    } catch (error) {
      show({ done: "", fault: messageOf(error) });
    }
    save.disabled = take.disabled = false;
  };

  save.addEventListener("click", () => doing(async () => show(await download())));
  picker.addEventListener("change", () => {
    const [file] = picker.files ?? [];
    picker.value = ""; // so that choosing the same file again is a change too
    if (!file) return;
    doing(async () => {
      const progress = (/** @type {number} */ share) => {
        status.textContent = t("home.take.busy", { share: percent(share, 0) });
      };
      await changed(await takeIn(file, progress));
    });
  });
  const buttons = h("div", { class: "buttons" }, save, take, picker);
  return { element: h("div", {}, buttons, status, fault), show };
}

/** Downloads the file. @returns {Promise<Note>} */
async function download() {
  const response = await send("GET", "backup");
  if (!response.ok) throw new ApiError(response.status, await orOffline(response.json()));
  const file = await orOffline(response.blob());
  saveFile(`numberdrop-${new Date().toISOString().slice(0, 10)}.jsonl`, file);
  const [head] = (await file.text()).split("\n", 1);
  const unread = JSON.parse(head).problems.length;
  return { done: "", fault: unread ? tn("home.save.unread", unread) : "" };
}

/**
 * Takes in a file, in several requests.
 * @param {File} file
 * @param {(share: number) => void} progress called with the share that is done
 * @returns {Promise<Note>}
 * @throws {Error} if it is another file, or the program can't store it
 */
async function takeIn(file, progress) {
  const [head] = (await file.slice(0, MOST_HEAD).text()).split("\n", 1);
  await request("POST", "backup", { lines: [head] }); // refuses other files before they are read
  const lines = (await file.text()).split("\n").slice(1);
  /** @type {Record<string, number>} */
  const sums = { taken: 0, continued: 0, known: 0, results: 0, copies: 0 };
  /** @type {string[]} */
  const problems = [];
  for (const { skip, some } of batches(lines)) {
    progress(skip / lines.length);
    const found = await send("POST", "backup", { lines: [head, ...some], skip });
    const answer = await orOffline(found.json());
    const error = found.ok ? null : new ApiError(found.status, answer);
    if (error && !(error.status === 413 && some.length === 1)) throw error;
    for (const count of COUNTS) sums[count] += answer[count] ?? 0;
    sums.copies += answer.copies?.length ?? 0;
    if (error) problems.push(t("home.take.line", { line: skip + 2, fault: error.message }));
    problems.push(...(answer.problems?.length ? answer.said.map(translateSentence) : []));
  }
  return { done: inWords(sums), fault: problemsInWords(problems) };
}

/**
 * Yields lines in batches that each fit in a request, with the number of lines before them.
 * @param {string[]} lines
 */
function* batches(lines) {
  let [skip, bytes, commas] = [0, 0, 0];
  /** @type {string[]} */
  let some = [];
  for (const [at, line] of lines.entries()) {
    const size = new TextEncoder().encode(JSON.stringify(line)).length;
    const own = line.split(",").length;
    if (some.length && (bytes + size > MOST_BYTES || commas + own > MOST_COMMAS)) {
      yield { skip, some };
      [skip, bytes, commas, some] = [at, 0, 0, []];
    }
    some.push(line);
    bytes += size;
    commas += own;
  }
  if (some.length) yield { skip, some };
}

/** @param {Record<string, number>} sums */
function inWords(sums) {
  const parts = COUNTS.filter((count) => sums[count]).map((count) =>
    tn(`home.take.${count}`, sums[count]),
  );
  const counted = parts.length ? `${parts.join(", ")}.` : t("home.take.nothing");
  return sums.copies ? `${counted} ${tn("home.take.copies", sums.copies)}` : counted;
}

/** @param {string[]} problems */
function problemsInWords(problems) {
  if (!problems.length) return "";
  return [tn("home.take.left", problems.length), ...problems.slice(0, MOST_NAMED)].join(" ");
}
