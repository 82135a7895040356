// Replays a hand step by step: by buttons, keys, a swipe over the board, or automatically. Every
// step is also a link on the page; without this script those links do the same.

const PACE = 1_800; // milliseconds: enough time to read a sentence
const SWIPE = 40;
const HAND_ON = "#play";

const replay = document.querySelector("[data-replay]");
const steps = [...replay.querySelectorAll("[data-step]")];
const board = replay.querySelector("[data-swipe]");
const now = replay.querySelector("[data-now]");
const go = Object.fromEntries([...replay.querySelectorAll("[data-go]")].map((one) => [one.dataset.go, one]));
let at = Number(replay.dataset.at) - 1;
let playing = 0;

/** Shows a score as the server does: amarracos of five stones, then single stones. */
function lay(side, stones) {
  const score = replay.querySelector(`[data-score="${side}"]`);
  if (!score) return;
  score.querySelector(".score__number").textContent = stones;
  const laid = [...Array(Math.floor(stones / 5)).fill("amarraco"), ...Array(stones % 5).fill("stone")];
  score.querySelector(".score__stones").replaceChildren(
    ...laid.map((name) => Object.assign(document.createElement("i"), { className: name })),
  );
}

function shut(link, address) {
  if (address === null) {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
  } else {
    link.href = address;
    link.removeAttribute("aria-disabled");
  }
}

/** Shows this step and puts its number into the address. */
function stand(number) {
  at = Math.max(0, Math.min(number, steps.length - 1));
  const step = steps[at];
  for (const one of steps) one.toggleAttribute("aria-current", false);
  step.setAttribute("aria-current", "step");
  board.toggleAttribute("data-shown", "shown" in step.dataset);
  lay("A", Number(step.dataset.a));
  lay("B", Number(step.dataset.b));
  tell(step);
  shut(go.back, at > 0 ? steps[at - 1].href : null);
  shut(go.on, at < steps.length - 1 ? steps[at + 1].href : null);
  history.replaceState(null, "", step.href);
}

function tell(step) {
  const lance = document.createElement("p");
  lance.className = "replay__lance";
  lance.textContent = step.querySelector(".replay__step-lance").textContent || "\u00a0";
  const text = step.querySelector(".replay__step-text").cloneNode(true);
  const said = document.createElement("p");
  said.className = "replay__text";
  if (text.dataset.side) said.dataset.side = text.dataset.side;
  said.append(...text.childNodes);
  const chances = replay.querySelector(`#step-chances [data-of="${at + 1}"]`);
  now.replaceChildren(lance, said, ...(chances ? chances.cloneNode(true).children : []));
}

function on() {
  if (at < steps.length - 1) {
    stand(at + 1);
  } else if (playing && go["hand-after"]) {
    location.href = go["hand-after"].href + HAND_ON; // the match plays on, hand after hand
  } else {
    play(false);
  }
}

function play(wanted) {
  clearInterval(playing);
  playing = wanted ? setInterval(on, PACE) : 0;
  go.play.textContent = wanted ? go.play.dataset.pause : go.play.dataset.play;
  go.play.setAttribute("aria-pressed", String(wanted));
}

const KEYS = {
  ArrowRight: () => stand(at + 1),
  ArrowLeft: () => stand(at - 1),
  Home: () => stand(0),
  End: () => stand(steps.length - 1),
  " ": () => play(!playing),
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  // A field or button that uses this key itself keeps it.
  if (event.target.closest?.("input, select, textarea, button") && event.key === " ") return;
  if (event.target.closest?.("select, textarea")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  if (event.key !== " ") play(false);
  act();
});

go.back.addEventListener("click", (event) => {
  event.preventDefault();
  play(false);
  stand(at - 1);
});
go.on.addEventListener("click", (event) => {
  event.preventDefault();
  play(false);
  stand(at + 1);
});
go.play.addEventListener("click", () => play(!playing));
for (const [number, step] of steps.entries()) {
  step.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    play(false);
    stand(number);
  });
}

// The chances that were still being computed when the page loaded have arrived.
document.addEventListener("live:swapped", (event) => {
  if (event.target.id === "step-chances") tell(steps[at]);
});

let from = null;
board.addEventListener("pointerdown", (event) => {
  from = event.clientX;
});
board.addEventListener("pointerup", (event) => {
  const way = from === null ? 0 : event.clientX - from;
  from = null;
  if (Math.abs(way) < SWIPE) return;
  play(false);
  stand(way < 0 ? at + 1 : at - 1);
});
board.addEventListener("pointercancel", () => {
  from = null;
});

// The reader's choices of what to show are stored on this device.
for (const box of replay.querySelectorAll("[data-keep]")) {
  const name = `replay-${box.dataset.keep}`;
  try {
    box.checked = localStorage.getItem(name) === "1";
    box.addEventListener("change", () => localStorage.setItem(name, box.checked ? "1" : "0"));
  } catch {
    // A browser without storage forgets the choice when the page closes.
  }
}

go.play.hidden = false;
replay.querySelector(".replay__keys").hidden = false;
if (location.hash === HAND_ON) play(true);
