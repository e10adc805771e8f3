// Functions that create HTML and SVG elements in one call.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Sets the attributes and children of an element. A function becomes an event listener, true an
 * empty attribute; false, null and undefined set nothing; other values are set as text.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {Child[]} children null, undefined and false are skipped
 */
function populate(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
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
 * Creates an HTML element: `h("button", { type: "button", onclick: end }, t("print.make"))`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  populate(element, attributes, children);
  return element;
}

/**
 * Creates an SVG element, like `h()`.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  populate(element, attributes, children);
  return element;
}
