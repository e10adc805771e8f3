// A text put where it can be pasted from.

/**
 * False where that can't be: without a clipboard, as on a page that isn't served from this machine,
 * or where it is forbidden.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copied(text) {
  const done = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return (await done) ?? false;
}
