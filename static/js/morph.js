// Makes one element of the page like a newer one, in place: what is the same stays the same node,
// so focus, scrolling, selection and what the reader has opened stay with it.
//
// Elements with a data-key are told apart by it, never by their place. In `next`, a
// <template data-same="h12 h11"> stands for elements that the page has already.

/** `old` becomes like `next`, whose nodes it may take. */
export function morph(old, next) {
  if (old.nodeName !== next.nodeName) {
    old.replaceWith(next);
    return;
  }
  const keyed = new Map();
  for (const element of old.querySelectorAll("[data-key]")) keyed.set(element.dataset.key, element);
  attributes(old, next);
  children(old, next, keyed);
}

function attributes(old, next) {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !isReaders(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (!isReaders(old, name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

// Whether a hand is open, and what a field holds, is the reader's.
const isReaders = (element, name) =>
  (name === "open" && element.nodeName === "DETAILS") || name === "data-edited";

function children(old, next, keyed) {
  const all = [...next.childNodes].flatMap((child) => expanded(child, keyed));
  const staying = new Set(all.map((wanted) => byKey(wanted, keyed)));
  let at = old.firstChild;
  for (const wanted of all) {
    const node = byKey(wanted, keyed) ?? ofItsKind(wanted, at) ?? wanted;
    // What is gone goes first: a node that is moved loses its focus and its scrolling.
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
  return same.split(" ").map((key) => keyed.get(key)).filter(Boolean);
}

const byKey = (wanted, keyed) => keyed.get(wanted.dataset?.key);

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
  attributes(node, wanted);
  children(node, wanted, keyed);
}
