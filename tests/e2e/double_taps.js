// Taps every key of every screen twice, in virtual time, and tells what the second tap did that one
// tap does not do.

const CARDS = "RRS7CCS7SSC733R7";
const typed = (d, m, cards = CARDS) => [...cards].reduce(d.addCard, d.newDraft(m));
const lances = (d, m) => d.move(typed(d, m), "lances");
const spoken = (d, m) => d.withCalls(d.newDraft(m, { order: "played" }), "grande", d.answer(d.bet([], "B"), "quiero"));
const stones = (d, m) => ({ ...d.newDraft(m, { quick: true }), quick: { stones: [12, 6], game_winner: null } });
const open = (calls) => (d, m) => d.withCalls(lances(d, m), "pares", calls(d));
const record = (stones, more = {}) => item({ kind: "hand.record", key: "k1", match: 1, game: 1, hand: 1, record: { quick: { stones } }, ...more });
const theirs = { game: 1, number: 1, stones: [4, 4], score: [4, 4], record: { mano: 0, quick: { stones: [4, 4] } }, by: { kind: "device", id: 9, label: "" }, at: "2026-05-24T10:00:00Z" };
const conflict = () => ({ ...record([5, 3]), status: "attention", errors: [{ code: "hand_already_there", message: "" }], theirs });
const begunWith = (...items) => ({ items: [...app.now.items.filter(({ key }) => key === "k0"), ...items] });

/** Name → the state that a screen is in; `then`: keys pressed before the one that is tapped twice; `within`: where
 * that one stands; `after`: what changes once there is a match. */
const STATES = {
  "a match to begin": { begun: false },
  "who sits where": { where: "start/1", begun: false },
  "a table without a hand": { hands: 0 },
  table: {},
  "no card": { where: "hand", draw: (d, m) => d.newDraft(m) },
  "fifteen cards": { where: "hand", draw: (d, m) => typed(d, m, CARDS.slice(0, 15)) },
  "sixteen cards": { where: "hand", draw: typed },
  "a card too many": { where: "hand", draw: (d, m) => d.tooMany(typed(d, m), "R") },
  lances: { where: "hand", draw: lances },
  "a bet": { where: "hand", draw: open((d) => d.bet([], "B")) },
  "an órdago": { where: "hand", draw: open(() => [{ by: "A", call: "ordago" }]) },
  "an answer": { where: "hand", draw: open((d) => d.answer(d.bet([], "B"), "quiero")) },
  review: { where: "hand", draw: (d, m) => d.move(lances(d, m), "review", m) },
  "no review wanted": { where: "hand", draw: open((d) => d.answer(d.bet([], "B"), "quiero")), more: { settings: { language: "en", theme: "auto", review: false } } },
  "bets before the cards": { where: "hand", draw: spoken },
  "the last card of a hand as it is played": { where: "hand", draw: (d, m) => [...CARDS].reduce(d.addCard, d.move(spoken(d, m), "cards")) },
  stones: { where: "hand", draw: stones },
  "review of stones": { where: "hand", draw: (d, m) => d.move(stones(d, m), "review", m) },
  undo: { where: "undo" },
  history: { where: "history" },
  "one hand": { where: "shown/1/1" },
  call: { where: "call" },
  settings: { where: "settings" },
  waiting: { where: "waiting" },
  "a game to agree on": { hands: 0, after: () => begunWith(record([40, 12])) },
  "a hand that needs you": { where: "waiting", hands: 0, after: () => begunWith(conflict()) },
  "a correction": { where: "correct/1/1", within: ".reason, .foot" },
  "who is mano": { where: "hand", hands: 0, draw: (d, m) => d.newDraft(m), then: [".mano-line__change"], within: ".mano-choice, .mano-line" },
  "whose infraction": { where: "hand", draw: lances, then: [".infraction .key"], within: ".infraction" },
  "which infraction": { where: "hand", draw: lances, then: [".infraction .key", ".infraction .keys .key"], within: ".infraction" },
};

