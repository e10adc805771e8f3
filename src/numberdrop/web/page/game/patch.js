// A part of the page becomes what it was drawn anew as, and nothing of it that stays is replaced: a
// button that is pressed at this moment, and the focus, stay where they are.

/**
 * Makes the children of `root` like `children`. Listeners are those of the element that stays, so
 * they hold on to nothing that changes, and elements that do different things differ in their
 * `data-` attributes.
 * @param {Element} root
 * @param {(Node | null | undefined | false | "")[]} children
 */
export function patch(root, children) {
  const next = children.filter((child) => child instanceof Node);
  for (const [at, node] of next.entries()) {
    const old = root.childNodes[at];
    if (!old) root.append(node);
    else if (isLike(old, node)) become(old, node);
    else old.replaceWith(node);
  }
  while (root.childNodes.length > next.length) root.lastChild?.remove();
}

/** @param {Node} old @param {Node} node */
function isLike(old, node) {
  if (old.nodeName !== node.nodeName) return false;
  if (!(old instanceof HTMLElement && node instanceof HTMLElement)) return true;
  return JSON.stringify(old.dataset) === JSON.stringify(node.dataset);
}

/** @param {Node} old @param {Node} node */
function become(old, node) {
  if (old.isEqualNode(node)) return;
  if (!(old instanceof Element && node instanceof Element)) {
    old.nodeValue = node.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!node.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  patch(old, [...node.childNodes]);
}
