// Folding: the expected match, with the device's waiting actions applied.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, card, hand, item, quick, START, table } from "./device.js";
import { consequences } from "../src/ahead.js";
import { contentOf, isWon, localTable, outcomeOf, rulesetIn } from "../src/fold.js";

const ORDAGO = quick(0, 0, "A");
const folded = (...items) => localTable(table(), items);
const marksOf = ({ marks }) => [...marks.values()];

test("a match begins on the device, and its first hand follows", () => {
  const { current, next, order } = folded(begun(), hand(1, quick(5, 3)));
  assert.equal(next.length, 0);
  assert.deepEqual(current.game.score, [5, 3]);
  assert.equal(current.hand.number, 2);
  assert.equal(order.length, 2);
});

test("who plays for a club is named when the match begins", () => {
  const { current } = folded(item({ ...START, names: { B: ["Aia", "Orio"] } }));
  assert.deepEqual(current.pairs.B.players, ["Aia", "Orio"]);
  assert.deepEqual(current.pairs.A.players, card().pairs.A.players);
});

test("the table that was given stays as it was", () => {
  const before = table();
  const copy = structuredClone(before);
  localTable(before, [begun(), hand(1, quick(5, 3))]);
  assert.deepEqual(before, copy);
});

test("hands apply in the order of the match, whatever the order they wait in", () => {
  const second = hand(2, quick(1, 0));
  const { current, order } = folded(begun(), second, hand(1, quick(5, 3)));
  assert.deepEqual(current.game.score, [6, 3]);
  assert.equal(order.at(-1), second.key);
});

test("a hand whose place is taken is late, and one with none before it a gap", () => {
  const late = folded(begun(), hand(1, quick(5, 3)), hand(1, quick(4, 4)));
  assert.deepEqual(marksOf(late), ["applied", "applied", "late"]);
  assert.deepEqual(late.current.game.score, [5, 3]);
  assert.deepEqual(marksOf(folded(begun(), hand(2, quick(1, 1)))), ["applied", "gap"]);
});

test("what needs attention is not folded in", () => {
  const refused = { ...hand(1, quick(5, 3)), status: "attention" };
  assert.equal(folded(begun(), refused).current.hand.number, 1);
});

test("the mano moves on after each hand, and the winner of two games has the match", () => {
  const { current } = folded(
    begun(), hand(1, quick(5, 3)), hand(2, ORDAGO), hand(1, ORDAGO, { game: 2 }),
  );
  assert.deepEqual(current.history.map((each) => each.record.mano), [0, 1, 2]);
  assert.equal(current.winner, "A");
  assert.equal(current.status, "finished");
  assert.equal(current.hand, null);
});

test("a correction folds the hands after it again, an undo takes the last away", () => {
  const place = { match: 7, game: 1 };
  const correct = item({ kind: "hand.correct", ...place, hand: 1, record: quick(7, 0), reason: "x" });
  const undo = item({ kind: "hand.undo", ...place, hand: 2, reason: "x" });
  const two = [begun(), hand(1, quick(5, 3)), hand(2, quick(1, 1))];
  assert.deepEqual(folded(...two, correct).current.game.score, [8, 1]);
  const taken = folded(...two, undo).current;
  assert.deepEqual(taken.game.score, [5, 3]);
  assert.equal(taken.hand.number, 2);
});

test("what the winner's own phone enters waits for the other pair, and its agreement ends the match", () => {
  const hands = [begun(), hand(1, ORDAGO), hand(1, ORDAGO, { game: 2 })];
  const agree = (side) => item({ kind: "match.confirm", match: 7, by: [side] });
  const on = (pair, ...more) => localTable(table({ device: { pair } }), [...hands, ...more]).current;
  const standing = ({ status, winner, awaits, hand: next }) => [status, winner, awaits, next];
  assert.deepEqual(standing(on(1)), ["playing", null, "B", null]);
  assert.deepEqual(standing(on(1, agree("A"))), ["playing", null, "B", null]);
  assert.deepEqual(standing(on(1, agree("B"))), ["finished", "A", null, null]);
  assert.deepEqual(standing(on(2)), ["finished", "A", null, null]);
});

