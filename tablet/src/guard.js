// Keeps a second, unmeant tap from pressing whatever the first one has brought under the finger. An
// invisible cover takes such taps. Keyboards and screen readers press no key twice, and pass it.
//
//   a key pressed once       covered itself for half a second: a double tap does not toggle it back,
//                            nor press what moves up into its place
//   a key that repeats       (data-repeat: cards, digits, ⌫, + and −) covered itself for a bounce only,
//                            unless another key has come into its place; a flash says that two taps
//                            were taken for one
//   another screen           all of it covered for half a second, and until the finger is up

export const STILL_MS = 500;
const FLASH_MS = 400;
export const BOUNCE_MS = 150; // few press a key twice in less; a worn screen or a stiff thumb does
const REACH = 28; // pixels from the middle of a tap; the smallest key is 44 wide

/** @type {HTMLElement | null} */
let cover = null;
/** @type {any} */
let timer = 0;
let isDown = false;
let isWhole = false;
/** The repeating key that is covered for a bounce. @type {HTMLElement | null} */
let bouncing = null;

/** Starts watching taps. Until then `newScreen` does nothing. */
export function watchTaps() {
  cover = document.createElement("div");
  cover.className = "cover";
  cover.hidden = true;
  document.body.append(cover);
  addEventListener("click", tapped, true);
  addEventListener("pointerdown", () => (isDown = true), true);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => (isDown = false), true);
}

/** Covers the whole screen: another one comes under the finger. */
export function newScreen() {
  if (!cover) return;
  isWhole = true;
  Object.assign(cover.style, { left: 0, top: 0, width: "100%", height: "100%" });
  show(STILL_MS);
  cover.animate?.({ opacity: [0.5, 0] }, STILL_MS);
}

/** @param {any} event */
function tapped({ detail, clientX, clientY, target }) {
  if (target === cover) return void bouncing?.animate?.({ backgroundColor: ["var(--gold)", "transparent"] }, FLASH_MS);
  const key = detail && target.closest("button");
  if (!key || isWhole || !cover) return;
  const size = `${2 * REACH}px`;
  Object.assign(cover.style, { left: `${clientX - REACH}px`, top: `${clientY - REACH}px`, width: size, height: size });
  if (!("repeat" in key.dataset)) return show(STILL_MS);
  const { left, top, width, height } = key.getBoundingClientRect();
  Object.assign(cover.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  bouncing = key;
  show(BOUNCE_MS, () => {
    lift();
    const now = document.elementFromPoint(clientX, clientY)?.closest("button");
    if (now !== key) show(STILL_MS - BOUNCE_MS);
  });
}

function show(ms, then = lift) {
  clearTimeout(timer);
  /** @type {HTMLElement} */ (cover).hidden = false;
  timer = setTimeout(then, ms);
}

function lift() {
  if (isWhole && isDown) return void (timer = setTimeout(lift, BOUNCE_MS));
  /** @type {HTMLElement} */ (cover).hidden = true;
  isWhole = false;
  bouncing = null;
}
