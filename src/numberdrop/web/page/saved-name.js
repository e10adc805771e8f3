// The three letters by which the user of this browser is known.

import { save, saved } from "./saved.js";

const KEY = "numberdrop.name";

/** Returns the letters, "" without any. */
export const savedName = () => saved(KEY) ?? "";

/** @param {string} name */
export const saveName = (name) => save(KEY, name);