function press({ x, y }) {
  const target = document.elementFromPoint(x, y);
  if (!target || target.closest("button:disabled")) return;
  const how = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, detail: 1 };
  for (const kind of ["pointerdown", "pointerup"]) target.dispatchEvent(new PointerEvent(kind, how));
  target.dispatchEvent(new MouseEvent("click", how));
}

// The keys of a language fetch its words, in no virtual time; the bar is the same above every screen.
const keysOf = ({ within = "*" }) => [...document.querySelectorAll("main button:enabled:not([lang]), .banners button")]
  .filter((key) => key.closest(within) && key.checkVisibility());
const nameOf = (key) => (key.ariaLabel ?? key.innerText).trim().replace(/\s+/g, " ");
const middle = (key) => {
  key.scrollIntoView({ block: "center" });
  const { x, y, width, height } = key.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

/** What one reads of the app. A key that repeats may change cards, stones and stakes twice. */
function seen(repeats) {
  const { draft, items, settings, called, rehearsal } = app.now;
  const { cards, at, extra, quick, claim, bets, ...rest } = draft ?? {};
  const voices = Object.entries(bets ?? {}).map(([lance, calls]) => [lance, calls.map(({ by, call }) => by + call)]);
  return JSON.stringify([
    location.hash, items.map(({ action: { key, made_at, ...action } }) => action), rest, settings,
    Boolean(called), Boolean(rehearsal), quick?.game_winner, voices,
    document.querySelectorAll("main .key.is-on").length * !repeats,
    repeats ? null : [cards, at, extra, quick, claim, bets],
  ]);
}

async function show(state) {
  put(state);
  if (state.after) app.set(state.after());
  await advance(700);
  for (const name of state.then ?? []) {
    document.querySelector(name).click();
    await advance(700);
  }
}

/** Puts a state and taps one of its keys, now and after each of `taps`; what is seen at each of
 * `times`, and at rest. */
async function tap(state, number, taps, times) {
  await show(state);
  const key = keysOf(state)[number];
  if (!key) throw new Error(`no key ${number} on ${JSON.stringify(state)}: ${keysOf(state).map(nameOf)}`);
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
    await show(state);
    const many = keysOf(state).length;
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

/** Sixteen cards typed one every 350 ms, one of them twice by a bounce of the screen or of the finger. In 150 ms it
 * is one tap, which a flash says; later the hand says that there is a card too many, and the key that led on does not
 * until somebody has looked. Nothing is saved, bet or declared. */
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
        let flashed = false;
        key.animate = () => (flashed = true);
        press(middle(key));
        if (flashed !== gap < 150) faults.push(`card ${twice + 1} twice in ${gap} ms: ${flashed ? "a" : "no"} flash`);
      }
      await advance(350);
    }
    const { draft, items } = app.now;
    const isRight = drafts.seatOrder(draft).flatMap((seat) => draft.cards[seat]).join("") === CARDS;
    const says = document.querySelector(".foot [role=alert]") !== null;
    if (isRight ? says && gap < 150 : !says || gap < 150) faults.push(`card ${twice + 1} twice in ${gap} ms: a ${isRight ? "good" : "bad"} hand, ${says ? "" : "not "}questioned`);
    const said = [...draft.said.pares, ...draft.said.juego];
    if (items.length !== before || draft.step !== "cards" || Object.keys(draft.bets).length || said.some((word) => word !== null)) {
      faults.push(`card ${twice + 1} twice in ${gap} ms: ${draft.step}, ${items.length - before} saved`);
    }
    press(middle(document.querySelector(".foot__save")));
    await advance(1_000);
    if (says !== (app.now.draft.step === "cards")) faults.push(`card ${twice + 1} twice in ${gap} ms: on to ${app.now.draft.step}`);
  }
  return faults;
}

Object.assign(window, { doubled, bounced });
