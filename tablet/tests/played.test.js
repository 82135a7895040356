// A hand entered in the order in which it is played: words and bets as they are said, the cards at the end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, table } from "./device.js";
import { explainSettled } from "../mus/explain.js";
import { LANCES, mayBet, RANKS } from "../mus/core.js";
import {
  addCard, answer, atStake, bet, DECLARED, declared, dejesOf, draftFrom, inOrder, intoOrdago, isFull, lacksCards, move, newDraft, ORDERS,
  othersNo, outcomeOf, recordOf, takeBack, toggleSaid, tooMany, withCalls, wordsOf,
} from "../src/draft.js";
import { localTable } from "../src/fold.js";
import { readBack } from "../src/readback.js";

const match = localTable(table(), [begun()]).current;
const { ruleset } = match;
const fresh = (more = {}) => ({ ...newDraft(match, { order: "played" }), ...more });
const typed = (draft, cards) => [...cards.replaceAll(" ", "")].reduce(addCard, draft);
const says = (draft, lance, ...seats) => othersNo(seats.reduce((now, seat) => toggleSaid(now, lance, seat, ruleset), draft), lance, ruleset);
const refused = (by) => answer(bet([], by), "no_quiero");
const seen = (by) => answer(bet([], by), "quiero");
const refusedByAll = (draft = fresh()) => {
  const spoken = says(says(draft, "pares"), "juego");
  return LANCES.filter((lance) => lance !== "pares").reduce((now, lance) => withCalls(now, lance, refused("A")), spoken);
};
const faultsOf = (draft) => outcomeOf(draft, match).result.faults.map(({ code }) => code);
const CARDS = "RRRR AA76 4567 SCSC";

// Nothing is settled on a guess

test("a hand as it is played begins at the bets, where no word is known", () => {
  assert.equal(fresh().step, "lances");
  assert.deepEqual(wordsOf(fresh(), ruleset).pares, [null, null, null, null]);
  assert.deepEqual(recordOf(fresh(), ruleset).declared, {});
});

test("who is not asked has said nothing, until the others have said no", () => {
  const one = toggleSaid(fresh(), "pares", 1, ruleset);
  assert.deepEqual(wordsOf(one, ruleset).pares, [null, true, null, null]);
  assert.deepEqual(wordsOf(othersNo(one, "pares", ruleset), ruleset).pares, [false, true, false, false]);
  assert.deepEqual(wordsOf(othersNo(one, "pares", ruleset), ruleset).juego, [null, null, null, null]);
});

test("S5: where every bet is refused and nobody has pares or juego, only the punto asks for cards", () => {
  // A refused punto pays its deje, and one stone more to who bet: the cards change nothing.
  const outcome = outcomeOf(refusedByAll(), match);
  assert.deepEqual(outcome.settlement.stones, [4, 0]);
  assert.equal("cards" in outcome.record, false);
  assert.equal(move(refusedByAll(), "review", match).step, "review");
});

test("a lance that was passed or seen, and pares that somebody has, wait for the cards", () => {
  for (const draft of [
    withCalls(refusedByAll(), "grande", []),
    withCalls(refusedByAll(), "chica", seen("B")),
    says(refusedByAll(), "pares", 2),
  ]) {
    assert.ok(lacksCards(outcomeOf(draft, match)));
    assert.equal(move(draft, "review", match), draft);
  }
});

test("a hand without cards in which somebody was not asked is not settled", () => {
  const draft = { ...refusedByAll(), said: { ...refusedByAll().said, juego: [false, null, false, false] } };
  assert.deepEqual(faultsOf(draft), ["declaration_required"]);
});

test("a bet that waits for its answer is no matter of cards", () => {
  assert.ok(!lacksCards(outcomeOf(withCalls(fresh(), "grande", bet([], "A")), match)));
});

test("cards that were begun are wanted whole, also where none were needed", () => {
  const begunCards = typed(refusedByAll(), "RR");
  assert.deepEqual(faultsOf(begunCards).filter((code) => code !== "bad_cards"), []);
  assert.ok(lacksCards(outcomeOf(begunCards, match)));
  assert.equal(move(takeBack(takeBack(begunCards)), "review", match).step, "review");
});

// Paid as it falls

