// What a correction or an undo would change, before it is sent.

import { apply, endOf } from "./fold.js";

/** @import { Match } from "./types" */

/**
 * What an action would change, to be shown before it is sent: the hands whose outcome differs, the
 * hands that are dropped, the outcome of the match. Null when the action cannot be applied.
 *
 * @param {Match} match
 * @param {any} action
 */
export function consequences(match, action) {
  const after = structuredClone(match);
  if (apply(after, action) !== "applied") return null;
  const name = (hand) => `${hand.game}.${hand.number}`;
  const now = new Map(after.history.map((hand) => [name(hand), hand]));
  const differs = (a, b) => String([a.score, a.game_winner]) !== String([b.score, b.game_winner]);
  return {
    after,
    changed: match.history
      .filter((hand) => now.has(name(hand)) && differs(hand, now.get(name(hand))))
      .map((hand) => ({ hand, now: now.get(name(hand)) })),
    gone: match.history.filter((hand) => !now.has(name(hand))),
    outcome: endOf(match) === endOf(after) ? undefined : endOf(after),
  };
}
