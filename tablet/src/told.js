// The table after a batch: the server's answer holds only the changes, and the tablet adds them to
// its own table. Null when that is not safe; the tablet then asks for the whole table.

import { apply } from "./fold.js";

/** @import { Item, Table } from "./types.js" */

const FOLDED = ["hand.record", "game.confirm", "match.confirm", "call.raise", "attention.discard"];
const OF_NO_HAND = ["call.raise", "attention.discard"];

/**
 * Returns a table only if every action was applied, nobody else changed the match, and it goes on.
 * @param {Table | null} table @param {Item[]} batch
 * @param {{results: any[], changed?: any[]}} answer @returns {Table | null}
 */
export function tableAfter(table, batch, { results, changed }) {
  if (!table || !changed || !batch.every(({ action }) => FOLDED.includes(action.kind))) return null;
  const told = new Map(results.map((result) => [result.key, result]));
  if (!batch.every(({ key }) => told.get(key)?.outcome === "applied")) return null;
  const after = structuredClone(table);
  const { match } = after;
  if (!match) return changed.length ? null : after;
  const goesOn = (one) =>
    one.id === match.id && one.from === match.version && one.status === "playing";
  if (!changed.every(goesOn)) return null;
  for (const { action, key } of batch) {
    if (!OF_NO_HAND.includes(action.kind) && !take(match, action, key, told.get(key))) return null;
  }
  for (const { from, games, ...now } of changed) {
    const known = match.games.filter((game) => !games.some(({ number }) => number === game.number));
    Object.assign(match, now, { games: [...known, ...games].sort((a, b) => a.number - b.number) });
  }
  return after;
}

/** Applies an action. False when the tablet's score differs; otherwise the server's hand is
 * taken. */
function take(match, action, key, { hand, settlement }) {
  if (match.id !== action.match || apply(match, action, key) !== "applied") return false;
  if (action.kind !== "hand.record") return true;
  const mine = match.history.at(-1);
  if (!hand || String(mine.score) !== String(hand.score)) return false;
  const { waits, ...taken } = mine;
  match.history[match.history.length - 1] = { ...taken, ...hand, settlement };
  return true;
}
