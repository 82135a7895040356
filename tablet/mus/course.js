// The course of a match: settles its hands in order, moving the mano, until games and match are over
// (mus/course.py).

import { settleQuick } from "./quick.js";
import { rulesetFrom, withTarget } from "./ruleset.js";
import { settleOrRefuse } from "./settling.js";
import { whole } from "./values.js";

const CONTEXT = ["format", "id", "ruleset", "mano", "score"];
const SIDES = ["A", "B"];

/** The mano moves one seat to the right after each hand (H5). */
export const nextSeat = (mano, seats) => (mano + 1) % seats;

/** What A and B have won by who won the games in order; `vaca`: with so many games each, vacas (T1); `games`: those of
 * the vaca that is played. */
export const tally = (winners, vaca = 1) => {
  /** @type {[number, number]} */
  const won = [0, 0];
  let games = [0, 0];
  for (const winner of winners.filter(Boolean)) {
    const side = SIDES.indexOf(winner);
    games[side] += 1;
    if (games[side] < vaca) continue;
    won[side] += 1;
    games = [0, 0];
  }
  return { won, games };
};

export const LEVEL = "level";

/** The side that has won the match with these games of A and B, or LEVEL; null while it goes on. `allPlayed`:
 * every game is played, even after one side cannot be caught; an even number always is (T1). More may have
 * been played than `bestOf`, which was reduced since: they count, and at equal games of an odd number one more
 * decides (T5). */
export const matchOutcome = ([a, b], bestOf, allPlayed) => {
  const isEven = bestOf % 2 === 0;
  if (allPlayed || isEven) {
    if (a + b < bestOf) return null;
    if (a === b) return isEven ? LEVEL : null;
    return a > b ? "A" : "B";
  }
  return 2 * a > bestOf ? "A" : 2 * b > bestOf ? "B" : null;
};

/**
 * The whole match from `games` of `{hands: [{name, content, mano?, ruled?}],
 * decided?, target?}`. `content`: a record without the fields that the course gives (id, ruleset, mano,
 * score). `mano`: the seat that was found mano in a game's first hand (H4). `ruled`: an official's
 * `{stones, game_winner}`. `decided`: the winner that an official named. Hands entered after a game
 * or the match was over are dropped. `target`: the stones that win the game, where it has its own (S7).
 *
 * @returns {{games: any[], outcome: any, problem?: undefined} | {problem: any, games?: undefined}}
 *
 * Returns `{games: [{mano, hands, fellAway, score, winner, nextMano}], outcome}`; each hand is
 * `{record, settlement, mano, stones, score, gameWinner}`. Or returns `{problem}`: `{game, later}`
 * when a game was left open before a later one, `{game, hand, faults}` when a hand cannot be
 * settled.
 */
export function follow(games, { ruleset, bestOf, firstMano, allPlayed = false, vaca = 1 }) {
  const rules = rulesetFrom(ruleset);
  /** @type {{games: any[], outcome: any}} */
  const course = { games: [], outcome: null };
  const keepsAll = allPlayed || bestOf % 2 === 0; // also games above a number that was reduced since (T5)
  let turn = firstMano;
  for (const [index, entered] of games.entries()) {
    if (course.outcome && !(keepsAll && (entered.hands.length || entered.decided))) {
      const fellAway = entered.hands.length;
      course.games.push(gameCourse({ mano: turn, nextMano: turn, fellAway }));
      continue;
    }
    const game = followGame(entered, ruleset, rules, turn);
    if (game.faults) return { problem: { game: index + 1, hand: game.hand, faults: game.faults } };
    course.games.push(game);
    turn = game.nextMano;
    if (game.winner) {
      const { won } = tally(course.games.map(({ winner }) => winner), vaca);
      course.outcome = matchOutcome(won, bestOf, allPlayed);
    } else {
      const later = games.findIndex((each, i) => i > index && (each.hands.length || each.decided));
      if (later >= 0) return { problem: { game: index + 1, later: later + 1 } };
    }
  }
  return course;
}

