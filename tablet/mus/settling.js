// Settles a hand: dejes, a seen órdago and the count, until an entry wins the game
// (mus/settling.py, S1 to S6, §6).

import { indexOf, playOut, sideOf } from "./betting.js";
import { Count, judgeWords } from "./counting.js";
import { DECLARED_LANCES, LANCES } from "./data.js";
import { read } from "./record.js";
import { fault } from "./values.js";

/**
 * Returns `{faults, betting}`: the faults, each with the `params` of its translated message, and what the bets came to
 * (of any object). Without faults it also returns the `settlement` and the `fold` that made it.
 */
export function settleOrRefuse(value) {
  const { record, faults, unread } = read(value);
  if (!record) return { faults };
  const betting = playOut(record, unread, faults);
  if (!record.holdings && !unread.has("cards") && needsCards(record, betting)) {
    faults.push(fault("cards_required", "cards"));
  }
  if (faults.length) return { faults, betting };
  const fold = new Fold(record, betting);
  return { faults, betting, settlement: fold.settlement(), fold };
}

/** Whether the cards are needed: a lance must be compared, or the worth of cards must be paid. */
function needsCards(record, { bets, endedAt, endedByDeje }) {
  const guilty = new Set(record.infractions.map(sideOf));
  if (endedByDeje || guilty.size === 2) return false;
  if (endedAt) return !guilty.size;
  const saidYes = (lance) => record.declared[lance] ?? [];
  const worthIsPaid = DECLARED_LANCES.some((lance) => {
    const bet = bets[LANCES.indexOf(lance)];
    const declarers = saidYes(lance).flatMap((said, seat) => (said ? sideOf(seat) : []));
    const paid = declarers.filter((side) => !guilty.has(side));
    return guilty.size && bet.kind === "refused" ? paid.includes(bet.by) : paid.length;
  });
  if (worthIsPaid) return true;
  const compared = saidYes("juego").includes(true) ? bets.slice(0, 2) : [bets[0], bets[1], bets[3]];
  return !guilty.size && compared.some((bet) => bet.kind !== "refused");
}

class Fold {
  constructor(record, betting) {
    this.record = record;
    this.betting = betting;
    this.score = [...record.score];
    this.stones = [0, 0];
    this.ledger = [];
    this.winners = {};
    this.gameWinner = null;
    this.resumedAt = null;
    this.guilty = new Set(record.infractions.map(sideOf));
    this.count = new Count(record);
    this.verdicts = record.holdings ? this.judge() : {};
    this.needsRuling = this.guilty.size === 2;
  }

  settlement() {
    if (this.guilty.size) this.settleFalseClaim();
    else this.settle();
    const { id, claim, infractions } = this.record;
    const difference = claim?.map((said, side) => said - this.stones[side]);
    const won = LANCES.filter((lance) => lance in this.winners);
    return {
      ...(id != null && { id }),
      ok: true,
      winners: Object.fromEntries(won.map((lance) => [lance, this.winners[lance]])),
      ledger: this.ledger,
      stones: this.stones,
      score: this.score,
      game_winner: this.gameWinner,
      penalties: [
        ...infractions.map((seat) => ({ clause: "G0", lance: null, seat })),
        ...DECLARED_LANCES.flatMap((lance) => this.verdicts[lance]?.penalties ?? []),
      ],
      needs_ruling: this.needsRuling,
      ...(claim && { claim: { agrees: !difference[0] && !difference[1], difference } }),
    };
  }

  judge() {
    const verdicts = {};
    for (const lance of DECLARED_LANCES) {
      const bet = this.betting.bets[LANCES.indexOf(lance)];
      const verdict = bet && judgeWords(lance, this.count, bet, this.record.ruleset);
      if (verdict) verdicts[lance] = verdict;
    }
    return verdicts;
  }

  // The usual steps: dejes, órdago, count

