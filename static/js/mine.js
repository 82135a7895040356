// The reader's own pair, chosen without an account: stored in this browser, shown in a strip on
// every page of its tournament, marked in the bracket (js/bracket.js), and first on the first page.

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
  strip.hidden = number === null || (Boolean(onFirstPage) && !strip.dataset.said);
  if (number === null) return;
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

function dress() {
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
  const button = event.target.closest?.("[data-mine]");
  if (button) choose(kept() === Number(button.dataset.mine) ? null : Number(button.dataset.mine));
});
setInterval(() => {
  if (!document.hidden) tell();
}, AGAIN);
dress();
tell();
