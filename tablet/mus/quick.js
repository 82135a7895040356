// A hand entered by its outcome alone, without cards, so not verified (mus/quick.py). The
// entry is `{"stones": [a, b]}`, with `game_winner` when an órdago won the game.

import { isObject, own, whole } from "./values.js";

/** The settlement of an outcome, or `{ok: false, errors}`. `score` is the score before the hand. */
export function settleQuick(value, { score, target }) {
  const fields = isObject(value) ? Object.keys(value) : ["?"];
  if (fields.some((name) => name !== "stones" && name !== "game_winner")) return refused("bad_quick");
  const given = "stones" in value ? value.stones : [0, 0];
  const winner = own(value, "game_winner") ?? null;
  const said = Array.isArray(given) && given.length === 2 ? given.map(whole) : [null];
  if (said.includes(null)) return refused("bad_quick", "stones");
  if (![null, "A", "B"].includes(winner)) return refused("bad_quick", "game_winner");
  const stones = said.map((taken, side) =>
    "AB"[side] === winner ? Math.max(taken, target - score[side]) : taken,
  );
  if (!stones[0] && !stones[1]) return refused("quick_nothing_taken", "stones");
  const after = stones.map((taken, side) => score[side] + taken);
  const there = ["A", "B"].filter((_, side) => after[side] >= target);
  if (there.length > 1 || (winner && there[0] !== winner)) {
    return refused("quick_winner_unclear", "game_winner");
  }
  return {
    ok: true,
    winners: {},
    ledger: ["A", "B"].flatMap((pair, side) =>
      stones[side] ? [{ pair, lance: null, kind: "quick", stones: stones[side] }] : [],
    ),
    stones,
    score: after,
    game_winner: there[0] ?? null,
    penalties: [],
    needs_ruling: false,
  };
}

function refused(code, field) {
  return { ok: false, errors: [{ code, path: field ? `quick.${field}` : "quick" }] };
}
