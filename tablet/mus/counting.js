// The count and false declarations: what one lance pays once the cards are shown (counting.py,
// false_words.py: S3 to S5, §6). Only the pares or juegos of `seats` count; null: of all seats.

import { indexOf, otherSide, sideOf } from "./betting.js";
import { CLAUSES } from "./data.js";

const PASO = [["paso", 1]];
const isHigh = (lance) => lance === "grande" || lance === "chica";

export class Count {
  constructor({ holdings, held, declared, mano, ruleset }) {
    this.holdings = holdings;
    this.held = held;
    this.declared = declared;
    this.order = Array.from({ length: ruleset.seats }, (_, i) => (mano + i) % ruleset.seats);
  }

  /** The pair with the largest key; among equals the seat nearest the mano wins (W1). Null when all
   * are 0. */
  bestSide(key, seats) {
    let best = 0;
    /** @type {string | null} */
    let side = null;
    for (const seat of this.order) {
      const value = !seats || seats.has(seat) ? this.holdings[seat][key] : 0;
      if (value > best) [best, side] = [value, sideOf(seat)];
    }
    return side;
  }

  wordsAgree(lance) {
    return Boolean(this.held[lance]?.every((held, seat) => held === this.declared[lance][seat]));
  }

  /** The seats that declared yes and hold what they declared. */
  declarers(lance) {
    return new Set(
      this.order.filter((seat) => this.declared[lance][seat] && this.held[lance][seat]),
    );
  }

  isPunto(lance) {
    return lance === "juego" && !this.declared[lance].includes(true);
  }

  /** The payment of a lance as it was bet. */
  usual(lance, bet, seats) {
    const refused = bet.kind === "refused";
    if (isHigh(lance)) {
      if (refused) return [bet.by, []];
      return [this.bestSide(lance), bet.stones ? [["envite", bet.stones]] : PASO];
    }
    if (this.isPunto(lance)) {
      return this.punto(refused ? bet.by : this.bestSide("punto"), seen(bet));
    }
    if (!this.declared[lance].includes(true)) return [null, []];
    const best = refused ? bet.by : this.bestSide(lance, seats);
    return [best, [...seen(bet), ...this.worth(lance, best, seats)]];
  }

  /** The payment of a lance that a penalty gives to a pair: the worth of what counts, no stake. */
  awarded(lance, winner, seats) {
    return [winner, this.worth(lance, winner, seats)];
  }

  /** The payment of a lance by the cards, as if all had declared the truth and passed (D4, D6). */
  truthful(lance) {
    if (isHigh(lance)) return [this.bestSide(lance), PASO];
    const winner = this.bestSide(lance);
    if (!winner && lance === "juego") return this.punto(this.bestSide("punto"));
    return [winner, this.worth(lance, winner)];
  }

  /** The payment of a lance to the pair `to`, whatever the cards (G0); null: nobody is paid. */
  forfeited(lance, bet, to) {
    if (!to) return [null, []];
    if (isHigh(lance)) return [to, bet.kind === "paso" ? PASO : seen(bet)];
    if (this.isPunto(lance)) return this.punto(to, seen(bet));
    const declared = this.declared[lance];
    if (!declared.includes(true)) return [null, []];
    const own = declared.some((said, seat) => said && sideOf(seat) === to);
    return [to, [...seen(bet), ...(own ? this.worth(lance, to, this.declarers(lance)) : [])]];
  }

  /** The punto: the stake if seen, and one stone (S5). */
  punto(winner, stake = []) {
    return [winner, [...stake, ["punto", 1]]];
  }

  /** The worth of all the pares (juegos) of `winner` (W4, W5). */
  worth(lance, winner, seats) {
    if (!winner) return [];
    const total = this.holdings.reduce((sum, { worth }, seat) => {
      const counts = (seat & 1) === indexOf(winner) && (!seats || seats.has(seat));
      return counts ? sum + worth[lance] : sum;
    }, 0);
    return [[lance, total]];
  }
}

