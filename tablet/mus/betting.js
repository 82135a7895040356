// Follows the bets: those on one lance, and those of a whole hand from the grande on. Says which
// lances were reached and where the hand ended (mus/betting.py, playing_out.py; E1 to E7, S1, S6).

import { DECLARED_LANCES, FIRST_BET, LANCES } from "./data.js";
import { fault } from "./values.js";

export const sideOf = (seat) => (seat & 1 ? "B" : "A");
export const otherSide = (side) => (side === "A" ? "B" : "A");
export const indexOf = (side) => (side === "A" ? 0 : 1);

/** @typedef {{kind: string, by: any, stones: number}} Bet */

/** What a refused bet pays where `before` stood before it (E5): 1 when nothing did. */
const deje = (before, refusedRaise) =>
  ({ nothing: 0, one: 1, plus_one: before + 1 })[refusedRaise] ?? (before || 1);

/** @type {Bet} */
const PASSED = { kind: "paso", by: null, stones: 0 };

/**
 * The outcome of the calls on one lance: how it ended ("paso", "seen", "refused", "ordago"), the
 * pair whose call was answered, and the stake or the deje. A wrong call adds a fault to `faults`;
 * the calls after it are still read.
 */
export function closeBet(calls, refusedRaise, path, faults) {
  let bettor = null;
  let standing = 0;
  let before = 0;
  let ordago = false;
  /** @type {Bet | null} */
  let closed = null;
  calls.forEach(({ by, call, stake }, position) => {
    const bad = (code, params) => faults.push(fault(code, `${path}[${position}]`, params));
    if (closed) {
      bad("call_after_close");
      return;
    }
    const answers = call === "quiero" || call === "no_quiero";
    if (answers && !bettor) {
      bad("nothing_to_answer");
      return;
    }
    if (bettor === by) bad("out_of_turn", { by });
    if (call === "no_quiero") {
      closed = { kind: "refused", by: bettor, stones: deje(before, refusedRaise) };
    } else if (call === "quiero") {
      closed = ordago
        ? { kind: "ordago", by: bettor, stones: 0 }
        : { kind: "seen", by: bettor, stones: standing };
    } else {
      if (ordago) bad("bet_over_ordago");
      before = standing;
      if (call === "envido") {
        const least = standing + FIRST_BET;
        standing = stake ?? least;
        if (standing < least && !ordago) {
          if (bettor) bad("raise_too_small", { stake: standing, least });
          else bad("bet_too_small", { stake: standing });
        }
      }
      ordago = call === "ordago";
      bettor = by;
    }
  });
  if (!closed && bettor) faults.push(fault("bet_unanswered", path));
  return closed ?? PASSED;
}

/**
 * Follows the bets of a record. Returns the `bets` on the lances that were reached, and the lance
 * that ended the game, by a seen órdago or by a deje (`endedByDeje`: for which pair). Appends every
 * fault to `faults`.
 */
export function playOut(record, unread, faults) {
  const { seats, target } = record.ruleset;
  const score = [...record.score];
  /** @type {{bets: Bet[], endedAt: any, endedByDeje: any}} */
  const betting = { bets: [], endedAt: null, endedByDeje: null };
  LANCES.forEach((lance, number) => {
    const calls = record.bets[number];
    const path = `bets.${lance}`;
    if (betting.endedAt) {
      if (calls.length) faults.push(fault("bets_after_game_over", path));
      return;
    }
    let isOpen = true;
    const declared = record.declared[lance];
    if (DECLARED_LANCES.includes(lance)) {
      if (declared) isOpen = mayBet(lance, declared);
      else if (!unread.has("declared")) {
        faults.push(fault("declaration_required", `declared.${lance}`, { seats }));
      }
      if (!isOpen && calls.length) faults.push(fault("no_betting", path));
    }
    const own = record.ruleset[`refused_raise_in_${lance}`];
    const refusedRaise = own === "as_elsewhere" ? record.ruleset.refused_raise : own;
    const bet =
      isOpen && !unread.has(path) ? closeBet(calls, refusedRaise, path, faults) : PASSED;
    betting.bets.push(bet);
    if (bet.kind === "ordago") betting.endedAt = lance;
    else if (bet.kind === "refused" && (score[indexOf(bet.by)] += bet.stones) >= target) {
      betting.endedAt = lance;
      betting.endedByDeje = bet.by;
    }
  });
  return betting;
}

/** Whether a lance may be bet: both pairs declared it, or nobody declared juego and the punto is
 * played (E7). */
export function mayBet(lance, declared) {
  const sides = new Set(declared.flatMap((said, seat) => (said ? sideOf(seat) : [])));
  return sides.size === 2 || (lance === "juego" && !sides.size);
}
