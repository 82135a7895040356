// The screen on the wall: shows panels in turn, each as large as it fits. The turn depends on the
// time of day, so two screens show the same panel. The desk sets which panels and how long (data-…
// of #tv).
//
// It runs for days: live.js brings news and replaces lost streams, a fetch every few minutes
// catches what no stream sent, and every few hours the page reloads if the server answers.

const LOOK = 5 * 60_000;
const AFRESH = 6 * 3600_000;
const LARGEST = 0.075; // largest type, as a share of the shorter side; LEAST is still readable far away
const LEAST = 0.0315; // 34 px at 1080: twelve tables
const LEAST_DRAW = 0.013;
const LEAST_TREE = 0.4; // smallest zoom of the bracket
const MOMENT = 12_000; // how long an órdago or a comeback has the whole screen
const STILL = 4_000; // milliseconds without movement until the pointer is hidden

const root = document.body;
const host = () => document.getElementById("tv");
const began = Date.now();

/** Milliseconds that the server's clock is ahead of this one: a draw then runs everywhere at
 * once. */
let ahead = 0;
let turned = 0; // panels turned by hand, with the arrow keys
/** @type {{ panel: HTMLElement, page: number, per: number }[]} */
let slides = [];
let shownKey = "";

const now = () => Date.now() + ahead;

// --- As large as it fits ---------------------------------------------------------------------

const over = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;

/** Shrinks a bracket until it fits: long names take more lines than its style expects. */
function shrunk(body) {
  const tree = body.querySelector(".bracket");
  let zoom = 1;
  const set = () => { body.style.setProperty("--zoom", zoom.toFixed(2)); };
  set();
  // The lines between rounds may stick out by a pixel or two.
  const isOver = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 6;
  while (tree && (isOver(body) || isOver(tree)) && zoom > LEAST_TREE) {
    zoom -= 0.04;
    set();
  }
}

/** Sets the largest type that fits, from a share of the shorter side on, and returns its share. */
function sized(body, box, least, from = LARGEST) {
  let share = from;
  const set = () => { body.style.fontSize = `${Math.round(Math.min(innerHeight, innerWidth) * share)}px`; };
  set();
  while (over(box) && share > least) {
    share *= 0.93;
    set();
  }
  return share;
}

/** Sets the largest type in which each of these pages fits: fewer items leave room for larger ones. */
function enlarged(panel, pages, each) {
  const body = panel.querySelector(".tv-panel__body");
  const items = [...body.querySelectorAll("[data-item]")];
  let share = LARGEST;
  for (let page = 0; page < pages; page += 1) {
    items.forEach((item, place) => { item.hidden = Math.floor(place / each) !== page; });
    share = sized(body, body, LEAST, share);
  }
}

/** Sets the largest type that fits, and returns how many items of the panel then fit at once. */
function fitted(panel) {
  const body = panel.querySelector(".tv-panel__body");
  const items = [...body.querySelectorAll("[data-item]")];
  for (const item of items) item.hidden = false;
  if (panel.dataset.panel === "bracket") {
    shrunk(body);
    return items.length;
  }
  const box = body.querySelector(".tv-draw") ?? body;
  sized(body, box, panel.dataset.panel === "draw" ? LEAST_DRAW : LEAST);
  if (!over(box) || !items.length) return items.length;
  const end = box.getBoundingClientRect().bottom;
  return Math.max(1, items.filter((item) => item.getBoundingClientRect().bottom <= end).length);
}

function lay() {
  const { shown, panels } = host().dataset;
  const wanted = shown ? [shown] : panels.split(" ");
  const there = [...host().querySelectorAll(".tv-panel")];
  const chosen = there.filter((panel) => wanted.includes(panel.dataset.panel));
  // A bracket that is too large yet: the round that is played instead.
  const instead = ["round", "clock"].map((name) => there.find((panel) => panel.dataset.panel === name));
  const used = chosen.length ? chosen : instead.filter(Boolean).slice(shown === "bracket" ? 0 : -1).slice(0, 1);
  slides = used.flatMap((panel) => {
    const count = panel.querySelectorAll("[data-item]").length;
    const per = fitted(panel);
    const pages = panel.dataset.panel === "draw" || !per ? 1 : Math.ceil(count / per) || 1;
    // As many on each page: no page of one or two at the end.
    const each = Math.ceil(count / pages);
    if (pages > 1) enlarged(panel, pages, each);
    return Array.from({ length: pages }, (_nothing, page) => ({ panel, page, per: each }));
  });
  shownKey = "";
  dots();
  turn();
}

function dots() {
  const row = document.getElementById("tv-dots");
  row.replaceChildren(...slides.map(() => document.createElement("i")));
}

// --- In turn ---------------------------------------------------------------------------------

function turn() {
  if (!slides.length) return;
  const seconds = Number(host().dataset.seconds) || 15;
  const step = revealed();
  const turns = step === null ? Math.floor(now() / 1000 / seconds) + turned : pageOf(step) + turned;
  const index = ((turns % slides.length) + slides.length) % slides.length;
  const { panel, page, per } = slides[index];
  const key = `${panel.dataset.panel} ${page} ${step}`;
  if (key === shownKey) return;
  shownKey = key;
  veil(step);
  for (const other of host().querySelectorAll(".tv-panel")) other.classList.toggle("is-here", other === panel);
  if (panel.dataset.panel !== "draw") {
    [...panel.querySelectorAll("[data-item]")].forEach((item, place) => {
      item.hidden = per > 0 && Math.floor(place / per) !== page;
    });
  }
  [...document.getElementById("tv-dots").children].forEach((dot, place) => dot.classList.toggle("is-here", place === index));
}