test("E5, S1: a refused bet pays its deje before any card is known", () => {
  const raised = answer(bet(atStake(bet([], "A"), 5), "B"), "no_quiero"); // A 5, B 7: refused, 5
  const draft = withCalls(withCalls(fresh({ score: [10, 20] }), "grande", raised), "chica", refused("A"));
  assert.deepEqual(dejesOf(draft, outcomeOf(draft, match)), {
    dejes: [{ pair: "B", lance: "grande", stones: 5 }, { pair: "A", lance: "chica", stones: 1 }],
    stones: [1, 5],
    score: [11, 25],
  });
});

test("a refused bet on the punto is told as the punto's", () => {
  const draft = withCalls(says(fresh(), "juego"), "juego", refused("B"));
  assert.deepEqual(dejesOf(draft, outcomeOf(draft, match)).dejes, [{ pair: "B", lance: "punto", stones: 1 }]);
});

test("S1: a deje that reaches the target ends the hand, and nobody's words or cards are asked for", () => {
  const draft = withCalls(fresh({ score: [39, 0] }), "grande", refused("A"));
  const { settlement, over, record } = outcomeOf(draft, match);
  assert.equal(settlement.game_winner, "A");
  assert.deepEqual([...over], ["chica", "pares", "juego"]);
  assert.deepEqual(record.declared, {});
});

test("S6: a seen órdago closes the lances after it before the cards are there", () => {
  const ordago = answer(intoOrdago(bet([], "A")), "quiero");
  const later = withCalls(withCalls(fresh(), "chica", seen("B")), "grande", ordago);
  const { over, record } = outcomeOf(later, match);
  assert.deepEqual([...over], ["chica", "pares", "juego"]);
  assert.deepEqual(Object.keys(record.bets), ["grande"]);
  assert.equal(outcomeOf(typed(later, CARDS), match).settlement.game_winner, "A");
});

// From step to step

const NAMES = ["lances", "unseen", "stones", "cards", "review", "change"];
const stepsFrom = (draft) => Object.fromEntries(
  NAMES.map((name) => [name, move(draft, name, match)]).filter(([, next]) => next !== draft).map(([name, next]) => [name, next.step]),
);

test("the cards lead to the review, or to the bets where something is missing there", () => {
  const full = typed(move(fresh(), "cards"), CARDS);
  assert.ok(isFull(full));
  assert.deepEqual(stepsFrom(full), { lances: "lances", unseen: "lances", stones: "stones", review: "review" });
  assert.equal(move(withCalls(full, "grande", bet([], "A")), "review", match).step, "lances");
  assert.equal(move(typed(move(fresh(), "cards"), "RRR"), "review", match).step, "lances");
});

test("a card too many closes this way to the review as well", () => {
  const extra = tooMany(typed(move(fresh(), "cards"), CARDS), "R");
  assert.equal(move(extra, "review", match), extra);
});

test("from the review a hand goes back to its bets, and its cards stay", () => {
  const reviewed = move(typed(move(fresh(), "cards"), CARDS), "review", match);
  const back = move(reviewed, "change");
  assert.equal(back.step, "lances");
  assert.ok(isFull(back));
});

test("J4: a false word said before the cards is found when they are there", () => {
  const draft = typed(move(says(fresh(), "juego", 0, 1, 3), "cards"), CARDS); // 0 and 3 hold 40, 1 holds 15
  const { settlement } = outcomeOf(draft, match);
  assert.deepEqual(settlement.penalties.map(({ clause, seat }) => [clause, seat]), [["J4", 1]]);
});

// The order itself

test("the order may change while nothing was entered, and later without moving the step", () => {
  const cards = newDraft(match);
  assert.deepEqual([inOrder(cards, "played").step, inOrder(fresh(), "cards").step], ["lances", "cards"]);
  assert.equal(inOrder(typed(cards, "RR"), "played").step, "cards");
  assert.equal(inOrder(toggleSaid(fresh(), "pares", 0, ruleset), "cards").step, "lances");
});

test("a draft of an earlier version has its cards first", () => {
  const { order, ...old } = newDraft(match);
  const draft = draftFrom(old);
  assert.deepEqual(recordOf(draft, ruleset).declared.pares, [false, false, false, false]);
  assert.deepEqual(recordOf(draft, ruleset).cards, ["", "", "", ""]);
});

// Both orders end on the same hand

