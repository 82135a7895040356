// The tools of the bracket: the first round shown, zoom, full screen, and the highlighted path of a
// pair (on hover, tap or focus). js/later.js loads this script and its style once the page is idle
// or somebody begins to use it.

const wall = document.getElementById("wall");
await styled(wall.dataset.style);

function styled(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve); // without its style the bracket still works
    document.head.append(link);
  });
}

const phone = matchMedia("(max-width: 43.99rem)");
const ZOOM = [-2, 3];
const REST = 120; // after a swipe has stopped

const all = (selector) => [...wall.querySelectorAll(selector)];
const tree = () => wall.querySelector(".bracket");
const rounds = () => all(".bracket__round");
const sameRound = (one, other) => one && other && one.id === other.id;

/** @type {string | null} the number of the pair whose path is highlighted */
let lit = null;
/** @type {number | null} */
let resting = null;
let led = false; // whether this script is scrolling, not the reader

// --- From which round ------------------------------------------------------------------------

/** The first round shown: on a phone the one in the middle, elsewhere the leftmost. */
function begin(number, { scroll = true } = {}) {
  const count = rounds().length;
  const from = Math.max(1, Math.min(number, count));
  const anchor = phone.matches ? middleTie(from) : null;
  const before = anchor?.getBoundingClientRect().top;
  wall.dataset.from = String(from);
  mark();
  if (phone.matches && scroll) slide(from);
  if (!anchor) return;
  scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: "instant" });
  if (!isSeen(anchor)) toMiddle(anchor);
}

/** Whether a match is fully visible on the screen, below the chips. */
function isSeen(tie) {
  const { top, bottom } = tie.getBoundingClientRect();
  return top > wall.querySelector(".wall__bar").offsetHeight && bottom < innerHeight;
}

const toMiddle = (tie) => {
  const { top, bottom } = tie.getBoundingClientRect();
  scrollBy({ top: (top + bottom - innerHeight) / 2, behavior: "instant" });
};

/** Marks the current state on the chips and tools; called again after a live update replaces
 * them. */
function mark() {
  if (!wall.querySelector(".bracket[data-rounds]")) return; // groups and other parts are not one tree
  const count = rounds().length;
  const from = Number(wall.dataset.from ?? (phone.matches ? opened() : 1));
  wall.dataset.shown = String(phone.matches ? count : count - from + 1);
  for (const chip of all(".chip")) {
    if (Number(chip.dataset.round) === from) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
  }
  const chip = wall.querySelector(".chip[aria-current]");
  const row = chip?.parentElement;
  if (row && row.scrollWidth > row.clientWidth) row.scrollLeft = chip.offsetLeft - row.clientWidth / 3;
  for (const tools of all(".wall__tools")) tools.hidden = false;
  for (const full of all("[data-full]")) full.hidden = !document.fullscreenEnabled;
}

const opened = () => 1 + Math.max(0, rounds().findIndex((one) => one.classList.contains("bracket__round--now")));

/** The match of a round that is nearest to the middle of the screen. */
function middleTie(number) {
  const middle = innerHeight / 2;
  const far = (one) => {
    const box = one.getBoundingClientRect();
    return Math.abs((box.top + box.bottom) / 2 - middle);
  };
  return all(`#round-${number} .tie`).sort((one, other) => far(one) - far(other))[0];
}

function slide(number) {
  const round = rounds()[number - 1];
  const bracket = tree();
  if (!round || !bracket) return;
  led = true;
  const left = round.offsetLeft - (bracket.clientWidth - round.clientWidth) / 2;
  bracket.scrollTo({ left, behavior: "instant" });
  setTimeout(() => { led = false; }, REST * 2);
}

function settled() {
  if (!phone.matches || led || !tree()) return;
  const number = looked();
  if (number !== Number(wall.dataset.from ?? opened())) begin(number, { scroll: false });
}

/** The number of the round in the middle of a phone. */
function looked() {
  const bracket = tree();
  const middle = bracket.scrollLeft + bracket.clientWidth / 2;
  const far = (one) => Math.abs(one.offsetLeft + one.clientWidth / 2 - middle);
  const nearest = rounds().reduce((best, one) => (far(one) < far(best) ? one : best));
  return rounds().findIndex((one) => sameRound(one, nearest)) + 1;
}

wall.addEventListener("scroll", () => {
  clearTimeout(resting);
  resting = setTimeout(settled, REST);
}, { capture: true, passive: true });

// --- How large -------------------------------------------------------------------------------

function zoom(by) {
  const now = by === 0 ? 0 : Number(wall.dataset.zoom ?? 0) + by;
  const wanted = Math.max(ZOOM[0], Math.min(ZOOM[1], now));
  if (wanted) wall.dataset.zoom = String(wanted);
  else delete wall.dataset.zoom;
}

