// Elements in one call each.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Sets what an element is made with: functions as listeners, true and false as attributes that are
 * there or not, all else as text.
 * @param {Element} element
 * @param {Record<string, any>} given
 * @param {Child[]} children null, undefined and false are left out
 */
function fill(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) {
    if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false)
      element.append(String(child));
  }
}

/**
 * An HTML element: `h("button", { type: "button", onclick: end }, t("print.make"))`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [given]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, given = {}, ...children) {
  const element = document.createElement(name);
  fill(element, given, children);
  return element;
}

/**
 * An SVG element, in the same way.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [given]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function s(name, given = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  fill(element, given, children);
  return element;
}