const SEED = 52 + Number(process.env.RUN_SEED ?? 0); // another one each night
const HANDS = 400;

/** Random numbers from a seed (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { below, chance: (part) => next() < part };
}

function randomCards({ below }) {
  const pack = RANKS.flatMap((rank) => Array(4).fill(rank));
  return Array.from({ length: 16 }, () => pack.splice(below(pack.length), 1)[0]);
}

/** The calls of one lance: nothing, or bets and raises up to an answer, now and then an órdago. */
function randomCalls({ below, chance }) {
  if (chance(0.3)) return [];
  let calls = bet([], "AB"[below(2)]);
  while (chance(0.3)) calls = bet(calls, calls.at(-1).by === "A" ? "B" : "A");
  if (chance(0.3)) calls = atStake(calls, calls.at(-1).stake + below(9));
  if (chance(0.15)) calls = intoOrdago(calls);
  return answer(calls, chance(0.5) ? "quiero" : "no_quiero");
}

/** What is said and bet is the same; what the order changes is when. */
function entered(order, { mano, score, cards, words, bets }) {
  const start = { ...newDraft(match, { order }), mano, at: mano, score };
  const withCards = (draft) => (cards ? cards.reduce(addCard, move(draft, "cards")) : draft);
  const spoken = (draft) => {
    const toggles = DECLARED.flatMap((lance) => words[lance].map((word, seat) => [lance, seat, word]));
    const after = toggles.reduce((now, [lance, seat, word]) => (declared(now, ruleset)[lance][seat] === word ? now : toggleSaid(now, lance, seat, ruleset)), draft);
    const all = order === "played" ? DECLARED.reduce((now, lance) => othersNo(now, lance, ruleset), after) : after;
    return LANCES.reduce((now, lance) => (bets[lance].length ? withCalls(now, lance, bets[lance]) : now), all);
  };
  if (order === "played") return withCards(spoken(start));
  return spoken(cards ? move(withCards(start), "lances") : move(start, "unseen"));
}

test(`both orders make the same record and read back the same (seed ${SEED})`, () => {
  const random = randomFrom(SEED);
  const settledHands = { cards: 0, none: 0, over: 0, false: 0 };
  for (let number = 0; number < HANDS; number += 1) {
    const cards = random.chance(0.75) ? randomCards(random) : null;
    const silent = !cards && random.chance(0.7);
    const truth = cards && declared({ ...cards.reduce(addCard, newDraft(match)) }, ruleset);
    const word = (lance, step) => (silent ? false : truth && !random.chance(0.1) ? truth[lance][step] : random.chance(0.4));
    const mano = random.below(4);
    const bySeat = (lance) => Array.from({ length: 4 }, (_, step) => word(lance, step));
    const said = { pares: bySeat("pares"), juego: bySeat("juego") };
    // The cards are typed from the mano on: what the first four hold is the mano's.
    const words = Object.fromEntries(DECLARED.map((lance) => [lance, said[lance].map((_, seat) => said[lance][(seat - mano + 4) % 4])]));
    const calls = () => (silent && random.chance(0.8) ? refused("AB"[random.below(2)]) : randomCalls(random));
    const bets = Object.fromEntries(LANCES.map((lance) => [lance, DECLARED.includes(lance) && !mayBet(lance, words[lance]) ? [] : calls()]));
    const hand = { mano, score: [random.below(40), random.below(40)], cards, words, bets };
    const [cardsFirst, played] = ORDERS.map((order) => entered(order, hand));
    const [one, other] = [cardsFirst, played].map((draft) => outcomeOf(draft, match));
    const message = JSON.stringify({ seed: SEED, number, hand });
    assert.deepEqual(other.record, one.record, message);
    assert.deepEqual(other.settlement, one.settlement, message);
    if (!one.settlement) continue;
    const [read, readToo] = [[cardsFirst, one], [played, other]].map(([draft, outcome]) => readBack(draft, match, explainSettled(outcome.result), outcome.over));
    assert.deepEqual(readToo, read, message);
    settledHands[cards ? "cards" : "none"] += 1;
    settledHands.over += one.over.size > 0 ? 1 : 0;
    settledHands.false += one.settlement.penalties.length > 0 ? 1 : 0;
  }
  for (const [kind, count] of Object.entries(settledHands)) assert.ok(count >= 15, `${kind}: ${count}`);
});
