// The reader's own pair, chosen without an account: stored in this browser, shown in a strip on
// every page of its tournament, marked wherever a page names it, and first on the first page.

const slug = location.pathname.match(/\/t\/([^/]+)\//)?.[1];
const strips = [...document.querySelectorAll("#mine, [data-mine-in]")];
const onFirstPage = document.getElementById("my-pairs");
const AGAIN = 60_000;
const PAUSE = 1_500; // one change of the page arrives in several parts

function kept(of = slug) {
  try {
    return JSON.parse(localStorage.getItem(`mine:${of}`) ?? "null")?.number ?? null;
  } catch {
    return null; // a browser without storage
  }
}

async function tell() {
  await Promise.all(strips.map(tellOne));
  if (onFirstPage) onFirstPage.hidden = strips.every((strip) => strip.hidden);
}

async function tellOne(strip) {
  const of = strip.dataset.mineIn ?? slug;
  const number = kept(of);
  const isSaid = strip.id === "mine" && (isClosed() || isPageOf(number));
  strip.hidden = number === null || isSaid || (Boolean(onFirstPage) && !strip.dataset.said);
  if (number === null || isSaid) return;
  try {
    const address = strip.dataset.address.replace(/\/0\//, `/${number}/`);
    const answer = await fetch(address, { cache: "no-cache" });
    if (answer.status === 404) choose(null, of);
    if (!answer.ok) return;
    const text = await answer.text();
    // eslint-disable-next-line no-restricted-syntax -- HTML that the server made and escaped
    if (strip.dataset.said !== text) strip.innerHTML = text;
    strip.dataset.said = text;
    strip.hidden = false;
  } catch {
    // No network: the strip keeps its text.
  }
}

function choose(number, of = slug) {
  try {
    if (number === null) localStorage.removeItem(`mine:${of}`);
    else localStorage.setItem(`mine:${of}`, JSON.stringify({ number }));
  } catch {
    return;
  }
  dress();
  tell();
  document.dispatchEvent(new Event("mine:changed"));
}

// Closed until the browser is: a new day begins with it again.
const CLOSED = `mine-closed:${slug}`;

function isClosed() {
  try {
    return CLOSED in sessionStorage;
  } catch {
    return false; // a browser without storage
  }
}

function close() {
  try {
    sessionStorage.setItem(CLOSED, "1");
  } catch {
    // Without storage it comes back on the next page.
  }
  for (const strip of strips) if (strip.id === "mine") strip.hidden = true;
}

/** Whether this is the page of the pair, which says all that the strip does. */
const isPageOf = (number) => location.pathname.endsWith(`/t/${slug}/pairs/${number}/`);

/** Marks the reader's pair in brackets, tables and lists. */
function mark() {
  for (const one of document.querySelectorAll("main .is-mine")) one.classList.remove("is-mine");
  for (const one of places()) one.classList.add("is-mine");
}

/** Where this page names the reader's pair. */
function places() {
  const number = slug ? kept() : null;
  return number === null ? [] : [...document.querySelectorAll(`main [data-pair="${Number(number)}"]`)];
}

/** Scrolls to the reader's pair once, on a page opened at its top: to its latest match in a bracket,
 * elsewhere to where it stands first. */
function goThere() {
  const [navigation] = performance.getEntriesByType("navigation");
  if (location.hash || scrollY > 0 || navigation?.type !== "navigate" || isPageOf(kept())) return;
  // Before it is marked: a marked row of a table sticks to the edge of the screen.
  const shown = places().filter((one) => one.getClientRects().length > 0);
  const inTree = shown.filter((one) => one.closest(".bracket"));
  const there = shown.find((one) => !one.closest(".bracket")) ?? inTree.at(-1);
  const { top, bottom, left, right } = there?.getBoundingClientRect() ?? {};
  if (!there || (top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth)) return;
  there.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}

function dress() {
  mark();
  for (const button of document.querySelectorAll("[data-mine]")) {
    const is = kept() === Number(button.dataset.mine);
    const words = button.querySelector("span");
    button.dataset.yes ??= words.textContent;
    button.hidden = false;
    button.setAttribute("aria-pressed", String(is));
    words.textContent = is ? button.dataset.not : button.dataset.yes;
  }
}

let waiting = 0;
document.addEventListener("live:swapped", () => {
  clearTimeout(waiting);
  waiting = setTimeout(tell, PAUSE);
  dress();
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-mine-close]")) close();
  const button = event.target.closest?.("[data-mine]");
  if (button) choose(kept() === Number(button.dataset.mine) ? null : Number(button.dataset.mine));
});
setInterval(() => {
  if (!document.hidden) tell();
}, AGAIN);
goThere();
dress();
tell();
