// The tokens of the tables that this browser has been at, and the links that contain them.

import { save, saved } from "../saved.js";

/** @param {string} code @param {"host" | "seat"} role */
const keyOf = (code, role) => `numberdrop.table.${role}.${code}`;

/**
 * Returns the saved token of a role at a table, or "".
 * @param {string} code
 * @param {"host" | "seat"} role
 */
export const savedToken = (code, role) => saved(keyOf(code, role)) ?? "";

/**
 * Saves a token, or forgets it for null.
 * @param {string} code
 * @param {"host" | "seat"} role
 * @param {string | null} token
 */
export const saveToken = (code, role, token) => save(keyOf(code, role), token);

/** Returns the address of a table's view. @param {string} code @param {string} [token] */
export const tableAddress = (code, token) => `#/table/${code}${token ? `/${token}` : ""}`;
