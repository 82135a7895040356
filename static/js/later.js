// What the first look at a page does not need comes after it: when the page is at rest, or at the
// first sign that somebody uses it.

const REST = 1_500;
const SIGNS = ["pointerover", "pointerdown", "keydown", "focusin"];

/** Resolves when the page has been loaded for a while, or is being used. */
export const rest = new Promise((resolve) => {
  for (const sign of SIGNS) addEventListener(sign, resolve, { once: true, passive: true });
  const wait = () => setTimeout(resolve, REST);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
});

/** The strip of one's own pair (js/mine.js): where one was chosen, or can be. */
export function mine() {
  const strip = document.getElementById("mine");
  if (strip && (isChosen() || document.querySelector("[data-mine]"))) import("./mine.js");
}

/** The bracket in use (js/bracket.js, css/way.css). */
export function bracket() {
  const wall = document.getElementById("wall");
  if (!wall?.querySelector(".bracket")) return;
  open(wall);
  const script = (isChosen() ? Promise.resolve() : rest).then(() => import("./bracket.js"));
  // A tap that was faster than the script is given again: it is the script's to say what it does.
  const hold = (event) => {
    if (event.pointerType !== "touch") return;
    event.preventDefault();
    script.finally(() => event.target.dispatchEvent(new PointerEvent("click", event)));
  };
  wall.addEventListener("click", hold);
  script.finally(() => wall.removeEventListener("click", hold));
}

function isChosen() {
  try {
    return `mine:${location.pathname.match(/\/t\/([^/]+)\//)?.[1]}` in localStorage;
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** A phone opens at what is being played, also where its browser does not by the style alone. */
function open(wall) {
  const tree = wall.querySelector(".bracket");
  const round = wall.querySelector(".bracket__round--now");
  if (!round || !matchMedia("(width < 44rem)").matches) return;
  tree.scrollTo({ left: round.offsetLeft - (tree.clientWidth - round.clientWidth) / 2, behavior: "instant" });
  toWhatIsPlayed(round);
}

/** A round of 64 matches is ten screens high: whoever comes by a link begins where it is played. */
function toWhatIsPlayed(round) {
  const [navigation] = performance.getEntriesByType("navigation");
  if (location.hash || scrollY > 0 || navigation?.type !== "navigate") return;
  const tie = round.querySelector(".tie--playing") ?? round.querySelector(".tie--ready");
  const { top, height } = tie?.getBoundingClientRect() ?? { top: 0 };
  if (top > innerHeight) scrollBy({ top: top - (innerHeight - height) / 2, behavior: "instant" });
}
