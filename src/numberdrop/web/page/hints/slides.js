// The slides of an idea, grouped: the letters that may slide alike.

import { t } from "../i18n.js";
import { LETTERS } from "../notation.js";

/**
 * Groups slides that are worth about the same. `free` names the letters of which any may slide;
 * `star` is the letter that slides as well for a star, "" without a star. Of several pairs, only
 * those that contain the second letter of the first pair are used.
 * @param {string[][]} slides
 * @returns {{free: string, star: string}}
 */
export function groupSlides(slides) {
  const [first] = slides;
  if (first.length < 2) return { free: lettersInWords(slides.map(([letter]) => letter)), star: "" };
  const star = first[1];
  // It makes no difference which of the two tiles slides for the star.
  const pairs = slides.filter((pair) => pair.length === 2 && pair.includes(star));
  return {
    free: lettersInWords(pairs.map(([one, other]) => (other === star ? one : other))),
    star,
  };
}

/** @param {(string | undefined)[]} letters */
function lettersInWords(letters) {
  const known = [...LETTERS].filter((letter) => letters.includes(letter));
  if (known.length === LETTERS.length) return t("hints.any");
  if (known.length < 2) return known.join("");
  return t("hints.or", { some: known.slice(0, -1).join(", "), last: known[known.length - 1] });
}

/**
 * Describes the slides; "" if nothing slides.
 * @param {string[][]} slides
 */
export function slidesInWords(slides) {
  const { free, star } = groupSlides(slides);
  if (!free) return "";
  return star ? t("hints.slide.star", { free, star }) : t("hints.slide", { free });
}
