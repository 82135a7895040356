// The draft: a hand while it is entered. Every change returns a new draft; the record is made from
// it. What is on the screen is the draft's step, and these moves alone lead from one to another:
//
//              ┌───────┐  lances, unseen  ┌────────┐
//     new ───▶ │ cards │ ───────────────▶ │ lances │ ◀─── a hand to correct, a refused hand
//              └───────┘ ◀─────────────── └────────┘
//                │   ▲       cards          │    ▲
//         stones │   │ cards         review │    │ change
//                ▼   │                      ▼    │
//              ┌────────┐     review      ┌────────┐  save
//              │ stones │ ──────────────▶ │ review │ ──────▶ outbox
//              └────────┘ ◀────────────── └────────┘
//                             change
//
// A hand in the order in which it is played (`order`: "played") begins at the lances, and goes from the cards to the review.
// It has cards once one was typed: until then it settles where nobody's cards matter, and a word that was not said is
// in no record, so that nothing is paid on a guess.
//
// `review` opens only for a hand that settles. A card too many closes the way from the cards until somebody has looked
// (`extra`: its rank). `entry` says what the record is made of: "cards",
// "unseen" (declarations and bets, no cards shown) or "stones" (the outcome alone); a move to the
// other way keeps what was typed in this one.
//
// A draft is of a new hand, unless `edit` names the hand that it corrects. `instead` names the
// refused actions that it replaces, and `under` is the new hand that waits until it is saved.

import { mostOf, placeOf } from "../mus/cards.js";
import { declarationsFromCards, LANCES, mayBet, RANKS, settleOrRefuse, settleQuick } from "../mus/core.js";
import { rulesetIn } from "./fold.js";

/** @import { Call, Card, Draft, Hand, HandRecord, Item, Lance, Match, Pair2, Ruleset, Side, Table } from "./types" */

/** @type {string[]} */
export const DECLARED = ["pares", "juego"];

/** In which order a hand is entered: its cards first, or as it is played. @type {NonNullable<Draft["order"]>[]} */
export const ORDERS = ["cards", "played"];
export const isPlayed = (draft) => draft.order === "played";
/** @returns {Draft["step"]} */
const firstStep = (order) => (order === "played" ? "lances" : "cards");

/** An empty draft for the next hand of the match. @param {any} match @returns {Draft} */
export function newDraft(match, { quick = false, order = ORDERS[0] } = {}) {
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
    extra: null,
    cards: Array.from({ length: seats }, () => []),
    order,
    step: quick ? "stones" : firstStep(order),
    entry: quick ? "stones" : "cards",
    said: { pares: Array(seats).fill(null), juego: Array(seats).fill(null) },
    bets: {},
    infractions: [],
    claim: null,
    quick: { stones: [null, null], game_winner: null },
    agreed: [],
    edit: null,
    reason: "",
  };
}

/** A draft as it was stored, by this version or by an earlier one. @param {any} stored @returns {Draft | null} */
export function draftFrom(stored) {
  if (!stored || "entry" in stored) return stored;
  const { noCards, quick, under, ...rest } = stored;
  const entry = quick ? "stones" : noCards ? "unseen" : "cards";
  return {
    ...rest,
    entry,
    step: quick ? "stones" : rest.step,
    quick: quick ?? { stones: [null, null], game_winner: null },
    agreed: [],
    ...(under && { under: draftFrom(under) }),
  };
}

// The moves from step to step

/** @param {Draft["step"]} step @param {Draft["entry"]} [entry] */
const to = (step, entry) => (/** @type {Draft} */ draft) => ({ ...draft, step, entry: entry ?? draft.entry });
const toCards = to("cards", "cards");
const toLances = (draft) => (draft.extra ? draft : { ...draft, step: "lances", entry: draft.entry === "unseen" ? "unseen" : "cards" });
const toStones = to("stones", "stones");
const back = (draft) => ({ ...draft, step: draft.entry === "stones" ? "stones" : "lances", agreed: [] });
/** From the last step of a hand as it is played; to the lances where something of them is missing. */
const onward = (draft, match) => {
  if (!isPlayed(draft)) return draft;
  const next = toReview(draft, match);
  return next === draft ? toLances(draft) : next;
};
const toReview = (draft, match) => (!draft.extra && outcomeOf(draft, match).settlement?.ok ? { ...draft, step: "review" } : draft);

