// A small virtual DOM: updates the children of an element in place, so that elements that stay the
// same keep their focus, their transitions and a press in progress.

/** Attributes set later by the page or the reader, which a redraw keeps. */
const PRESERVED = new Set(["style", "open", "tabindex"]);

/**
 * Returns the key by which a node is matched: its type and its first data attribute.
 * @param {Node} node
 */
function keyOf(node) {
  if (!(node instanceof Element)) return `#${node.nodeType}`;
  const { dataset } = /** @type {HTMLElement | SVGElement} */ (node);
  const names = Object.keys(dataset);
  return `${node.nodeName} ${names.length ? `${names[0]} ${dataset[names[0]]}` : ""}`;
}

/**
 * Updates the children of `parent` to match `wanted`; false, null and undefined are skipped.
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
    if (found) patchNode(found, child);
  }
  for (const nodes of old.values()) for (const node of nodes) node.remove();
}

/**
 * Updates `node` to match `wanted`. An element with `data-own` manages itself and is left alone.
 * @param {Node} node
 * @param {Node} wanted
 */
function patchNode(node, wanted) {
  if (!(node instanceof Element) || !(wanted instanceof Element)) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return;
  }
  if (node.hasAttribute("data-own")) return;
  for (const { name, value } of wanted.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  for (const { name } of [...node.attributes]) {
    if (!wanted.hasAttribute(name) && !PRESERVED.has(name)) node.removeAttribute(name);
  }
  patch(node, [...wanted.childNodes]);
}