/** @returns {any} */
const gameCourse = (known) => ({
  hands: [], fellAway: 0, score: [0, 0], winner: null, ...known,
});

function followGame({ hands, decided, target }, matchRules, rules, turn) {
  const ruleset = withTarget(matchRules, target);
  const game = gameCourse({ mano: turn, nextMano: turn });
  for (const [place, entered] of hands.entries()) {
    if (game.winner) break;
    const mano = place === 0 ? (entered.mano ?? turn) : game.nextMano;
    if (place === 0) game.mano = mano;
    const where = { ruleset, mano, score: game.score, again: true };
    const { hand, faults } = settleEntered(entered, where);
    if (faults) return { hand: place + 1, faults };
    game.hands.push(hand);
    game.score = hand.score;
    game.winner = hand.gameWinner;
    game.nextMano = nextSeat(mano, rules.seats);
  }
  game.fellAway = hands.length - game.hands.length;
  game.winner = decided ?? game.winner;
  return game;
}

/**
 * @param {{name?: string, content: any, ruled?: any}} entered
 * @param {{ruleset: any, mano: number, score: number[], again?: boolean}} at
 * @returns {{hand: any, faults?: undefined} | {hand?: undefined, faults: any[]}}
 *
 * Settles one hand at this mano and score: `{hand}`, or `{faults}` as code and path. `again`: the
 * hand may have been played from another score, so bets after the game's new end are dropped.
 */
export function settleEntered({ name, content, ruled = null }, { ruleset, mano, score, again }) {
  const rules = rulesetFrom(ruleset);
  let record = { id: name, ruleset, mano, score: [...score], ...content };
  let { settlement, faults } = settled(record, rules);
  if (faults && again && faults.every((fault) => fault.code === "bets_after_game_over")) {
    const unplayed = faults.map((fault) => fault.path.slice("bets.".length));
    const played = Object.entries(record.bets).filter(([lance]) => !unplayed.includes(lance));
    record = { ...record, bets: Object.fromEntries(played) };
    ({ settlement, faults } = settled(record, rules));
  }
  if (!ruled) {
    if (faults) return { faults };
    const { stones, score: after, game_winner: gameWinner } = settlement;
    return { hand: { record, settlement, mano, stones, score: after, gameWinner } };
  }
  // An official has ruled: that holds even if the entry has faults.
  settlement ??= { id: name, ok: false, errors: faults };
  const effect = inEffect(ruled, score, rules.target);
  return effect.faults ? effect : { hand: { record, settlement, mano, ...effect } };
}

/** Settles a record with or without cards: `{settlement}` or `{faults}`. */
function settled(record, { target, seats }) {
  if (!("quick" in record)) {
    const { settlement, faults } = settleOrRefuse(record);
    if (settlement) return { settlement };
    return { faults: faults.map(({ code, path }) => ({ code, path })) };
  }
  const faults = Object.keys(record)
    .filter((name) => name !== "quick" && !CONTEXT.includes(name))
    .map((path) => ({ code: "quick_stands_alone", path }));
  const noSeat = (whole(record.mano) ?? seats) >= seats;
  if (noSeat && !faults.length) faults.push({ code: "bad_mano", path: "mano" });
  if (faults.length) return { faults };
  const { errors, ...settlement } = settleQuick(record.quick, { score: record.score, target });
  return errors ? { faults: errors } : { settlement: { id: record.id, ...settlement } };
}

/** The effect of an official's ruling: a pair that wins the game by it gets its missing stones
 * (S6). */
function inEffect({ stones: said, game_winner: winner }, before, target) {
  const stones = said.map((taken, side) =>
    SIDES[side] === winner ? Math.max(taken, target - before[side]) : taken,
  );
  const score = stones.map((taken, side) => before[side] + taken);
  const there = SIDES.filter((_, side) => score[side] >= target);
  if (there.length > 1 || (winner && there[0] !== winner)) {
    return { faults: [{ code: "quick_winner_unclear", path: "game_winner" }] };
  }
  return { stones, score, gameWinner: there[0] ?? null };
}
