// A hand while it is being entered: small steps that each give a new draft, and the record it makes.

import { declarationsFromCards, LANCES, mayBet, settleOrRefuse } from "../mus/core.js";
import { contentOf } from "./fold.js";

export const DECLARED = ["pares", "juego"];

/** An empty hand for the place where the match stands. */
export function newDraft(match, { quick = false } = {}) {
  const seats = match.ruleset.seats;
  return {
    match: match.id,
    game: match.game.number,
    hand: match.hand.number,
    mano: match.mano,
    manoFree: match.mano_free,
    score: match.game.score,
    seats,
    at: match.mano,
    cards: Array.from({ length: seats }, () => []),
    step: "cards",
    noCards: false,
    said: { pares: Array(seats).fill(null), juego: Array(seats).fill(null) },
    bets: {},
    infractions: [],
    claim: null,
    quick: quick ? { stones: [null, null], game_winner: null } : null,
    edit: null,
    reason: "",
  };
}

/** Whether a new hand is still the next one of its match. */
export const isNext = (draft, match) =>
  draft.game === match.game?.number && draft.hand === match.hand?.number;

/** The draft where the match stands now: score and mano may have been corrected meanwhile. */
export function inPlace(draft, match) {
  if (draft.edit || !isNext(draft, match)) return draft;
  const mano = match.mano_free ? draft.mano : match.mano;
  return { ...draft, score: match.game.score, manoFree: match.mano_free, mano };
}

/** The draft of a hand that is there already, to be corrected; or of one that came back. */
export function draftOf(match, { game, hand, record, edit = null }) {
  const content = contentOf(record);
  const seats = match.ruleset.seats;
  const cards = content.cards?.map((four) => (typeof four === "string" ? four.split(/\s+/) : four));
  return {
    ...newDraft({ ...match, game: { number: game, score: record.score ?? [0, 0] }, hand: { number: hand }, mano: record.mano }),
    manoFree: hand === 1 && match.ruleset.first_hand === "corrida",
    cards: cards ?? Array.from({ length: seats }, () => []),
    step: "lances",
    noCards: !cards && !content.quick,
    said: { ...newDraft({ ...match, game: {}, hand: {} }).said, ...content.declared },
    bets: content.bets ?? {},
    infractions: (content.infractions ?? []).map((each) => each.seat),
    claim: content.claim ?? null,
    quick: content.quick ? { game_winner: null, ...content.quick } : null,
    edit,
  };
}

// Cards

export const isFull = (draft) => draft.cards.every((four) => four.length === 4);
export const countOf = (draft) => draft.cards.reduce((sum, four) => sum + four.length, 0);

/** How often a rank lies on the table already. */
export const usedOf = (draft, rank) =>
  draft.cards.flat().filter((card) => card[0] === rank).length;

/** One more card for the seat whose turn it is, then the next seat; after the last, the lances. */
export function addCard(draft, card) {
  if (draft.cards[draft.at].length === 4) return draft;
  const cards = draft.cards.map((four, seat) => (seat === draft.at ? [...four, card] : four));
  const next = { ...draft, cards, noCards: false };
  if (cards[draft.at].length < 4) return next;
  const order = seatOrder(next);
  const open = order.find((seat) => cards[seat].length < 4);
  return open === undefined ? { ...next, step: "lances" } : { ...next, at: open };
}

/** Takes the last card back, of this seat or of the one before it. */
export function takeBack(draft) {
  const order = seatOrder(draft);
  const here = order.indexOf(draft.at);
  const from = draft.cards[draft.at].length
    ? draft.at
    : order.slice(0, here).reverse().find((seat) => draft.cards[seat].length);
  if (from === undefined) return draft;
  const cards = draft.cards.map((four, seat) => (seat === from ? four.slice(0, -1) : four));
  return { ...draft, cards, at: from };
}

/** On with this seat; one that is full is taken up anew. */
export function toSeat(draft, seat) {
  if (draft.cards[seat].length < 4) return { ...draft, at: seat };
  const cards = draft.cards.map((four, each) => (each === seat ? [] : four));
  return { ...draft, at: seat, cards };
}

/** From the mano, as they speak. */
export const seatOrder = ({ mano, seats }) =>
  Array.from({ length: seats }, (_, step) => (mano + step) % seats);

