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
    const lines = [];
    let before;
    for (const { pair, stones, why, parts, label } of told.lines.filter((line) => line.lance === lance)) {
      const other = label.params.lance !== played && label;
      const reason = JSON.stringify([pair, why, other]);
      if (reason !== before) lines.push({ pair, stones: [], why, parts: [], other });
      before = reason;
      lines.at(-1).stones.push(stones);
      lines.at(-1).parts.push(...parts);
    }
    return { lance, isPunto, calls, silence, lines };
  });
}

function whoAlone(words) {
  const side = SIDES.find((each) => words.some((yes, seat) => yes && sideOf(seat) === each));
  return side ? `only_${side}` : "nobody";
}
