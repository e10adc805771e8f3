// Downloads of what the program answers, as files.

import { messageOf } from "./api.js";
import { h } from "./dom.js";

/**
 * Saves a file to the user's downloads.
 * @param {string} name
 * @param {Blob} content
 */
export function saveFile(name, content) {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Creates a button that downloads a file, and says beside it why if that fails.
 * @param {string} text
 * @param {string} name of the file
 * @param {() => Promise<Blob>} ask
 * @returns {HTMLElement[]}
 */
export function downloadButton(text, name, ask) {
  const fault = h("span", { role: "alert", class: "fault" });
  const save = async () => {
    fault.textContent = "";
    try {
      saveFile(name, await ask());
    } catch (error) {
      fault.textContent = messageOf(error);
    }
  };
  return [h("button", { type: "button", "data-own": name, onclick: save }, text), fault];
}