// --- Step by step ------------------------------------------------------------------------------

/** How many items the desk has revealed of what is shown; null when all are seen. */
function revealed() {
  const { shown, step } = host().dataset;
  return shown && step !== "" ? Number(step) : null;
}

/** The items of the shown panel in the order in which they are revealed: prizes and places from the
 * last to the first. */
function itemsOf(panel) {
  const items = [...panel.querySelectorAll(panel.dataset.panel === "draw" ? "[data-lot]" : "[data-item]")];
  return "fromLast" in panel.dataset ? items.reverse() : items;
}

/** The slide with the item that was revealed last, or that will be the first. */
function pageOf(step) {
  const { panel, per } = slides[0];
  const items = itemsOf(panel);
  const newest = items[Math.max(0, Math.min(step, items.length) - 1)];
  const place = [...panel.querySelectorAll("[data-item]")].indexOf(newest?.closest("[data-item]"));
  return per > 0 && panel.dataset.panel !== "draw" ? Math.floor(Math.max(0, place) / per) : 0;
}

function veil(step) {
  for (const panel of host().querySelectorAll(".tv-panel:not([data-panel=draw])")) {
    itemsOf(panel).forEach((item, place) => {
      item.classList.toggle("is-veiled", step !== null && place >= step);
      item.classList.toggle("is-revealed", step !== null && place === step - 1);
    });
  }
}

// --- The draw, slot by slot --------------------------------------------------------------------

function drawn() {
  const lots = [...host().querySelectorAll("[data-lot]")];
  const since = Date.parse(host().dataset.since);
  const each = lots.length > 80 ? 1500 : lots.length > 36 ? 2500 : 4000;
  const isPlayed = host().dataset.shown === "draw" && !Number.isNaN(since);
  const byTime = isPlayed ? Math.floor((now() - since) / each) : lots.length;
  const count = revealed() ?? byTime;
  lots.forEach((lot, place) => {
    lot.classList.toggle("is-drawn", place < count);
    lot.classList.toggle("is-newest", place === count - 1 && count <= lots.length);
  });
  const newest = count <= lots.length ? lots[count - 1] : null;
  const spot = host().querySelector(".tv-spot");
  const text = newest ? `${newest.parentElement.querySelector(".tv-lot__number").textContent} · ${newest.textContent}` : "";
  if (spot && spot.textContent !== text) spot.textContent = text;
}

// --- Clocks, the night, the room ---------------------------------------------------------------

function clocks() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const text = new Intl.DateTimeFormat(document.documentElement.lang, {
      hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: clock.dataset.zone,
    }).format(now());
    if (clock.textContent !== text) clock.textContent = text;
  }
}

/** A pause covers everything while it lasts. */
function pauses() {
  for (const pause of document.querySelectorAll(".tv-pause")) {
    const { since, until } = pause.dataset;
    pause.hidden = now() < Date.parse(since) || now() >= Date.parse(until);
  }
}

/** An órdago or a comeback has the whole screen for some seconds, on all screens at once. */
function moments() {
  let isOne = false; // the newest alone: órdagos and comebacks each stand newest first
  for (const moment of document.querySelectorAll(".tv-moment")) {
    const age = now() - Date.parse(moment.dataset.at);
    moment.hidden = isOne || age < 0 || age >= MOMENT;
    isOne ||= !moment.hidden;
  }
}

/** Frozen: a copy of the slide lies over the live one, which goes on below. Black: css/tv.css. */
function held() {
  const { held: how } = host().dataset;
  root.dataset.held = how;
  const copy = document.getElementById("tv-still");
  if (how !== "frozen") {
    copy?.remove();
    return;
  }
  if (copy) return;
  const still = host().cloneNode(true);
  still.id = "tv-still";
  still.inert = true;
  delete still.dataset.live;
  for (const panel of still.querySelectorAll(".tv-panel:not(.is-here)")) panel.remove();
  for (const named of still.querySelectorAll("[id]")) named.removeAttribute("id");
  host().after(still);
}

async function reachable() {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    const date = Date.parse(answer.headers.get("date") ?? "");
    if (!Number.isNaN(date) && Math.abs(date - Date.now()) > 2_000) ahead = date - Date.now();
    return answer.ok;
  } catch {
    return false; // no network: the screen stays as it is
  }
}

async function awake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch {
    // A device low on power may refuse to keep its screen on.
  }
}

setInterval(() => dispatchEvent(new Event("live:look")), LOOK);
setInterval(async () => {
  if (Date.now() - began > AFRESH && (await reachable())) location.reload();
}, LOOK);
setInterval(() => {
  pauses();
  moments();
  held();
  clocks();
  turn();
  drawn();
}, 500);

let still = 0;
function moved() {
  root.classList.remove("is-still");
  clearTimeout(still);
  still = setTimeout(() => root.classList.add("is-still"), STILL);
}
addEventListener("pointermove", moved, { passive: true });
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") turned += 1;
  else if (event.key === "ArrowLeft") turned -= 1;
  else if (event.key === "f") full();
  else return;
  turn();
});
function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}
const button = document.querySelector("[data-full]");
button.hidden = !document.fullscreenEnabled;
button.addEventListener("click", full);

document.addEventListener("live:swapped", () => {
  clocks(); // first, because an empty clock takes no room
  lay();
  pauses();
  moments();
  held();
});
document.addEventListener("visibilitychange", awake);
addEventListener("resize", lay);
root.classList.add("is-run");
moved();
pauses();
clocks();
document.fonts.ready.then(lay);
lay();
drawn();
reachable();
awake();