function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else wall.requestFullscreen().catch(() => {});
}

wall.addEventListener("click", (event) => {
  const chip = event.target.closest(".chip");
  const tool = event.target.closest(".tool");
  if (chip) {
    event.preventDefault();
    begin(Number(chip.dataset.round));
  } else if (tool?.dataset.zoom) zoom(Number(tool.dataset.zoom));
  else if (tool) full();
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const act = { "+": () => zoom(1), "-": () => zoom(-1), 0: () => zoom(0), f: full, Escape: () => way(null) }[event.key];
  act?.();
});

// --- From match to match with the arrow keys ---------------------------------------------------

/** The match to which an arrow key leads, by where the matches stand: the halves of a wide bracket
 * meet in the middle. Undefined at the edge. */
function besides(tie, key) {
  const own = tie.getBoundingClientRect();
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  const found = [...tie.closest(".bracket").querySelectorAll("a.tie")].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const across = left + width / 2 - own.left - own.width / 2;
    const down = top + height / 2 - own.top - own.height / 2;
    return { one, isShown: width > 0, ahead: sign * (isAcross ? across : down), across: Math.abs(across), down: Math.abs(down) };
  }).filter(({ isShown, ahead, across }) => isShown && (isAcross ? ahead > own.width / 2 : ahead > 0 && across < own.width / 2));
  const nearest = Math.min(...found.map(({ ahead }) => ahead));
  // The next column first, and in it the match that stands nearest.
  const column = found.filter(({ ahead }) => !isAcross || ahead < nearest + own.width / 2);
  return column.sort((one, other) => one.down - other.down)[0]?.one;
}

wall.addEventListener("keydown", (event) => {
  const tie = event.target.closest?.(".bracket a.tie");
  if (!tie || !/^Arrow/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const to = besides(tie, event.key);
  if (!to) return;
  event.preventDefault();
  to.focus();
});

// --- The way of a pair -----------------------------------------------------------------------

function way(pair) {
  lit = pair;
  const bracket = tree();
  if (!bracket) return;
  for (const side of all(".tie__side.is-way")) side.classList.remove("is-way");
  const sides = pair ? all(`[data-pair="${CSS.escape(pair)}"]`) : [];
  for (const side of sides) side.classList.add("is-way");
  bracket.classList.toggle("has-way", sides.length > 0);
}

const pairAt = (target) => target.closest?.("[data-pair]")?.dataset.pair ?? null;
const bar = document.getElementById("path-bar");

wall.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse" && bar.hidden) way(pairAt(event.target));
});
wall.addEventListener("pointerleave", (event) => {
  if (event.pointerType === "mouse" && bar.hidden) way(null);
});
/** Highlights the path of the winner of the focused match, or of its first pair before it is
 * won. */
function follow(tie) {
  const side = tie.querySelector(".tie__side--won[data-pair]") ?? tie.querySelector("[data-pair]");
  way(side?.dataset.pair ?? null);
}
wall.addEventListener("focusin", (event) => {
  if (event.target.matches?.(".tie:focus-visible")) follow(event.target);
});
wall.addEventListener("focusout", () => bar.hidden && way(null));

// Touch has no hover: the first tap highlights the path and shows links; a second tap follows the
// link.
wall.addEventListener("click", (event) => {
  const pair = wall.dataset.pressedBy === "touch" ? pairAt(event.target) : null;
  if (!pair || pair === lit) return;
  event.preventDefault();
  const side = event.target.closest("[data-pair]");
  way(pair);
  const pairs = bar.querySelector(".path-bar__pair");
  pairs.href = pairs.href.replace(/\/pairs\/.*$/, `/pairs/${pair}/`);
  const match = bar.querySelector(".path-bar__match");
  const address = side.closest("a")?.getAttribute("href");
  match.hidden = !address;
  if (address) match.href = address;
  bar.querySelector(".path-bar__name").textContent = side.querySelector(".tie__name").textContent;
  bar.hidden = false;
});
bar.querySelector(".path-bar__close").addEventListener("click", () => {
  bar.hidden = true;
  way(null);
});

// --- After a live change, and at the beginning ---------------------------------------------------

document.addEventListener("live:swapped", () => {
  mark();
  if (lit) way(lit);
});
phone.addEventListener("change", () => {
  delete wall.dataset.from;
  mark();
});
if (tree()) {
  mark();
  // The reader may have scrolled to another round before this script ran.
  if (phone.matches && looked() !== opened()) {
    wall.dataset.from = String(looked());
    mark();
  }
  const under = wall.querySelector("[data-pair]:hover");
  if (under && matchMedia("(hover: hover)").matches) way(pairAt(under));
  if (wall.querySelector(".tie:focus-visible")) follow(wall.querySelector(".tie:focus-visible"));
}