/** @type {Record<Draft["step"], Record<string, (draft: Draft, match?: any) => Draft>>} */
const MOVES = {
  cards: { lances: toLances, review: onward, unseen: to("lances", "unseen"), stones: toStones },
  lances: { cards: to("cards"), stones: toStones, review: toReview },
  stones: { cards: toCards, review: toReview },
  review: { change: back },
};

/** The draft after a move; unchanged where its step has no such move, or the hand is not complete.
 * @param {Draft} draft @param {string} name @param {Pick<Match, "ruleset">} [match] @returns {Draft} */
export const move = (draft, name, match) => MOVES[draft.step][name]?.(draft, match) ?? draft;

/** The draft in the order that the tablet has now; one in which nothing was entered begins at that order's first step.
 * @param {Draft} draft @param {Draft["order"]} order @returns {Draft} */
export const inOrder = (draft, order) => ({ ...draft, order, step: isBlank(draft) ? firstStep(order) : draft.step });

/** Whether neither cards, words nor bets were entered. @param {Draft} draft */
export const isBlank = (draft) =>
  !countOf(draft) && isAllPassed(draft) && !Object.values(draft.said).flat().some((word) => word !== null);

/** Whether nothing but cards was entered: no bet, no word that differs from the cards, no claim.
 * @param {Draft} draft */
export const isAllPassed = (draft) =>
  draft.entry !== "stones" && !Object.values(draft.bets).some((calls) => calls?.length);

/** Whether the hand of a draft is still the next hand of its match.
 * @param {Draft} draft @param {Match} match */
export const isNext = (draft, match) =>
  draft.game === match.game?.number && draft.hand === match.hand?.number;

/** The draft with the match's current score and mano, which may have been corrected meanwhile. */
export function inPlace(draft, match) {
  if (draft.edit || !isNext(draft, match)) return draft;
  const mano = match.mano_free ? draft.mano : match.mano;
  return { ...draft, score: match.game.score, manoFree: match.mano_free, mano };
}

// Cards

export const isFull = (draft) => draft.cards.every((four) => four.length === 4);
/** Whether the record has cards; a hand as it is played has none before the first. @param {Draft} draft */
export const hasCards = (draft) => draft.entry === "cards" && (!isPlayed(draft) || countOf(draft) > 0);
export const countOf = (draft) => draft.cards.reduce((sum, four) => sum + four.length, 0);

/** How many cards of a rank the draft already has. @param {Draft} draft @param {string} rank */
export const usedOf = (draft, rank) =>
  draft.cards.flat().filter((card) => card[0] === rank).length;

/** How many cards there are of each rank, of how many, highest first. Kings and aces are one with what stands for them.
 * @param {Draft} draft @param {any} ruleset @returns {{rank: string, used: number, most: number}[]} */
export function countsOf(draft, ruleset) {
  const groups = new Map();
  for (const rank of RANKS) {
    const most = mostOf(rank, ruleset);
    const place = placeOf({ rank, standsFor: "" }, ruleset);
    const { used = 0, most: before = 0 } = groups.get(place) ?? {};
    if (most) groups.set(place, { rank: place === 1 ? "A" : groups.get(place)?.rank ?? rank, used: used + usedOf(draft, rank), most: before + most });
  }
  return [...groups.entries()].sort(([a], [b]) => b - a).map(([, group]) => group);
}

/** Where cards that cannot be begin, such as those of a draft whose match has another pack since: the first seat, from the
 * mano, with more of a rank than are left, and that rank; null where all can be.
 * @param {Draft} draft @param {any} ruleset @returns {{seat: number, rank: string} | null} */
export function impossibleAt(draft, ruleset) {
  const left = Object.fromEntries(RANKS.map((rank) => [rank, mostOf(rank, ruleset)]));
  for (const seat of seatOrder(draft)) {
    for (const [rank] of draft.cards[seat]) {
      left[rank] -= 1;
      if (left[rank] < 0) return { seat, rank };
    }
  }
  return null;
}

/** A card that there is no room for: some earlier tap was one too many, or this one is.
 * @param {Draft} draft @param {string} rank @returns {Draft} */
export const tooMany = (draft, rank) => ({ ...draft, extra: rank });

/** Somebody has looked at the cards, which alone opens the way on: ⌫ takes back a card that was right as well. @param {Draft} draft @returns {Draft} */
export const looked = (draft) => ({ ...draft, extra: null });

