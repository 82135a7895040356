// Small conveniences of the desk. Every page works without them.

import "./drafts.js";
import { findAgain } from "./finder.js";
import { morph } from "./morph.js";

// A form is sent once: its buttons are off until the answer comes. (The server also checks this.)
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "1";
  setTimeout(() => {
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-disabled", "true");
  });
});

// After the browser's back button the form may be sent again.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-disabled");
  }
});

/** Safari before 16 has no `requestSubmit`, and its `submit` tells nobody. @param {HTMLFormElement} form */
function send(form) {
  if (form.requestSubmit) form.requestSubmit();
  else if (form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))) form.submit();
}

// What opens with a form in it is typed into at once; Escape closes it.
document.addEventListener("toggle", ({ target }) => {
  if (target.matches("[data-focuses][open]")) target.querySelector("input:not([type=hidden])").focus();
}, true);
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && event.target.closest("[data-focuses][open]");
  if (!open) return;
  open.querySelector("form").reset();
  open.open = false;
  open.querySelector("summary").focus();
});

// A form that needs only this one choice is sent at once.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-sends]")) send(event.target.form);
});

document.querySelector("[data-focus]")?.focus({ preventScroll: true });

function dress(root = document) {
  for (const button of root.querySelectorAll("[data-unless-js]")) button.hidden = true;
}
document.addEventListener("live:swapped", (event) => {
  dress(event.target);
  findAgain();
  courtesy();
});
dress();

/** Of what can be said about formats, only what the chosen one knows is shown; what is refused, always. */
function fitOptions() {
  const chosen = (name) => document.querySelector(`[name=${name}]:checked`);
  const format = chosen("format")?.value || chosen("regulation")?.closest("[data-plays]").dataset.plays;
  for (const option of document.querySelectorAll("[data-of-formats]")) {
    option.hidden = !option.dataset.ofFormats.split(" ").includes(format) && !option.querySelector(".field--wrong");
  }
}
fitOptions();
findAgain();

/** What is chosen is said at once: what each rule then means, and what contradicts. The server says it;
 * what is typed meanwhile stays. @param {HTMLElement} rules @param {AbortSignal} signal */
async function sayTheRules(rules, signal) {
  const typed = new FormData(rules.closest("form"));
  typed.set("step", "rules");
  const answer = await fetch(location.href, { method: "POST", body: typed, signal });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById(rules.id);
  if (!next) return;
  morph(rules, document.importNode(next, true));
  dress(rules);
  fitOptions();
  findAgain();
}
const rules = document.getElementById("played-by");
let asking = new AbortController();
rules?.addEventListener("input", async ({ target }) => {
  if (target.closest("[data-finder]")) return;
  if (["format", "regulation"].includes(target.name)) fitOptions();
  asking.abort();
  const { signal } = (asking = new AbortController());
  await new Promise((done) => setTimeout(done, 300)); // not at every key
  if (!signal.aborted) sayTheRules(rules, signal).catch(() => {}); // without a connection it is said when it is sent
});
// The wheel scrolls the page, and does not change the number in a field.
document.addEventListener("wheel", ({ target }) => {
  if (target === document.activeElement && target.matches("[type=number]")) target.blur();
}, { passive: true });
// What a rule says is shown below it once its field is entered. It stays: nothing moves under a finger on its way.
rules?.addEventListener("focusin", ({ target }) => {
  const rule = target.closest(".rule");
  if (rule) rule.dataset.read = "";
});
// A choice made with a finger folds the list; the arrow keys only pass over it.
rules?.addEventListener("click", ({ target, detail }) => {
  const list = detail && target.matches("[type=radio]") && target.closest(".folded");
  if (!list) return;
  const words = target.closest("label").querySelector("span").cloneNode(true);
  list.querySelector(".is-chosen > span").replaceChildren(...words.childNodes);
  list.open = false;
  list.querySelector("summary").focus();
});

/** How much of the remaining time is announced pause, in which the clock stands still. */
function standing({ dataset: { stops = "", countdown } }) {
  const spans = stops.split(" ").filter(Boolean).map((span) => span.split("/").map(Date.parse));
  const end = Date.parse(countdown);
  return spans.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, end) - Math.max(a, Date.now())), 0);
}

// The clock of the day keeps running between two updates.
function tick() {
  for (const element of document.querySelectorAll("[data-since], [data-countdown]")) {
    const { since, countdown } = element.dataset;
    const span = since ? Date.now() - Date.parse(since) : Date.parse(countdown) - Date.now() - standing(element);
    const minutes = Math.max(0, Math.floor(span / 60_000));
    element.textContent = element
      .closest("[data-clock-words]")
      .dataset.clockWords.replace("%(hours)s", Math.floor(minutes / 60))
      .replace("%(minutes)s", String(minutes % 60).padStart(2, "0"));
  }
}
setInterval(tick, 15_000);

// Counts down the waiting time for a late pair (T7); when it ends, only an official decides. The minus sign
// keeps the minutes left from being read as an hour of the day.
function courtesy() {
  for (const element of document.querySelectorAll("[data-courtesy]")) {
    const seconds = Math.max(0, Math.ceil((Date.parse(element.dataset.courtesy) - Date.now()) / 1000));
    element.textContent = `${seconds ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    element.classList.toggle("is-over", seconds === 0);
  }
}
courtesy();
setInterval(courtesy, 1000);

// A table's silence is no event, so the parts that show it are fetched again every half minute.
setInterval(() => {
  if (!document.hidden && document.querySelector("[data-grows-old]")) dispatchEvent(new Event("live:look"));
}, 30_000);

// On a phone the current tab may lie outside the visible part.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// After a refusal the focus goes to the first wrong field.
document.querySelector(".field--wrong :is(input, select, textarea)")?.focus();

// A first tournament is usually made where it is played: guess the place and the start from the
// browser's time zone.
const place = document.querySelector("input[data-guess]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (place && here?.includes("/") && place.value === place.dataset.guess && here !== place.value) {
  const now = new Date();
  place.value = here;
  place.form.elements.starts_at.value = nextStart(now);
}

// The same rule as in web/organizer/forms/tournaments.py.
function nextStart(now) {
  const soon = new Date(now.getTime() + 89 * 60_000);
  soon.setMinutes(0, 0, 0);
  const fits = soon.getDate() === now.getDate() && soon.getHours() >= 8 && soon.getHours() <= 20;
  const start = fits ? soon : new Date(now.getFullYear(), now.getMonth(), now.getDate() + (now.getHours() < 8 ? 0 : 1), 12);
  const two = (number) => String(number).padStart(2, "0");
  return `${start.getFullYear()}-${two(start.getMonth() + 1)}-${two(start.getDate())}T${two(start.getHours())}:00`;
}