  settle() {
    const { bets, endedAt, endedByDeje } = this.betting;
    const verdicts = Object.values(this.verdicts);
    // The lance that ended the game is void: the hand goes on (D4).
    const resumed = Boolean(endedAt && this.verdicts[endedAt]?.isVoid);
    this.resumedAt = resumed ? endedAt : null;
    this.needsRuling = resumed || verdicts.some((verdict) => verdict.needsRuling);
    this.payDejes();
    // At the table a deje ended the game, but by the rules it does not (D8).
    if (endedByDeje && this.gameWinner !== endedByDeje) this.needsRuling = true;
    if (this.gameWinner) return;
    if (endedAt && !resumed && bets[LANCES.indexOf(endedAt)].kind === "ordago") {
      // The pair that would win the lance if an envido had been seen.
      const [winner] = this.payment(endedAt);
      this.payOrdago(endedAt, winner);
      return;
    }
    for (const lance of LANCES) this.pay(lance, this.payment(lance));
  }

  /** Pays the dejes in the order of the lances, including those of penalties (S1, D1). */
  payDejes() {
    this.betting.bets.forEach((bet, number) => {
      const lance = LANCES[number];
      const verdict = this.verdicts[lance];
      if (verdict?.isVoid) {
        if (verdict.winner) this.winners[lance] = verdict.winner;
        const to = verdict.dejeTo;
        if (to) this.enter(to, lance, "deje", verdict.deje ?? this.record.ruleset.target - this.score[indexOf(to)]);
      } else this.payDeje(lance, bet);
    });
  }

  payDeje(lance, bet) {
    if (bet.kind !== "refused") return;
    this.winners[lance] = bet.by;
    this.enter(bet.by, lance, "deje", bet.stones);
  }

  /** The seats whose pares or juegos count; null: every seat. */
  counting(lance) {
    if (!DECLARED_LANCES.includes(lance)) return null;
    if (this.verdicts[lance]) return this.verdicts[lance].counting;
    if (!this.record.holdings || this.count.wordsAgree(lance)) return null;
    return this.count.declarers(lance);
  }

  /** The payment of a lance at the count (S2 to S5), unless the game is over before. */
  payment(lance) {
    const { basis, winner, counting } = this.verdicts[lance] ?? { basis: "usual" };
    const place = LANCES.indexOf(lance);
    const isLater = this.resumedAt && place > LANCES.indexOf(this.resumedAt);
    if (isLater || basis === "truth") return this.count.truthful(lance);
    if (basis === "usual") return this.count.usual(lance, this.betting.bets[place], this.counting(lance));
    if (basis === "punto") return this.count.punto(winner);
    return this.count.awarded(lance, winner, counting);
  }

  /** G0: a pair that claims cards it does not hold loses everything in play. */
  settleFalseClaim() {
    const { bets, endedAt } = this.betting;
    const innocent = ["A", "B"].find((side) => !this.guilty.has(side)) ?? null;
    bets.forEach((bet, number) => this.payDeje(LANCES[number], bet));
    if (this.gameWinner) return;
    if (endedAt) {
      this.payOrdago(endedAt, innocent);
      return;
    }
    LANCES.forEach((lance, number) => {
      const bet = bets[number];
      const lost = bet.kind === "refused" && bet.by !== innocent;
      this.pay(lance, lost ? [bet.by, []] : this.count.forfeited(lance, bet, innocent));
    });
  }

  // The ledger

  payOrdago(lance, winner) {
    const missing = winner && this.record.ruleset.target - this.score[indexOf(winner)];
    this.pay(lance, [winner, [["ordago", missing]]]);
  }

  /** Notes who won the lance, and pays it unless the game is already won (S2).
   * @param {string} lance @param {any} payment */
  pay(lance, payment) {
    const [winner, entries] = payment;
    this.winners[lance] = winner;
    for (const [kind, stones] of winner ? entries : []) this.enter(winner, lance, kind, stones);
  }

  enter(pair, lance, kind, stones) {
    if (this.gameWinner || !stones) return;
    this.ledger.push({ pair, lance, kind, stones });
    const side = indexOf(pair);
    this.stones[side] += stones;
    this.score[side] += stones;
    if (this.score[side] >= this.record.ruleset.target) this.gameWinner = pair;
  }
}
