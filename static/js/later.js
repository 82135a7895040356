// Loads later what the first view of a page does not need: when the page is idle, or at the first
// sign that somebody uses it.

const REST = 1_500;
const SIGNS = ["pointerover", "pointerdown", "keydown", "focusin"];

/** Resolves a moment after the page has loaded, or as soon as somebody uses it. */
export const rest = new Promise((resolve) => {
  for (const sign of SIGNS) addEventListener(sign, resolve, { once: true, passive: true });
  const wait = () => setTimeout(resolve, REST);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
});

/** Loads the strip of the reader's own pair (js/mine.js), where a pair was or can be chosen; on the
 * first page, where one was chosen in a tournament that goes on. */
export function mine() {
  const strips = [...document.querySelectorAll("#mine, [data-mine-in]")];
  const isOne = ({ dataset }) => isChosen(dataset.mineIn);
  if (strips.some(isOne) || document.querySelector("[data-mine]")) import("./mine.js");
}

/** Loads the tools of the bracket (js/bracket.js, css/way.css). */
export function bracket() {
  const wall = document.getElementById("wall");
  if (!wall?.querySelector(".bracket")) return;
  open(wall);
  // What pressed last: a click says so itself only from Safari 18.4 and Firefox 129 on.
  wall.addEventListener("pointerdown", (event) => { wall.dataset.pressedBy = event.pointerType; }, { passive: true });
  wall.addEventListener("keydown", () => { wall.dataset.pressedBy = "keys"; });
  const script = (isChosen() ? Promise.resolve() : rest).then(() => import("./bracket.js"));
  // A tap made before the script is loaded is held and repeated, so that the script handles it.
  const hold = (event) => {
    if (wall.dataset.pressedBy !== "touch") return;
    event.preventDefault();
    script.finally(() => event.target.dispatchEvent(new PointerEvent("click", event)));
  };
  wall.addEventListener("click", hold);
  script.finally(() => wall.removeEventListener("click", hold));
}

function isChosen(slug = location.pathname.match(/\/t\/([^/]+)\//)?.[1]) {
  try {
    return `mine:${slug}` in localStorage;
  } catch {
    return false; // a browser without storage
  }
}

/** On a phone the bracket opens at the round being played; not every browser does so by CSS
 * alone. */
function open(wall) {
  const tree = wall.querySelector(".bracket");
  const round = wall.querySelector(".bracket__round--now");
  if (!round || !matchMedia("(max-width: 43.99rem)").matches) return;
  tree.scrollTo({ left: round.offsetLeft - (tree.clientWidth - round.clientWidth) / 2, behavior: "instant" });
  toWhatIsPlayed(round);
}

/** Scrolls to the matches being played: a round of 64 matches is ten screens high. */
function toWhatIsPlayed(round) {
  const [navigation] = performance.getEntriesByType("navigation");
  if (location.hash || scrollY > 0 || navigation?.type !== "navigate") return;
  const tie = round.querySelector(".tie--playing") ?? round.querySelector(".tie--ready");
  const { top, height } = tie?.getBoundingClientRect() ?? { top: 0 };
  if (top > innerHeight) scrollBy({ top: top - (innerHeight - height) / 2, behavior: "instant" });
}
