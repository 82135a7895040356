// The expected state of a match: the server's state, with every waiting action of the device
// applied by the same rules as on the server (mus/course.py).

import { follow, LEVEL, matchOutcome, nextSeat, settleEntered, tally } from "../mus/course.js";
import { LANCES, PRESETS, rulesetFrom, withTarget } from "../mus/core.js";

/** @import { Action, Hand, HandRecord, Item, LocalTable, Match, Table } from "./types" */

const CONTEXT = ["format", "id", "ruleset", "mano", "score"];
const SIDES = ["A", "B"];

/** The content of a record that the table entered, without the fields that the match gives.
 * @param {HandRecord} record @returns {HandRecord} */
export const contentOf = (record) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !CONTEXT.includes(name)));

/**
 * The table with every possible waiting action applied. `marks`: key → "applied", "late" (the place
 * is taken), "gap" (an earlier hand is missing) or "unfit"; `order`: the keys of the applied
 * actions, in order.
 *
 * @param {Table} table
 * @param {Item[]} items
 * @returns {LocalTable}
 */
export function localTable(table, items) {
  const local = structuredClone({ match: table.match, last: table.last, next: table.next });
  for (const card of [local.match, local.last, ...(local.next ?? [])]) if (card) card.own = table.device?.pair ?? null;
  const marks = new Map();
  const order = [];
  let open = items.filter((item) => item.status === "waiting");
  for (let moved = true; moved; ) {
    moved = false;
    for (const item of open) {
      const mark = applied(local, item);
      marks.set(item.key, mark);
      if (mark === "applied") {
        order.push(item.key);
        moved = true;
      }
    }
    open = open.filter((item) => marks.get(item.key) === "gap");
  }
  return { ...local, current: local.match ?? local.last, marks, order };
}

/** The rule set of a game: the last that a match can have may be played to stones of its own, and a game keeps
 * those that it began with (S7).
 * @param {Pick<Match, "ruleset"> & Partial<Match>} match @param {number} game */
export function rulesetIn({ ruleset, history = [], best_of, last_game_stones }, game) {
  const first = history.find((hand) => hand.game === game);
  if (first) return withTarget(ruleset, rulesetFrom(first.record.ruleset)?.target);
  return game > 1 && game === best_of ? withTarget(ruleset, last_game_stones) : ruleset;
}

/** Whether an action is a message to the desk alone, which changes no match.
 * @param {import("./types").Action} action */
export const isMessage = ({ kind }) => kind.startsWith("attention.");

/** Catches every error, so that an unreadable action does not stop the others. The server will say
 * why it refuses it. */
function applied(local, item) {
  try {
    return applyTo(local, item);
  } catch (error) {
    console.warn("an action that cannot be applied", item, error);
    return "unfit";
  }
}

function applyTo(local, { action, key, on }) {
  if (isMessage(action)) return "applied";
  if (action.kind === "match.start") return begin(local, action);
  if (action.kind === "match.take_back_start") return takeBackStart(local, action);
  const match = [local.match, local.last].find((each) => each?.id === action.match);
  if (!match || !isSeen(match, action, on)) return "unfit";
  return apply(match, action, key);
}

/** Whether a change finds the hand that was seen, if any stands in its place: another one, entered
 * after that had been taken back elsewhere, is not changed. */
function isSeen(match, { game, hand: number, version }, on) {
  const hand = on && match.history.find((each) => each.game === game && each.number === number);
  if (!hand || (hand.version && hand.version === version)) return true;
  return hand.key === on.key && Boolean(hand.key || hand.version === on.version);
}

/** Applies one action and changes `match` itself; returns how it went.
 * @param {Match} match @param {any} action @param {string | null} key @returns {"applied" | "late" | "gap" | "unfit"} */
export function apply(match, action, key = null) {
  const verb = VERBS[action.kind];
  return verb ? verb(match, action, key) : "unfit";
}

const VERBS = {
  "hand.record": record,
  "hand.correct": correct,
  "hand.undo": undo,
  "game.confirm": (match, { game, by }) =>
    agree(match, match.confirmed.games, String(game), by, game === match.games.length),
  "match.confirm": (match, { by }) => agree(match, match.confirmed, "match", by, true),
  "call.raise": () => "applied",
};

/** `isLast`: by this agreement a match ends whose result waits for one of these pairs. */
function agree(match, where, name, by, isLast) {
  where[name] = SIDES.filter((side) => by.includes(side) || where[name]?.includes(side));
  if (isLast && match.awaits && by.includes(match.awaits)) {
    Object.assign(match, { winner: sideOf(outcomeOf(match)), status: "finished", awaits: null });
  }
  return "applied";
}

