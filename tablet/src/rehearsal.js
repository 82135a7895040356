// Rehearsal: the same screens with an invented match, from which nothing is ever sent.

import { mostOf } from "../mus/cards.js";
import { PRESETS, RANKS } from "../mus/core.js";
import { seatOrder } from "./draft.js";
import { shortName } from "./people.js";
import { html, useEffect } from "./view.js";
import { t } from "./words.js";

const PLAYERS = { A: ["Getaria", "Zarautz"], B: ["Hondarribia", "Lekeitio"] };

async function rehearse(app) {
  const ruleset = app.now.table?.match?.ruleset ?? PRESETS["brisbane-2024"];
  const pair = (side, number) => ({
    number,
    name: PLAYERS[side].join(" – "),
    players: PLAYERS[side],
    club: "",
  });
  const card = {
    id: 0,
    best_of: 3,
    pairs: { A: pair("A", 1), B: pair("B", 2) },
    ruleset,
    four_kings_allowed: true,
  };
  const table = { match: null, last: null, next: [card] };
  const { draft } = app.now; // restored when the rehearsal ends
  await app.note({ rehearsal: { table, items: [], draft }, draft: null });
}

/** Begins a rehearsal, and leads to its table. */
export function RehearseScreen({ app }) {
  useEffect(() => void rehearse(app).then(() => location.replace("#/")), []); // no way back that begins again
  return html`<p class="panel">${t("loading")}</p>`;
}

/** Sixteen cards from a shuffled pack, for the referee to type in. */
export function dealIn(draft, match) {
  if (draft.entry === "stones" || match.ruleset.jokers || match.ruleset.juego_real !== "none") return draft;
  const pack = RANKS.flatMap((rank) => Array(mostOf(rank, match.ruleset)).fill(rank));
  for (let last = pack.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [pack[last], pack[other]] = [pack[other], pack[last]];
  }
  const dealt = draft.cards.map((_, seat) => pack.slice(seat * 4, seat * 4 + 4).join(" "));
  return { ...draft, dealt };
}

/** In a rehearsal: the dealt cards, which the referee types in. */
export const Dealt = ({ draft, match }) => html`<p class="note dealt">
  ${t("rehearsal_deal")}
  ${seatOrder(draft).map((seat) => html` <span key=${seat}><b>${shortName(match, seat)}</b> ${draft.dealt[seat]}</span>`)}
</p>`;
