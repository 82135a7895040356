// Puts the changed parts of a freshly fetched page into the open one, without taking anything
// away from the reader: focus, scrolling, opened details and half-filled forms stay.

const shown = new Map(); // id → the HTML the server last sent for it

const TOKEN = /(name="(?:csrfmiddlewaretoken|once)" value=")[^"]*/g; // differs in every answer
const html = (element) => element.outerHTML.replace(TOKEN, "$1");

/** Call once, before the reader can have touched anything. */
export function remember(root = document) {
  for (const element of root.querySelectorAll("[data-live][id]")) {
    shown.set(element.id, html(element));
  }
  document.addEventListener("input", (event) => {
    event.target.form?.setAttribute("data-edited", "");
  });
  document.addEventListener("reset", (event) => event.target.removeAttribute("data-edited"));
}

/** Swaps every `[data-live][id]` that differs. Returns the ids that had to wait for the reader. */
export function swap(fresh) {
  const waiting = [];
  const done = [];
  for (const old of document.querySelectorAll("[data-live][id]")) {
    const next = fresh.getElementById(old.id);
    if (!next || done.some((element) => element.contains(old))) continue;
    const text = html(next);
    if (shown.get(old.id) === text) continue;
    if (inUse(old)) {
      waiting.push(old.id);
      continue;
    }
    shown.set(old.id, text);
    done.push(replace(old, document.importNode(next, true)));
  }
  return waiting;
}

function inUse(element) {
  if (element.closest("form[data-edited]") || element.querySelector("form[data-edited]")) return true;
  const active = document.activeElement;
  return element.contains(active) && active.matches("input:not([type=hidden]), select, textarea");
}

function replace(old, next) {
  const restore = [keptFocus(old), keptScroll(old), keptDetails(old)];
  mark(old, next);
  old.replaceWith(next);
  for (const step of restore) step(next);
  for (const inner of next.querySelectorAll("[data-live][id]")) shown.set(inner.id, html(inner));
  next.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true }));
  return next;
}

// What carries a data-key is marked when it changed; without keys the whole element is.
function mark(old, next) {
  const keyed = next.querySelectorAll("[data-key]");
  if (!keyed.length) next.classList.add("just-changed");
  for (const element of keyed) {
    const before = old.querySelector(`[data-key="${CSS.escape(element.dataset.key)}"]`);
    if (!before || html(before) !== html(element)) element.classList.add("just-changed");
  }
}

function keptFocus(old) {
  const active = document.activeElement;
  if (!active || !old.contains(active)) return () => {};
  const path = pathTo(active, old);
  const { id } = active;
  return (next) => {
    const target = (id && document.getElementById(id)) || follow(path, next);
    target?.focus?.({ preventScroll: true });
  };
}

function keptScroll(old) {
  const kept = [old, ...old.querySelectorAll("*")]
    .filter((element) => element.scrollLeft || element.scrollTop)
    .map((element) => [pathTo(element, old), element.scrollLeft, element.scrollTop]);
  return (next) => {
    for (const [path, left, top] of kept) {
      follow(path, next)?.scrollTo({ left, top, behavior: "instant" });
    }
  };
}

function keptDetails(old) {
  const kept = [...old.querySelectorAll("details")].map((element) => [
    element.id,
    pathTo(element, old),
    element.open,
  ]);
  return (next) => {
    for (const [id, path, open] of kept) {
      const element = (id && document.getElementById(id)) || follow(path, next);
      if (element?.matches("details")) element.open = open;
    }
  };
}

function pathTo(element, root) {
  const path = [];
  for (let at = element; at !== root; at = at.parentElement) {
    path.unshift([...at.parentElement.children].indexOf(at));
  }
  return path;
}

function follow(path, root) {
  return path.reduce((at, index) => at?.children[index], root);
}
