// Keyboard hints: shows a letter or two beside every element that can be pressed or filled in.

const LETTERS = "asdghklqwertyuiopcvbnm";
const ACTS = "a[href], button:not([disabled]), summary, input:not([type=hidden]):not([disabled]), select, textarea";
/** @type {Map<string, HTMLElement>} */
const acts = new Map();
let typed = "";

/** Safari before 17.4 has no `checkVisibility`. @param {HTMLElement} one */
const isShown = (one) => one.checkVisibility?.({ visibilityProperty: true }) ?? getComputedStyle(one).visibility === "visible";

/** The elements that are visible and can be pressed now. An open dialog covers all others. */
function seen() {
  const root = document.querySelector("dialog[open]") ?? document;
  return [...root.querySelectorAll(ACTS)].filter(
    (one) => isShown(one) && one.getClientRects().length > 0,
  );
}

/** `count` names, all of the same length. @param {number} count */
function names(count) {
  let found = [...LETTERS];
  while (found.length < count) found = found.flatMap((name) => [...LETTERS].map((letter) => name + letter));
  return found.slice(0, count);
}

/** Shows the letters until one is chosen or Escape is pressed. */
export function showHints() {
  hide();
  const layer = document.createElement("div");
  layer.className = "hints";
  layer.setAttribute("aria-hidden", "true");
  const found = seen();
  names(found.length).forEach((name, index) => {
    const box = found[index].getClientRects()[0];
    const hint = document.createElement("span");
    hint.className = "hint";
    hint.textContent = name;
    hint.style.left = `${Math.max(0, box.left + scrollX - 4)}px`;
    hint.style.top = `${Math.max(0, box.top + scrollY - 6)}px`;
    layer.append(hint);
    acts.set(name, found[index]);
  });
  document.body.append(layer);
}

function hide() {
  document.querySelector(".hints")?.remove();
  acts.clear();
  typed = "";
}

/** Focuses a text field or list; clicks every other element. @param {HTMLElement} act */
function press(act) {
  act.focus();
  if (!act.matches("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=submit])")) act.click();
}

/** While the letters are shown, every key chooses among them. @param {KeyboardEvent} event */
function choose(event) {
  if (acts.size === 0 || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const now = typed + event.key;
  const act = acts.get(now);
  const left = [...acts.keys()].some((name) => name.startsWith(now));
  if (act || !left) hide();
  if (act) press(act);
  else if (left) narrow(now);
}

/** Hides the letters that no longer match the typed ones. @param {string} now */
function narrow(now) {
  typed = now;
  for (const hint of document.querySelectorAll(".hint")) hint.hidden = !hint.textContent.startsWith(now);
}

document.addEventListener("keydown", choose, { capture: true });
addEventListener("resize", hide);
addEventListener("pageshow", hide);