/** Adds a card to the current seat. After its fourth card the next open seat follows. The sixteenth
 * leads nowhere: the lances are a step of their own, so that no card too many is taken for a bet.
 * @param {Draft} draft @param {string} card @returns {Draft} */
export function addCard(draft, card) {
  if (draft.cards[draft.at].length === 4) return draft;
  const cards = draft.cards.map((four, seat) => (seat === draft.at ? [...four, card] : four));
  /** @type {Draft} */
  const next = { ...draft, cards, entry: "cards" };
  if (cards[draft.at].length < 4) return next;
  const order = seatOrder(next);
  const open = order.find((seat) => cards[seat].length < 4);
  return open === undefined ? next : { ...next, at: open };
}

/** Removes the last card of this seat; if it has none, of an earlier seat.
 * @param {Draft} draft @returns {Draft} */
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

/** Goes to a seat; the cards of a full seat are cleared and entered again.
 * @param {Draft} draft @param {number} seat @returns {Draft} */
export function toSeat(draft, seat) {
  if (draft.cards[seat].length < 4) return { ...draft, at: seat };
  const cards = draft.cards.map((four, each) => (each === seat ? [] : four));
  return { ...draft, at: seat, cards };
}

/** The seats in the order of speaking, from the mano. */
export const seatOrder = ({ mano, seats }) =>
  Array.from({ length: seats }, (_, step) => (mano + step) % seats);

/** Whether the suit of a rank must be asked: only juego real and jokers need suits (§10). */
export function needsSuit(ruleset, rank) {
  if (ruleset.jokers && rank === "S") return true;
  if (ruleset.juego_real === "sota_oros") return rank === "S";
  return ruleset.juego_real === "fourth_suit" && "S7".includes(rank);
}

export const isJoker = (ruleset, rank, suit) =>
  ruleset.jokers && rank === "S" && (suit === "o" || suit === "c");

// What was said

/** The declaration of each seat: as tapped; otherwise by the cards; null where neither is there yet.
 * @param {Draft} draft @param {Ruleset} ruleset */
export function wordsOf(draft, ruleset) {
  const truth = truthOf(draft, ruleset);
  const said = (lance) => draft.said[lance].map((word, seat) => word ?? truth[lance][seat]);
  return { pares: said("pares"), juego: said("juego") };
}

/** The declaration of each seat; no where it is not known.
 * @param {Draft} draft @param {Ruleset} ruleset */
export function declared(draft, ruleset) {
  const { pares, juego } = wordsOf(draft, ruleset);
  return { pares: pares.map(Boolean), juego: juego.map(Boolean) };
}

/** Everybody whose word is not known has said no. @param {Draft} draft @param {Ruleset} ruleset @returns {Draft} */
export const othersNo = (draft, lance, ruleset) => ({ ...draft, said: { ...draft.said, [lance]: declared(draft, ruleset)[lance] } });

