// A hand as it is read back before it is saved: what each lance heard, and what it pays to whom.

import { LANCES, mayBet } from "../mus/core.js";
import { DECLARED, declared } from "./draft.js";
import { sideOf, SIDES } from "./people.js";

/** @import { Call, Draft, Lance, Match } from "./types" */

/**
 * The lances in order: `calls`, or, where nobody bet, `silence`: "paso", "nobody" (has it), "only_A",
 * "only_B", or "over" (the game had ended). `lines`: what this lance pays, by `told` (explain.js). What a
 * pair takes for one reason is one line with all its `stones`; a line of another lance than was played
 * (a juego for a false no to it) names it by `other`.
 *
 * @param {Draft} draft
 * @param {Pick<Match, "ruleset">} match
 * @param {{lines: any[]}} told
 * @param {Set<string>} over
 * @returns {{lance: Lance, isPunto: boolean, calls: Call[], silence: string, lines: any[]}[]}
 */
export function readBack(draft, match, told, over) {
  const words = declared(draft, match.ruleset);
  return /** @type {Lance[]} */ (LANCES).map((lance) => {
    const isPunto = lance === "juego" && !words.juego.includes(true);
    const open = !DECLARED.includes(lance) || mayBet(lance, words[lance]);
    const calls = (open && !over.has(lance) && draft.bets[lance]) || [];
    const silence = over.has(lance) ? "over" : open ? "paso" : whoAlone(words[lance]);
    const played = isPunto ? "punto" : lance;
    const paid = told.lines.filter((line) => line.lance === lance);
    const lines = together(paid.map(({ pair, stones, why, parts, label }) => {
      const other = label.params.lance === played ? null : label;
      return { pair, stones: [stones], why, parts, other };
    }));
    return { lance, isPunto, calls, silence, lines };
  });
}

/** Lines in a row with the same pair and reason, as one. */
function together(lines) {
  return lines.reduce((all, line) => {
    const before = all.at(-1);
    if (!before || reasonOf(before) !== reasonOf(line)) return [...all, line];
    const both = { ...before, stones: [...before.stones, ...line.stones], parts: [...before.parts, ...line.parts] };
    return [...all.slice(0, -1), both];
  }, []);
}

const reasonOf = ({ pair, why, other }) => JSON.stringify([pair, why, other]);

function whoAlone(words) {
  const side = SIDES.find((each) => words.some((yes, seat) => yes && sideOf(seat) === each));
  return side ? `only_${side}` : "nobody";
}
