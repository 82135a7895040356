// Updates an element of the page to match a newer one, in place. Unchanged nodes stay, so focus,
// scrolling, selection and opened details are kept.
//
// Elements with a data-key are matched by that key, never by position. In `next`, a <template
// data-same="h12 h11"> stands for elements that the page already has.

/** Makes `old` like `next`; nodes of `next` may be moved into `old`. */
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

// The reader alone controls which details are open, which forms are marked as edited and which rules as read.
const isReaders = (element, name) =>
  (name === "open" && element.nodeName === "DETAILS") || name === "data-edited" || name === "data-read";

function children(old, next, keyed) {
  const all = [...next.childNodes].flatMap((child) => expanded(child, keyed));
  const staying = new Set(all.map((wanted) => byKey(wanted, keyed)));
  let at = old.firstChild;
  for (const wanted of all) {
    const node = byKey(wanted, keyed) ?? ofItsKind(wanted, at) ?? wanted;
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
