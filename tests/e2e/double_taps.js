// Taps every key of every screen twice, in virtual time, and tells what the second tap did that one
// tap does not do.

const CARDS = "RRS7CCS7SSC733R7";
const typed = (d, m, cards = CARDS) => [...cards].reduce(d.addCard, d.newDraft(m));
const lances = (d, m) => d.move(typed(d, m), "lances");
const stones = (d, m) => ({ ...d.newDraft(m, { quick: true }), quick: { stones: [12, 6], game_winner: null } });
const open = (calls) => (d, m) => d.withCalls(lances(d, m), "pares", calls(d));

/** Name → the state that a screen is in. */
const STATES = {
  "a match to begin": { begun: false },
  "who sits where": { where: "start/1", begun: false },
  "a table without a hand": { hands: 0 },
  table: {},
  "no card": { where: "hand", draw: (d, m) => d.newDraft(m) },
  "fifteen cards": { where: "hand", draw: (d, m) => typed(d, m, CARDS.slice(0, 15)) },
  "sixteen cards": { where: "hand", draw: typed },
  lances: { where: "hand", draw: lances },
  "a bet": { where: "hand", draw: open((d) => d.bet([], "B")) },
  "an órdago": { where: "hand", draw: open(() => [{ by: "A", call: "ordago" }]) },
  "an answer": { where: "hand", draw: open((d) => d.answer(d.bet([], "B"), "quiero")) },
  review: { where: "hand", draw: (d, m) => d.move(lances(d, m), "review", m) },
  "no review wanted": { where: "hand", draw: open((d) => d.answer(d.bet([], "B"), "quiero")), more: { settings: { language: "en", theme: "auto", review: false } } },
  stones: { where: "hand", draw: stones },
  "review of stones": { where: "hand", draw: (d, m) => d.move(stones(d, m), "review", m) },
  undo: { where: "undo" },
  history: { where: "history" },
  "one hand": { where: "shown/1/1" },
  call: { where: "call" },
  settings: { where: "settings" },
  waiting: { where: "waiting" },
};

function press({ x, y }) {
  const target = document.elementFromPoint(x, y);
  if (!target || target.closest("button:disabled")) return;
  const how = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, detail: 1 };
  for (const kind of ["pointerdown", "pointerup"]) target.dispatchEvent(new PointerEvent(kind, how));
  target.dispatchEvent(new MouseEvent("click", how));
}

// The keys of a language fetch its words, in no virtual time; the bar is the same above every screen.
const keysOf = () => [...document.querySelectorAll("main button:enabled:not([lang]), .banners button")];
const nameOf = (key) => (key.ariaLabel ?? key.innerText).trim().replace(/\s+/g, " ");
const middle = (key) => {
  key.scrollIntoView({ block: "center" });
  const { x, y, width, height } = key.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

/** What one reads of the app. A key that repeats may change cards, stones and stakes twice. */
function seen(repeats) {
  const { draft, items, settings, called, rehearsal } = app.now;
  const { cards, at, quick, claim, bets, ...rest } = draft ?? {};
  const voices = Object.entries(bets ?? {}).map(([lance, calls]) => [lance, calls.map(({ by, call }) => by + call)]);
  return JSON.stringify([
    location.hash, items.map(({ action: { key, made_at, ...action } }) => action), rest, settings,
    Boolean(called), Boolean(rehearsal), quick?.game_winner, voices,
    document.querySelectorAll("main .key.is-on").length * !repeats,
    repeats ? null : [cards, at, quick, claim, bets],
  ]);
}

/** Puts a state and taps one of its keys, now and after each of `taps`; what is seen at each of
 * `times`, and at rest. */
async function tap(state, number, taps, times) {
  put(state);
  await advance(700);
  const key = keysOf()[number];
  if (!key) throw new Error(`no key ${number} on ${JSON.stringify(state)}: ${keysOf().map(nameOf)}`);
  const name = nameOf(key);
  const place = middle(key);
  const repeats = "repeat" in key.dataset;
  press(place);
  const views = [];
  let at = 0;
  for (const time of times) {
    await advance(time - at);
    at = time;
    if (taps.includes(time)) press(place);
    await advance(0);
    views.push(seen(repeats));
  }
  await advance(800);
  return { name, repeats, views: [...views, seen(repeats)] };
}

/** What two taps at these times change and one does not: one line for each key. A tap that changes
 * nothing leaves the next one the second of two, so that one run tries every time; keys that repeat
 * are tapped twice in a run for each. */
async function doubled(gaps) {
  const faults = [];
  let keys = 0;
  for (const [screen, state] of Object.entries(STATES)) {
    put(state);
    await advance(700);
    const many = keysOf().length;
    for (let number = 0; number < many; number += 1, keys += 1) {
      const once = await tap(state, number, [], gaps);
      for (const taps of once.repeats ? gaps.map((gap) => [gap]) : [gaps]) {
        const twice = await tap(state, number, taps, gaps);
        const at = twice.views.findIndex((view, place) => view !== once.views[place]);
        if (at >= 0) {
          faults.push(`${screen}, ${once.name}, ${taps} ms, seen at ${gaps[at] ?? "rest"}: ${twice.views[at]} and not ${once.views[at]}`);
        }
      }
    }
  }
  return { keys, faults };
}

/** Sixteen cards typed one every 350 ms, one of them twice by a bounce of the screen or of the finger.
 * What was planned last finds a keypad that is full: nothing is saved, bet or declared. */
async function bounced(gap) {
  const faults = [];
  for (let twice = 0; twice < 16; twice += 1) {
    put({ where: "hand", draw: (d, m) => d.newDraft(m) });
    await advance(1_000);
    const before = app.now.items.length;
    for (const [place, rank] of [...CARDS].entries()) {
      const key = [...document.querySelectorAll(".key--rank")].find((each) => each.querySelector("b").innerText === rank);
      press(middle(key));
      if (place === twice) {
        await advance(gap);
        press(middle(key));
      }
      await advance(350);
    }
    const { draft, items } = app.now;
    const said = [...draft.said.pares, ...draft.said.juego];
    if (items.length !== before || draft.step !== "cards" || Object.keys(draft.bets).length || said.some((word) => word !== null)) {
      faults.push(`card ${twice + 1} twice in ${gap} ms: ${draft.step}, ${items.length - before} saved`);
    }
  }
  return faults;
}

Object.assign(window, { doubled, bounced });