function begin(local, action) {
  const card = local.next.find((each) => each.id === action.match);
  if (!card) return "late";
  const kings = action.four_kings ? 4 : card.ruleset.kings;
  local.next = local.next.filter((each) => each !== card);
  local.last = local.match ?? local.last;
  const pairs = { ...card.pairs };
  for (const [side, players] of Object.entries(action.names ?? {})) pairs[side] = { ...pairs[side], players };
  local.match = {
    ...card,
    pairs,
    status: "playing",
    winner: null,
    seating: action.seating,
    first_mano: action.first_mano,
    four_kings: action.four_kings,
    ruleset: { ...card.ruleset, kings },
    games_won: [0, 0],
    games: [],
    game: { number: 1, score: [0, 0] },
    hand: { number: 1 },
    mano: action.first_mano,
    mano_free: card.ruleset.first_hand === "corrida",
    awaiting_ruling: false,
    awaits: null,
    open_rulings: 0,
    history: [],
    confirmed: { games: {}, match: [] },
  };
  return "applied";
}

/** Takes back the start of the match; only possible before its first hand. */
function takeBackStart(local, action) {
  const { match } = local;
  if (match?.id !== action.match) return "late";
  if (match.history.length || match.games.some((game) => game.winner)) return "unfit";
  const { id, own, best_of, all_played, vaca, pairs, ruleset, last_game_stones, four_kings, four_kings_allowed } = match;
  const kings = four_kings ? (PRESETS[ruleset.preset]?.kings ?? ruleset.kings) : ruleset.kings;
  const card = { id, own, best_of, all_played, vaca, pairs, ruleset: { ...ruleset, kings }, last_game_stones, four_kings_allowed };
  local.next = [card, ...local.next];
  local.match = null;
  return "applied";
}

function record(match, action, key) {
  const place = match.hand && [match.game.number, match.hand.number];
  if (!place) return "late";
  const order = action.game - place[0] || action.hand - place[1];
  if (order) return order < 0 ? "late" : "gap";
  const { mano } = action.record;
  const at = {
    ruleset: rulesetIn(match, action.game),
    mano: match.mano_free ? (mano ?? match.mano) : match.mano,
    score: match.game.score,
  };
  const content = contentOf(action.record);
  const { hand } = settleEntered({ content }, at);
  if (!hand) return "unfit";
  match.history.push({
    game: action.game,
    number: action.hand,
    version: null,
    key,
    waits: true,
    verified: !content.quick,
    ruled: null,
    ...inEffect(hand),
  });
  advance(match);
  return "applied";
}

const inEffect = ({ record: entered, settlement, stones, score, gameWinner }) => ({
  record: entered,
  settlement,
  stones,
  score,
  game_winner: gameWinner,
});

function correct(match, action, key) {
  const place = match.history.findIndex(
    (hand) => hand.game === action.game && hand.number === action.hand,
  );
  if (place < 0) return "gap";
  const was = match.history[place];
  const changed = {
    ...was,
    key,
    waits: true,
    ruled: null,
    verified: !action.record.quick,
    record: { mano: action.record.mano ?? was.record.mano, ...contentOf(action.record) },
  };
  return refold(match, match.history.map((each, at) => (at === place ? changed : each)));
}

function undo(match, action) {
  const last = match.history.at(-1);
  if (!last || last.game !== action.game || last.number !== action.hand) return "gap";
  return refold(match, match.history.slice(0, -1));
}

/** Computes the whole match again from the entered hands. If a game now ends earlier, its later
 * hands are dropped. */
function refold(match, entered) {
  const decided = match.games.filter((game) => game.ended_by && game.ended_by !== "hands");
  const most = Math.max(0, ...entered.map((hand) => hand.game), ...decided.map((g) => g.number));
  const numbers = Array.from({ length: most }, (_, place) => place + 1);
  const ofGame = (number) => entered.filter((hand) => hand.game === number);
  const wordOn = (number) => decided.find((game) => game.number === number);
  const course = follow(
    numbers.map((number) => ({
      hands: ofGame(number).map((hand) => ({
        content: contentOf(hand.record),
        mano: hand.record.mano,
        ruled: hand.ruled ?? null,
      })),
      decided: wordOn(number)?.winner,
      target: rulesetFrom(rulesetIn(match, number))?.target,
    })),
    { ruleset: match.ruleset, bestOf: match.best_of, allPlayed: match.all_played, vaca: match.vaca, firstMano: match.first_mano ?? 0 },
  );
  if (!course.games) return "unfit";
  const played = course.games.filter((game) => game.hands.length || game.winner);
  const games = played.map(({ hands, score, winner }, place) => ({
    number: place + 1,
    score,
    winner,
    ended_by: wordOn(place + 1)?.ended_by ?? (winner ? "hands" : ""),
    hands: hands.length,
  }));
  const history = played.flatMap(({ hands }, place) =>
    hands.map((hand, at) => ({ ...ofGame(place + 1)[at], ...inEffect(hand) })),
  );
  stand(match, { history, games, turn: played.at(-1)?.nextMano ?? match.first_mano ?? 0 });
  return "applied";
}

