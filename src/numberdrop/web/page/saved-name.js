// The three letters by which the user of this browser is known.

const KEY = "numberdrop.name";

/** Returns the letters, "" without any. */
export const savedName = () => localStorage.getItem(KEY) ?? "";

/** @param {string} name */
export const saveName = (name) => localStorage.setItem(KEY, name);
