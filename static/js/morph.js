// Updates an element of the page to match a newer one, in place. Unchanged nodes stay, so focus,
// scrolling, selection and opened details are kept.
//
// Elements with a data-key are matched by that key, never by position. A key names an element within
// its parent: the nearest element around it that has a key too, or the root. The same match may so
// stand twice on a page. In `next`, a <template data-same="h12 h11"> stands for elements that the
// page already has.

/** Makes `old` like `next`, and returns the element that then stands in the page. Nodes of `next`
 * may be moved there. */
export function morph(old, next) {
  const keyed = keyedIn(old);
  if (old.nodeName !== next.nodeName) {
    old.replaceWith(filled(next, keyed));
    return next;
  }
  attributes(old, next);
  children(old, next, keyed);
  return old;
}

/** Key → element, for the elements with a key whose parent `root` is. */
export function keyedIn(root, keyed = new Map()) {
  for (const child of root.children) {
    const key = child.dataset?.key;
    if (key === undefined) keyedIn(child, keyed);
    else if (!keyed.has(key)) keyed.set(key, child);
  }
  return keyed;
}

function attributes(old, next) {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !isReaders(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (!isReaders(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

// The reader alone controls which details are open, which forms are marked as edited and which rules as read.
const isReaders = (element, name) =>
  (name === "open" && element.nodeName === "DETAILS") || name === "data-edited" || name === "data-read";

/** `keyed`: what is left of the old elements with a key. Each is used once. */
function children(old, next, keyed) {
  const all = [...next.childNodes].flatMap((child) => expanded(child, keyed));
  const matches = all.map((wanted) => (wanted.isConnected ? wanted : taken(wanted, keyed)));
  const staying = new Set(matches);
  let at = old.firstChild;
  for (const [index, wanted] of all.entries()) {
    const node = matches[index] ?? ofItsKind(wanted, at) ?? filled(wanted, keyed);
    // Removed nodes go first, so that a kept node need not move: moving loses focus and scrolling.
    while (node.parentNode === old && at && at !== node && !staying.has(at)) at = without(at);
    if (node === at) at = at.nextSibling;
    else old.insertBefore(node, at);
    if (node !== wanted) alike(node, wanted, keyed);
  }
  while (at) at = without(at);
}

function without(gone) {
  const next = gone.nextSibling;
  gone.remove();
  return next;
}

function expanded(child, keyed) {
  const same = child.nodeName === "TEMPLATE" ? child.dataset.same : null;
  if (!same) return [child];
  return same.split(" ").map((key) => used(key, keyed)).filter(Boolean);
}

function used(key, keyed) {
  const node = keyed.get(key);
  keyed.delete(key);
  return node;
}

/** The old element that becomes `wanted`. */
function taken(wanted, keyed) {
  const node = used(wanted.dataset?.key, keyed);
  if (!node || node.nodeName === wanted.nodeName) return node;
  filled(wanted, keyedIn(node));
  return undefined;
}

/** `wanted`, a new node, with the old elements in place of what stands for them. */
function filled(wanted, keyed) {
  const marks = wanted.querySelectorAll?.("template[data-same]") ?? [];
  for (const mark of marks) mark.replaceWith(...expanded(mark, keyed));
  return wanted;
}

const ofItsKind = (wanted, at) =>
  at && at.nodeName === wanted.nodeName && wanted.dataset?.key === undefined &&
  at.dataset?.key === undefined
    ? at
    : undefined;

function alike(node, wanted, keyed) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return;
  }
  if (node.isEqualNode(wanted)) return;
  const inner = node.dataset?.key === undefined ? keyed : keyedIn(node);
  attributes(node, wanted);
  children(node, wanted, inner);
}