/** Whether a pair has the games it needs, or all are played. A match that awaits a ruling before that is held up by a
 * claim (S8).
 * @param {{games_won: number[], best_of: number, all_played?: boolean}} match */
export const isWon = (match) => outcomeWith(match, match.games_won) !== null;

const outcomeWith = (match, games) => matchOutcome(games, match.best_of, match.all_played);
const sideOf = (outcome) => (outcome === LEVEL ? null : outcome);

/** The side that won a match, or LEVEL, also while the other pair has not agreed yet; null while it goes on.
 * @param {Match} match */
export const outcomeOf = (match) =>
  match.winner ?? (match.awaits || match.status === "finished" ? outcomeWith(match, match.games_won) : null);

/** Updates the games after one new hand; `refold` does the same for all hands. */
function advance(match) {
  const hand = match.history.at(-1);
  let game = match.games.find((each) => each.number === hand.game);
  if (!game) match.games.push((game = { number: hand.game, hands: 0 }));
  const winner = hand.game_winner;
  const ended = winner ? "hands" : "";
  Object.assign(game, { score: hand.score, winner, ended_by: ended, hands: hand.number });
  if (hand.settlement.needs_ruling) match.open_rulings += 1;
  const turn = nextSeat(hand.record.mano, rulesetFrom(match.ruleset).seats);
  stand(match, { history: match.history, games: match.games, turn });
}

/** Sets the place of the next hand, or the end of the match. What the winner's own phone enters waits for the other
 * pair, and so does a level end that either phone enters. */
function stand(match, { history, games, turn }) {
  const { won } = tally(games.map((game) => game.winner), match.vaca);
  const outcome = outcomeWith(match, won);
  const waits = Boolean(outcome && match.open_rulings);
  const mine = match.own && SIDES.find((side) => match.pairs[side].number === match.own);
  const isAlone = Boolean(mine && !waits && (outcome === mine || outcome === LEVEL));
  const ended = waits || isAlone ? null : outcome;
  const open = games.find((game) => !game.winner);
  const following = outcome
    ? { game: null, hand: null, mano: null, mano_free: false }
    : {
        game: { number: open?.number ?? games.length + 1, score: open?.score ?? [0, 0] },
        hand: { number: (open?.hands ?? 0) + 1 },
        mano: turn,
        mano_free: !open?.hands && rulesetFrom(match.ruleset).first_hand === "corrida",
      };
  Object.assign(match, following, {
    history,
    games,
    games_won: won,
    winner: sideOf(ended),
    status: ended ? "finished" : "playing",
    awaiting_ruling: waits,
    awaits: isAlone ? SIDES.find((side) => side !== mine) : null,
  });
}

export const endOf = (match) => (match.status === "finished" ? outcomeOf(match) : null);

/** Whether a record says the same as the hand that stands in its place: the same words, and, with
 * its own cards, the same stones. @param {Match} match @param {Hand} theirs @param {HandRecord} mine */
export function isSameHand(match, theirs, mine) {
  const { mano } = theirs.record;
  if ((mine.mano ?? mano) !== mano || saidIn(mine) !== saidIn(theirs.record)) return false;
  const claimed = (/** @type {HandRecord} */ { claim }) => String(claim ?? theirs.stones);
  return String(stonesInPlaceOf(match, theirs, mine)) === String(theirs.stones) && claimed(mine) === claimed(theirs.record);
}

/** The stones of a record where another hand stands; null where it does not settle there.
 * @param {any} match @param {any} theirs @param {HandRecord} mine @returns {number[] | null} */
export function stonesInPlaceOf(match, theirs, mine) {
  const { mano } = theirs.record;
  const score = theirs.score.map((stones, side) => stones - theirs.stones[side]);
  const { hand } = settleEntered({ content: contentOf(mine) }, { ruleset: rulesetIn(match, theirs.game), mano: mine.mano ?? mano, score });
  return hand?.stones ?? null;
}

/** What was said in a hand, in one text. @param {HandRecord} content */
const saidIn = ({ declared, bets = {}, infractions = [], quick }) =>
  JSON.stringify([
    declared?.pares, declared?.juego, quick?.game_winner ?? null, Boolean(quick),
    infractions.map(({ seat }) => seat).sort(),
    LANCES.map((lance) => bets[lance]?.map(({ by, call, stake = null }) => [by, call, stake]) ?? []),
  ]);