/** Which suits a rank has to be asked for: juego real and jokers alone care (§10). */
export function needsSuit(ruleset, rank) {
  if (ruleset.jokers && rank === "S") return true;
  if (ruleset.juego_real === "sota_oros") return rank === "S";
  return ruleset.juego_real === "fourth_suit" && "S7".includes(rank);
}

export const isJoker = (ruleset, rank, suit) =>
  ruleset.jokers && rank === "S" && (suit === "o" || suit === "c");

// What was said

/** What each seat said: as the table tapped it, as the cards say, or no. */
export function declared(draft, ruleset) {
  const truth = truthOf(draft, ruleset);
  const said = (lance) => draft.said[lance].map((word, seat) => word ?? truth[lance][seat] ?? false);
  return { pares: said("pares"), juego: said("juego") };
}

export function truthOf(draft, ruleset) {
  const none = Array(draft.seats).fill(null);
  if (draft.noCards) return { pares: none, juego: none };
  const known = draft.cards.map((four) => (four.length === 4 ? four : null));
  return declarationsFromCards(known, ruleset);
}

export function toggleSaid(draft, lance, seat, ruleset) {
  const now = declared(draft, ruleset)[lance][seat];
  const said = draft.said[lance].map((word, each) => (each === seat ? !now : word));
  return { ...draft, said: { ...draft.said, [lance]: said } };
}

// Bets: the calls of one lance

export const other = (side) => (side === "A" ? "B" : "A");
export const isClosed = (calls) => ["quiero", "no_quiero"].includes(calls.at(-1)?.call);

/** The stake that stands; 0 before any. An órdago keeps the one before it. */
export const standing = (calls) => calls.reduce((stake, call) => call.stake ?? stake, 0);

export const withCalls = (draft, lance, calls) => ({
  ...draft,
  bets: { ...draft.bets, [lance]: calls },
});

export const bet = (calls, by) => [...calls, { by, call: "envido", stake: standing(calls) + 2 }];
export const answer = (calls, call) => [...calls, { by: other(calls.at(-1).by), call }];

/** The last bet made larger, or an órdago in its place. */
export function enlarge(calls, more) {
  const last = calls.at(-1);
  return [...calls.slice(0, -1), { ...last, stake: last.stake + more }];
}

export const intoOrdago = (calls) => [
  ...calls.slice(0, -1),
  { by: calls.at(-1).by, call: "ordago" },
];

// The record

/** The record as the table has entered it; of lances that may be bet and were reached. */
export function recordOf(draft, ruleset, over = new Set()) {
  const mano = { mano: draft.mano };
  if (draft.quick) {
    const { stones, game_winner } = draft.quick;
    const taken = stones.map((each) => each ?? 0);
    return { ...mano, quick: { stones: taken, ...(game_winner && { game_winner }) } };
  }
  const words = declared(draft, ruleset);
  const open = (lance) => !DECLARED.includes(lance) || mayBet(lance, words[lance]);
  const bets = LANCES.filter((l) => draft.bets[l]?.length && open(l) && !over.has(l));
  return {
    ...mano,
    ...(!draft.noCards && { cards: draft.cards.map((four) => four.join(" ")) }),
    declared: words,
    bets: Object.fromEntries(bets.map((lance) => [lance, draft.bets[lance]])),
    ...(draft.infractions.length && {
      infractions: draft.infractions.map((seat) => ({ kind: "false_claim", seat })),
    }),
    ...(draft.claim && { claim: draft.claim }),
  };
}

/**
 * The record, settled where the hand stands: `{record, result, settlement, over}`; `result`: what
 * `settleOrRefuse` gave, `settlement`: null with faults, `over`: the lances that were not played
 * any more because the game had ended.
 */
export function settled(draft, { ruleset }) {
  const at = { ruleset, score: draft.score };
  const settledWith = (over) => {
    const record = recordOf(draft, ruleset, over);
    const result = settleOrRefuse({ ...at, ...record });
    return { record, result, settlement: result.settlement ?? null, over };
  };
  const whole = settledWith(new Set());
  const { faults } = whole.result;
  const late = faults.filter((each) => each.code === "bets_after_game_over");
  if (!late.length || late.length < faults.length) return whole;
  return settledWith(new Set(late.map((each) => each.path.slice("bets.".length))));
}
