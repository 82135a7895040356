// Hands with every false word there is, read back one after another by players with long names.

import { explainSettled } from "/tablet/mus/explain.js";

const DECK = [..."RRRRCCCCSSSS777766665555444433332222AAAA"];
const NAMES = [["Arrankudiaga-Zollo", "Donibane Lohizune"], ["Hondarribia-Irun", "Sara-Azkaine-Zugarramurdi"]];
const DEALS = 4_000;
const LANCES = ["grande", "chica", "pares", "juego"];

let seed;
const below = (most) => {
  seed = (seed * 16807) % 2147483647;
  return seed % most;
};
const mixed = (deck) => deck.map((card) => [below(1e6), card]).sort(([a], [b]) => a - b).map(([, card]) => card);
const pair = (number, players) => ({ number, name: players.join(" – "), players, club: "" });
const pairs = { A: pair(1, NAMES[0]), B: pair(2, NAMES[1]) };
const newDraft = (match, more) => ({ ...drafts.newDraft(match), ...more });

/** Bets raised once in every lance, an órdago in some, answered either way. */
function bets() {
  const of = () => {
    const calls = drafts.bet(drafts.bet([], "AB"[below(2)]), "");
    calls[1].by = drafts.other(calls[0].by);
    const all = below(6) ? calls : [...calls, { by: calls[0].by, call: "ordago" }];
    return drafts.answer(all, ["quiero", "no_quiero"][below(2)]);
  };
  return Object.fromEntries(LANCES.map((lance) => [lance, of()]));
}

/** One hand for each set of false words that deals come to, by the clauses. */
function hands(match) {
  const found = new Map();
  for (let deal = 0; deal < DEALS; deal += 1) {
    const deck = mixed(DECK);
    const cards = [0, 4, 8, 12].map((first) => deck.slice(first, first + 4));
    const draft = newDraft(match, { cards, bets: bets(), ...(below(20) ? {} : { infractions: [below(4)] }) });
    const truth = drafts.truthOf(draft, match.ruleset);
    const said = Object.fromEntries(["pares", "juego"].map((lance) =>
      [lance, truth[lance].map((holds) => (below(3) ? null : !holds))]));
    const { result, settlement } = drafts.outcomeOf({ ...draft, said }, match);
    if (!settlement?.ok) continue;
    const { penalties, notes } = explainSettled(result);
    const kind = [...new Set(penalties.map(({ clause }) => clause)), notes.length].join(" ");
    if (!found.has(kind)) found.set(kind, { ...draft, said });
  }
  return found;
}

const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
const until = async (name) => {
  for (let turn = 0; turn < 100 && !document.querySelector(name); turn += 1) await drawn();
  await drawn();
};

/** The clauses met; keys of bets whose words do not fit, hands read back that do not, feet of the lances that are
 * too tall. */
window.readBacks = async (tallest, first) => {
  seed = first;
  put({ pairs });
  const faults = [];
  const found = hands(app.local.match);
  const { documentElement: page } = document;
  put({ where: "hand", pairs, draw: () => ({ ...[...found.values()][0], bets: {}, step: "lances" }) });
  await until(".bets__side .key");
  for (const key of document.querySelectorAll(".bets__side .key")) {
    const { lineHeight, paddingTop } = getComputedStyle(key);
    const tall = key.scrollHeight > Math.max(key.clientHeight, parseFloat(lineHeight) + 2 * parseFloat(paddingTop) + 1);
    if (tall || key.scrollWidth > key.clientWidth) faults.push(`${key.innerText}: its words break or are cut`);
  }
  for (const [kind, draft] of found) {
    put({ where: "hand", pairs, draw: () => ({ ...draft, step: "lances" }) });
    await until(".foot__save:enabled");
    const foot = document.querySelector(".foot").offsetHeight;
    if (foot > tallest) faults.push(`${kind}: a foot of ${foot} px below the lances`);
    put({ where: "hand", pairs, draw: () => ({ ...draft, step: "review" }) });
    await until(".foot .key--go:enabled");
    const over = page.scrollHeight - page.clientHeight;
    const save = document.querySelector(".foot .key--go").getBoundingClientRect();
    if (over > 0 || save.bottom > innerHeight) faults.push(`${kind}: ${over} px too tall`);
  }
  return { clauses: [...new Set([...found.keys()].join(" ").split(" "))].sort(), faults };
};
