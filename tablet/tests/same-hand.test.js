// Two tablets at one table that sent the same hand: nobody is asked; only a difference is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, hand, table } from "./device.js";
import { isSameHand, localTable } from "../src/fold.js";

const CARDS = ["R R S 7", "C C 5 4", "S S C 7", "3 3 R 7"];
const DECLARED = { pares: [true, true, true, true], juego: [true, false, true, true] };
const BETS = { grande: [{ by: "A", call: "envido", stake: 2 }, { by: "B", call: "quiero" }] };
const RECORD = { cards: CARDS, declared: DECLARED, bets: BETS };
const there = (content) => localTable(table(), [begun(), hand(1, content)]).current;
const same = (theirs, mine) => {
  const match = there(theirs);
  return isSameHand(match, match.history[0], mine);
};

test("the same words for the same stones, though the cards were typed in another order", () => {
  assert.ok(same(RECORD, RECORD));
  assert.ok(same(RECORD, { ...RECORD, cards: ["7 R S R", ...CARDS.slice(1)] }));
  assert.ok(same({ quick: { stones: [5, 3] } }, { quick: { stones: [5, 3] } }));
});

test("another word, another claim or other stones are another hand", () => {
  assert.ok(!same(RECORD, { ...RECORD, bets: {} }));
  assert.ok(!same(RECORD, { ...RECORD, declared: { ...DECLARED, juego: [true, true, true, true] } }));
  assert.ok(!same(RECORD, { ...RECORD, claim: [0, 0] }));
  assert.ok(!same(RECORD, { ...RECORD, cards: ["7 6 5 4", ...CARDS.slice(1)] }));
  assert.ok(!same({ quick: { stones: [5, 3] } }, { quick: { stones: [5, 4] } }));
  assert.ok(!same(RECORD, { quick: { stones: [5, 3] } }));
});