test("both pairs agree one after the other", () => {
  const agree = (side) => item({ kind: "game.confirm", match: 7, game: 1, by: [side] });
  const { current } = folded(begun(), hand(1, ORDAGO), agree("B"), agree("A"));
  assert.deepEqual(current.confirmed.games["1"], ["A", "B"]);
});

test("what a correction would change is said before it is done", () => {
  const { current } = folded(begun(), hand(1, quick(5, 3)), hand(2, quick(1, 1)));
  const action = { kind: "hand.correct", game: 1, hand: 1, record: ORDAGO };
  const told = consequences(current, action);
  assert.deepEqual(told.gone.map((each) => each.number), [2]);
  assert.deepEqual(told.changed.map((each) => each.now.game_winner), ["A"]);
  assert.equal(consequences(current, { ...action, hand: 9 }), null);
});

test("what the match gives a record is not sent with it", () => {
  assert.deepEqual(contentOf({ mano: 1, score: [0, 0], ruleset: {}, id: "x", claim: [1, 2] }), { claim: [1, 2] });
});

test("a beginning is taken back until the first hand, and the match can begin again", () => {
  const back = () => item({ kind: "match.take_back_start", match: 7 });
  const again = item({ ...START, first_mano: 2, four_kings: false });
  const undone = folded(item({ ...START, four_kings: true }), back());
  assert.equal(undone.match, null);
  assert.equal(undone.next[0].ruleset.kings, 8);
  const { current } = folded(begun(), back(), again, hand(1, quick(5, 3)));
  assert.equal(current.first_mano, 2);
  assert.deepEqual(current.game.score, [5, 3]);
  assert.deepEqual(marksOf(folded(begun(), hand(1, quick(5, 3)), back())), ["applied", "applied", "unfit"]);
});

test("a match that waits is won only with the games it needs", () => {
  assert.equal(isWon({ games_won: [1, 0], best_of: 3 }), false); // held up by a claim (S8)
  assert.equal(isWon({ games_won: [0, 2], best_of: 3 }), true);
  assert.equal(isWon({ games_won: [1, 0], best_of: 1 }), true);
  assert.equal(isWon({ games_won: [0, 2], best_of: 3, all_played: true }), false); // T1
  assert.equal(isWon({ games_won: [3, 0], best_of: 4, all_played: true }), false);
  assert.equal(isWon({ games_won: [2, 2], best_of: 4, all_played: true }), true); // level
});

test("an even number of games may end level, as both pairs agree (T1)", () => {
  const even = (pair) => table({ next: [card({ best_of: 2, all_played: true })], device: { pair } });
  const games = [begun(), hand(1, ORDAGO), hand(1, quick(0, 0, "B"), { game: 2 })];
  const { current } = localTable(even(null), games);
  assert.deepEqual([current.status, current.winner, outcomeOf(current), current.hand], ["finished", null, "level", null]);
  const alone = localTable(even(2), games).current;
  assert.deepEqual([alone.status, alone.awaits, outcomeOf(alone)], ["playing", "A", "level"]);
  const agreed = item({ kind: "match.confirm", match: 7, by: ["A"], score: [1, 1], hands: 2 });
  const after = localTable(even(2), [...games, agreed]).current;
  assert.deepEqual([after.status, after.winner, after.awaits], ["finished", null, null]);
});

test("the last game that a match can have may be to stones of its own (S7)", () => {
  const short = table({ next: [card({ last_game_stones: 20 })] });
  const games = [hand(1, ORDAGO), hand(1, quick(0, 0, "B"), { game: 2 }), hand(1, quick(19, 0), { game: 3 })];
  const { current } = localTable(short, [begun(), ...games]);
  assert.equal(rulesetIn(current, 2).target, 40);
  assert.equal(rulesetIn(current, 3).target, 20);
  const won = hand(2, quick(1, 0), { game: 3 });
  assert.equal(localTable(short, [begun(), ...games, won]).current.winner, "A");
  const mended = item({ kind: "hand.correct", match: 7, game: 3, hand: 1, version: null, record: quick(20, 0), reason: "typo" });
  assert.equal(localTable(short, [begun(), ...games, mended]).current.winner, "A");
});
