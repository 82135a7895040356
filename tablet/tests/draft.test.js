// Settling a hand on the device while it is entered: cards, declarations, bets, settlement.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, RULESET, table } from "./device.js";
import {
  addCard, answer, atStake, bet, declared, draftOf, enlarge, grow, inPlace, intoOrdago, isFull,
  leastStake, newDraft, recordOf, settled, stakesOf, takeBack, toggleSaid, toSeat, withCalls,
} from "../src/draft.js";
import { localTable } from "../src/fold.js";

const match = () => localTable(table(), [begun()]).current;
const typed = (four, draft = newDraft(match())) => [...four.replaceAll(" ", "")].reduce(addCard, draft);
const CARDS = "RRRR AA76 4567 SCSC";

test("sixteen cards go round by themselves, and then the lances are asked", () => {
  const draft = typed(CARDS);
  assert.ok(isFull(draft));
  assert.equal(draft.step, "lances");
  assert.deepEqual(draft.cards[1], ["A", "A", "7", "6"]);
});

test("a card is taken back over the border of a seat, and a full seat is taken up anew", () => {
  const five = typed("RRRR A");
  assert.equal(takeBack(takeBack(five)).at, 0);
  assert.deepEqual(toSeat(five, 0).cards[0], []);
});

test("who has pares and juego follows from the cards until somebody says otherwise", () => {
  const draft = typed(CARDS);
  assert.deepEqual(declared(draft, RULESET).pares, [true, true, false, true]);
  const said = toggleSaid(draft, "pares", 2, RULESET);
  assert.deepEqual(declared(said, RULESET).pares, [true, true, true, true]);
});

test("a hand settles where the match stands, and its record has only what was said", () => {
  const draft = withCalls(typed(CARDS), "grande", answer(bet([], "A"), "quiero"));
  const { settlement, record } = settled(draft, { ruleset: RULESET });
  assert.equal(settlement.winners.grande, "A");
  assert.deepEqual(record.bets, { grande: [{ by: "A", call: "envido", stake: 2 }, { by: "B", call: "quiero" }] });
  assert.equal("claim" in record, false);
});

test("bets after the end of the game are left out of the record", () => {
  const close = { ...typed(CARDS), score: [39, 0] };
  const refused = withCalls(close, "grande", answer(bet([], "A"), "no_quiero"));
  const { settlement, over } = settled(
    withCalls(refused, "chica", answer(bet([], "B"), "quiero")), { ruleset: RULESET },
  );
  assert.equal(settlement.game_winner, "A");
  assert.deepEqual([...over], ["chica"]);
});

test("a bet grows by one, and an órdago takes its place", () => {
  assert.equal(enlarge(bet([], "A"), 3).at(-1).stake, 5);
  assert.deepEqual(intoOrdago(bet([], "B")), [{ by: "B", call: "ordago" }]);
  assert.equal(bet(bet([], "A"), "B").at(-1).stake, 4);
});

test("a hand that is there already becomes the draft that made it", () => {
  const draft = typed(CARDS);
  const { record } = settled(draft, { ruleset: RULESET });
  const again = draftOf(match(), { game: 1, hand: 1, record });
  assert.deepEqual(recordOf(again, RULESET), record);
});

test("a mano that was corrected elsewhere moves the draft, and one that may be chosen stays", () => {
  const later = { ...match(), mano: 2, mano_free: false };
  assert.equal(inPlace(newDraft(match()), later).mano, 2);
  const free = { ...newDraft(match()), mano: 3 };
  assert.equal(inPlace(free, match()).mano, 3);
});

test("a key that is held makes its bet grow, or begins one of its pair", () => {
  const seven = [1, 2, 3, 4, 5].reduce((calls) => grow(calls, "A"), grow([], "A"));
  assert.deepEqual(seven, [{ by: "A", call: "envido", stake: 7 }]);
  assert.deepEqual(grow(seven, "B").at(-1), { by: "B", call: "envido", stake: 9 });
});

test("a stake is chosen by its number, over the one before it", () => {
  assert.deepEqual(stakesOf(bet([], "A")), [3, 4, 5, 6, 8, 10]);
  const raised = bet(atStake(bet([], "A"), 5), "B");
  assert.equal(leastStake(raised), 7);
  assert.deepEqual(stakesOf(raised), [8, 9, 10, 11, 13, 15]);
  assert.equal(enlarge(raised, -3).at(-1).stake, 7);
});
