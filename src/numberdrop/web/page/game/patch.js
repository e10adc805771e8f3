// Elements drawn anew without being made anew: what stays the same stays there, with its focus, its
// transitions and the press that is on its way.

/** What the page or its reader has set since, and no drawing takes back. */
const KEPT = new Set(["style", "open", "tabindex"]);

/**
 * By what a node is known again among others: its kind and its first name.
 * @param {Node} node
 */
function keyOf(node) {
  if (!(node instanceof Element)) return `#${node.nodeType}`;
  const { dataset } = /** @type {HTMLElement | SVGElement} */ (node);
  const names = Object.keys(dataset);
  return `${node.nodeName} ${names.length ? `${names[0]} ${dataset[names[0]]}` : ""}`;
}

/**
 * Makes the children of `parent` what they would be if it had just these; false and null are left
 * out.
 * @param {Element} parent
 * @param {(Node | null | undefined | false)[]} wanted
 */
export function patch(parent, wanted) {
  /** @type {Map<string, ChildNode[]>} */
  const old = new Map();
  for (const node of parent.childNodes) {
    const key = keyOf(node);
    old.set(key, [...(old.get(key) ?? []), node]);
  }
  let next = parent.firstChild;
  for (const child of wanted) {
    if (!child) continue;
    const found = old.get(keyOf(child))?.shift();
    if (!found) parent.insertBefore(child, next);
    else if (found !== next) parent.insertBefore(found, next);
    else next = next.nextSibling;
    if (found) liken(found, child);
  }
  for (const nodes of old.values()) for (const node of nodes) node.remove();
}

/**
 * What has `data-own` changes by itself, and is left alone.
 * @param {Node} node
 * @param {Node} wanted
 */
function liken(node, wanted) {
  if (!(node instanceof Element) || !(wanted instanceof Element)) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return;
  }
  if (node.hasAttribute("data-own")) return;
  for (const { name, value } of wanted.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  for (const { name } of [...node.attributes]) {
    if (!wanted.hasAttribute(name) && !KEPT.has(name)) node.removeAttribute(name);
  }
  patch(node, [...wanted.childNodes]);
}
