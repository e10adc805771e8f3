// Copying to the clipboard.

/**
 * Copies a text to the clipboard. Returns false if that is forbidden, or if there is no clipboard,
 * as on a page that another machine serves over HTTP.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  const done = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return (await done) ?? false;
}