export function truthOf(draft, ruleset) {
  const none = Array(draft.seats).fill(null);
  if (draft.entry === "unseen") return { pares: none, juego: none };
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

/** The current stake; 0 before any bet. An órdago does not change it. @param {Call[]} calls */
export const standing = (calls) => calls.reduce((stake, call) => call.stake ?? stake, 0);

export const withCalls = (draft, lance, calls) => ({
  ...draft,
  bets: { ...draft.bets, [lance]: calls },
});

export const bet = (calls, by) => [...calls, { by, call: "envido", stake: standing(calls) + 2 }];
export const answer = (calls, call) => [...calls, { by: other(calls.at(-1).by), call }];

/** Changes the last bet by `more`, which may be negative, but not below the least stake. */
export const enlarge = (calls, more) =>
  atStake(calls, Math.max(leastStake(calls), calls.at(-1).stake + more));

/** One step while a key is held: makes the pair's open bet larger, or begins a bet. */
export function grow(calls, by) {
  const last = calls.at(-1);
  return last?.call === "envido" && last.by === by ? enlarge(calls, 1) : bet(calls, by);
}

/** Sets the last bet to another stake. */
export const atStake = (calls, stake) => [...calls.slice(0, -1), { ...calls.at(-1), stake }];

/** The least possible stake of the last bet: 2 above the stake before it. */
export const leastStake = (calls) => standing(calls.slice(0, -1)) + 2;

/** The stakes with their own keys, in addition to the least stake. */
export const stakesOf = (calls) => [1, 2, 3, 4, 6, 8].map((more) => leastStake(calls) + more);

export const intoOrdago = (calls) => [
  ...calls.slice(0, -1),
  { by: calls.at(-1).by, call: "ordago" },
];

// The record

/** The record of a draft, with the bets on lances that may be bet and are not in `over`.
 * @param {Draft} draft @param {Ruleset} ruleset @param {Set<string>} over @returns {HandRecord} */
export function recordOf(draft, ruleset, over = new Set()) {
  const mano = { mano: draft.mano };
  if (draft.entry === "stones") {
    const { stones, game_winner } = draft.quick;
    const taken = /** @type {Pair2} */ (stones.map((each) => each ?? 0));
    return { ...mano, quick: { stones: taken, ...(game_winner && { game_winner }) } };
  }
  const words = declared(draft, ruleset);
  const unsaid = wordsOf(draft, ruleset);
  const said = DECLARED.filter((lance) => !isPlayed(draft) || !unsaid[lance].includes(null));
  const open = (lance) => !DECLARED.includes(lance) || mayBet(lance, words[lance]);
  const bets = LANCES.filter((l) => draft.bets[l]?.length && open(l) && !over.has(l));
  return {
    ...mano,
    ...(hasCards(draft) && { cards: draft.cards.map((four) => four.join(" ")) }),
    declared: Object.fromEntries(said.map((lance) => [lance, words[lance]])),
    bets: Object.fromEntries(bets.map((lance) => [lance, draft.bets[lance]])),
    ...(draft.infractions.length && {
      infractions: draft.infractions.map((seat) => ({ kind: "false_claim", seat })),
    }),
    ...(draft.claim && { claim: draft.claim }),
  };
}

/** What the draft comes to: its record and settlement, by cards or by stones alone.
 * @param {Draft} draft @param {Pick<Match, "ruleset">} match */
export function outcomeOf(draft, match) {
  if (draft.entry !== "stones") return settled(draft, match);
  const ruleset = rulesetIn(match, draft.game);
  const record = recordOf(draft, ruleset);
  const { target } = ruleset;
  return { record, settlement: settleQuick(record.quick, { score: draft.score, target }), over: new Set() };
}

const MORE = ["cards_required", "bad_cards", "declaration_required"];

/** Whether nothing but cards, or words that follow from them, is missing from a hand as it is played.
 * @param {{settlement: any, result?: any}} outcome */
export const lacksCards = ({ settlement, result }) => !settlement && result.faults.every(({ code }) => MORE.includes(code));

/** What the refused bets of a hand pay at once, whatever the cards: the dejes, and the stones and score of both pairs by them.
 * @param {Draft} draft @param {{record: any, result?: any}} outcome */
export function dejesOf(draft, { record, result }) {
  const isPunto = record.declared.juego?.every((word) => !word);
  const bets = result.betting?.bets ?? [];
  const dejes = bets.flatMap(({ kind, by, stones }, place) => (kind === "refused" ? [{ pair: by, lance: place === 3 && isPunto ? "punto" : LANCES[place], stones }] : []));
  const taken = (side) => dejes.reduce((sum, { pair, stones }) => sum + (pair === side ? stones : 0), 0);
  const stones = [taken("A"), taken("B")];
  return { dejes, stones, score: stones.map((more, side) => draft.score[side] + more) };
}

/**
 * Makes the record and settles it at the draft's score: `{record, result, settlement, over}`.
 * `result`: of `settleOrRefuse`; `settlement`: null when there are faults; `over`: the lances that
 * were not played because a deje or a seen órdago had ended the game.
 *
 * @param {Draft} draft
 * @param {Pick<Match, "ruleset">} match
 * @returns {{record: HandRecord, result: any, settlement: any, over: Set<string>}}
 */
export function settled(draft, match) {
  const ruleset = rulesetIn(match, draft.game);
  const at = { ruleset, score: draft.score };
  const settledWith = (over) => {
    const record = recordOf(draft, ruleset, over);
    const result = settleOrRefuse({ ...at, ...record });
    const ended = LANCES.indexOf(result.betting?.endedAt);
    const unplayed = ended < 0 ? [] : LANCES.slice(ended + 1);
    return { record, result, settlement: result.settlement ?? null, over: new Set(unplayed) };
  };
  const whole = settledWith(new Set());
  const late = whole.result.faults.filter((each) => each.code === "bets_after_game_over");
  if (!late.length) return whole;
  return settledWith(new Set(late.map((each) => each.path.slice("bets.".length))));
}
