// The slides of an idea, folded: letters of which any may slide.

import { t } from "../i18n.js";
import { LETTERS } from "../notation.js";

/**
 * Of all pairs of slides between which there is no difference worth telling: the letters that may
 * slide, and the letter that slides beside them for a star, "" where none does. Of the pairs those
 * are told that go with the last letter of the first one.
 * @param {string[][]} slides
 * @returns {{free: string, star: string}}
 */
export function foldedSlides(slides) {
  const [first] = slides;
  if (first.length < 2) return { free: oneOf(slides.map(([letter]) => letter)), star: "" };
  const star = first[1];
  // Which of two tiles is slid for the star makes no difference, as long as both slide.
  const pairs = slides.filter((pair) => pair.length === 2 && pair.includes(star));
  return { free: oneOf(pairs.map(([one, other]) => (other === star ? one : other))), star };
}

/** @param {(string | undefined)[]} letters */
function oneOf(letters) {
  const known = [...LETTERS].filter((letter) => letters.includes(letter));
  if (known.length === LETTERS.length) return t("hints.any");
  if (known.length < 2) return known.join("");
  return t("hints.or", { some: known.slice(0, -1).join(", "), last: known[known.length - 1] });
}

/**
 * Those slides in words; "" where nothing slides.
 * @param {string[][]} slides
 */
export function slidesInWords(slides) {
  const { free, star } = foldedSlides(slides);
  if (!free) return "";
  return star ? t("hints.slide.star", { free, star }) : t("hints.slide", { free });
}