/** The stake of a seen bet; otherwise no entry (E4). */
const seen = (bet) => (bet.kind === "seen" ? [["envite", bet.stones]] : []);

/**
 * The verdict on one lance; null when every declaration was true. `basis`: how the lance is then
 * settled ("usual", "awarded", "punto", "truth"); `counting`: the seats whose cards count;
 * `winner`: the pair that is awarded the lance; `dejeTo`: the pair that takes the penalty's stone;
 * `wrong`: every seat whose word was false; `isVoid`: bets, dejes and órdago are void; `deje`: the stones of a penalty, null for all that are
 * missing. `rules`: where something else than the table of §6 is said.
 */
export function judgeWords(lance, count, bet, rules) {
  const declared = count.declared[lance];
  const wrong = count.order.filter((seat) => {
    const { may, mayLack } = count.holdings[seat];
    return !(declared[seat] ? may : mayLack)[lance];
  });
  if (!wrong.length) return null;
  const worst = ["A", "B"].flatMap((side) => {
    const seats = wrong.filter((seat) => sideOf(seat) === side);
    return seats.find((seat) => declared[seat]) ?? seats.slice(0, 1);
  });
  const penalty = (row, seat) => ({ clause: CLAUSES[lance][row], lance, seat });
  if (worst.length === 2) {
    const penalties = worst.sort().map((seat) => penalty("both", seat));
    return { ...verdict("truth", new Set()), penalties, wrong, isVoid: true, needsRuling: true };
  }
  const [seat] = worst;
  const counting = count.declarers(lance);
  const x = sideOf(seat);
  const sides = new Set([...counting].map(sideOf));
  const [partner, others] = [sides.has(x), sides.has(otherSide(x))];
  const row = [declared[seat], partner, others].map(Number).join("");
  const judge = declared[seat] ? saidYes : saidNo;
  const y = otherSide(x);
  return {
    penalties: [penalty(row, seat)],
    wrong,
    needsRuling: wrong.length > 1,
    ...otherwise(judge({ lance, count, bet, counting, x, y, partner, others, wrong }), rules, y),
  };
}

/** What the rules say in place of the table of §6. */
function otherwise(found, { false_words: kind, false_word_stones: stones }, y) {
  if (kind === "two_stones") return { ...found, deje: 2 };
  if (kind === "flat") return { ...award(y, new Set(), y), deje: stones };
  if (kind === "game") return { ...award(y, new Set(), y), deje: null, needsRuling: true };
  return kind === "judges" ? { ...award(null, new Set()), needsRuling: true } : found;
}

const verdict = (basis, counting) => ({
  basis, counting, winner: null, dejeTo: null, isVoid: false, deje: 1,
});

const award = (winner, counting, dejeTo = null) => ({
  basis: "awarded", counting, winner, dejeTo, isVoid: true, deje: 1,
});

/** P1, P2, P5 and J1 to J4: the seat declared pares or juego that it does not hold. */
function saidYes({ lance, count, bet, counting, x, y, partner, others }) {
  if (partner && others) {
    // P2, J4: void only where X would win, by its cards or by a refusal (D2, D3).
    const best = bet.kind === "refused" ? bet.by : count.bestSide(lance, counting);
    return best === x ? award(y, counting, y) : verdict("usual", counting);
  }
  if (partner) return verdict("usual", counting);
  if (others) return award(y, counting);
  if (lance === "pares") return award(null, new Set());
  return { ...award(y, new Set(), y), basis: "punto" };
}

/** P3, P4, P6, P7 and J5 to J8: the seat denied the pares or juego that it holds. */
function saidNo({ counting, x, y, partner, others, wrong }) {
  if (partner && others) return verdict("usual", counting);
  if (others) return award(y, counting, y);
  // No other pair is harmed: the hidden pares or juego count with the declared ones.
  const all = new Set([...counting, ...wrong]);
  return partner ? verdict("usual", all) : award(x, all);
}
