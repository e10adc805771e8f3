// A picture of a finished sheet to save.

import { request } from "../api.js";
import { downloadButton } from "../download.js";
import { currentLanguage, t } from "../i18n.js";
import { savedName } from "../saved-name.js";

/** Pixels of the picture for each unit of the SVG document. */
const SCALE = 2;

/**
 * Creates the button that saves the sheet of a game as a PNG.
 * @param {{id: string, puzzle: string | null}} game
 */
export function pictureButton({ id, puzzle }) {
  return downloadButton(t("game.picture"), `${puzzle ?? "game"}.png`, async () => {
    const query = new URLSearchParams({ language: currentLanguage() });
    if (savedName()) query.set("name", savedName());
    const { svg } = await request("GET", `games/${id}/picture?${query}`);
    return pngOf(svg);
  });
}

/**
 * Draws an SVG document as a PNG.
 * @param {string} svg
 * @returns {Promise<Blob>}
 * @throws {Error} if the browser can't draw it
 */
async function pngOf(svg) {
  const image = new Image();
  const isLoaded = new Promise((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
  });
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!(await isLoaded) || !context) throw new Error(t("game.picture.not"));
  canvas.width = SCALE * image.naturalWidth;
  canvas.height = SCALE * image.naturalHeight;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error(t("game.picture.not"));
  return blob;
}
