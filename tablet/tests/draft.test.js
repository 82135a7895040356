// Settling a hand on the device while it is entered: cards, declarations, bets, settlement.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, RULESET, table } from "./device.js";
import {
  addCard, answer, atStake, bet, countsOf, declared, draftFrom, enlarge, grow, impossibleAt, inPlace, intoOrdago,
  isAllPassed, isFull, leastStake, looked, move, newDraft, recordOf, settled, stakesOf, takeBack, toggleSaid,
  tooMany, toSeat, withCalls,
} from "../src/draft.js";
import { draftOf } from "../src/reopened.js";
import { localTable } from "../src/fold.js";

const match = () => localTable(table(), [begun()]).current;
const typed = (four, draft = newDraft(match())) => [...four.replaceAll(" ", "")].reduce(addCard, draft);
const CARDS = "RRRR AA76 4567 SCSC";

test("sixteen cards go round by themselves, and the lances wait for a step of their own", () => {
  const draft = typed(CARDS);
  assert.ok(isFull(draft));
  assert.equal(draft.step, "cards");
  assert.equal(addCard(draft, "R"), draft);
  assert.deepEqual(draft.cards[1], ["A", "A", "7", "6"]);
});

test("what there is no room for is one card too many, and closes the way on until somebody has looked", () => {
  const full = typed(CARDS);
  const extra = tooMany(full, "R");
  assert.deepEqual(extra.cards, full.cards);
  assert.equal(move(extra, "lances").step, "cards");
  assert.equal(move(takeBack(extra), "lances").step, "cards"); // ⌫ takes back a right card, too
  assert.equal(move(looked(extra), "lances").step, "lances");
});

test("kings and aces are counted with what stands for them, by the match's kings and its pack", () => {
  const of = (rules) => countsOf(typed("R3A27"), { ...RULESET, ...rules })
    .map(({ rank, used, most }) => `${rank} ${used}/${most}`).join(" ");
  assert.equal(of({}), "R 2/8 C 0/4 S 0/4 7 1/4 6 0/4 5 0/4 4 0/4 A 2/8");
  assert.equal(of({ kings: 4 }), "R 1/4 C 0/4 S 0/4 7 1/4 6 0/4 5 0/4 4 0/4 3 1/4 2 1/4 A 1/4");
  assert.equal(of({ ninth_king: "4" }), "R 2/9 C 0/4 S 0/4 7 1/4 6 0/4 5 0/4 4 0/3 A 2/8");
});

test("C1: cards that cannot be are found at the seat where they begin, from the mano", () => {
  const draft = typed("RRS7 CC54 RRS7 SSC7", { ...newDraft(match()), mano: 2, at: 2 });
  assert.equal(impossibleAt(draft, RULESET), null);
  const fifth = { ...draft, cards: draft.cards.with(1, ["R", "7", "S", "S"]) };
  assert.deepEqual(impossibleAt(fifth, RULESET), { seat: 1, rank: "R" });
  const twos = typed("2", newDraft(match()));
  assert.deepEqual(impossibleAt(twos, { ...RULESET, without_twos: true }), { seat: 0, rank: "2" });
});

// The machine: from each step, the moves that lead on, and what they make of the draft.

const NAMES = ["lances", "unseen", "stones", "cards", "review", "change"];
const stepsFrom = (draft) => Object.fromEntries(
  NAMES.map((name) => [name, move(draft, name, match())]).filter(([, next]) => next !== draft)
    .map(([name, next]) => [name, `${next.step}, ${next.entry}`]),
);

test("from the cards: to the lances, with or without cards shown, and to the stones", () => {
  const ways = { lances: "lances, cards", unseen: "lances, unseen", stones: "stones, stones" };
  assert.deepEqual(stepsFrom(newDraft(match())), ways);
  assert.deepEqual(stepsFrom(typed(CARDS)), ways);
});

test("from the lances: back to the cards, to the stones, and to the review once the hand settles", () => {
  const short = move(typed("RRRR"), "lances");
  assert.deepEqual(stepsFrom(short), { cards: "cards, cards", stones: "stones, stones" });
  const whole = move(typed(CARDS), "lances");
  const ways = { cards: "cards, cards", stones: "stones, stones", review: "review, cards" };
  assert.deepEqual(stepsFrom(whole), ways);
  const open = withCalls(whole, "grande", bet([], "A"));
  assert.equal(move(open, "review", match()), open, "a bet without its answer");
});

test("from the stones: back to the cards, and to the review once somebody takes some", () => {
  const none = newDraft(match(), { quick: true });
  assert.deepEqual(stepsFrom(none), { cards: "cards, cards" });
  const some = { ...none, quick: { stones: [5, 3], game_winner: null } };
  assert.deepEqual(stepsFrom(some), { cards: "cards, cards", review: "review, stones" });
});

test("from the review: only back to where it came from, and nobody has agreed any more", () => {
  const reviewed = { ...move(move(typed(CARDS), "lances"), "review", match()), agreed: ["A"] };
  assert.deepEqual(stepsFrom(reviewed), { change: "lances, cards" });
  assert.deepEqual(move(reviewed, "change").agreed, []);
  const stones = { ...newDraft(match(), { quick: true }), quick: { stones: [5, 3], game_winner: null } };
  assert.deepEqual(stepsFrom(move(stones, "review", match())), { change: "stones, stones" });
});

test("a hand whose cards nobody showed goes on without them, and a card typed later counts", () => {
  const unseen = move(newDraft(match()), "unseen");
  assert.equal("cards" in recordOf(unseen, RULESET), false);
  assert.equal(move(move(unseen, "cards"), "lances").entry, "unseen");
  assert.equal(addCard(move(unseen, "cards"), "R").entry, "cards");
});

test("changing to the stones and back keeps what was typed in both ways", () => {
  const stones = { ...move(typed("RRR"), "stones"), quick: { stones: [5, 3], game_winner: null } };
  const cards = move(stones, "cards");
  assert.deepEqual(cards.cards[0], ["R", "R", "R"]);
  assert.equal("quick" in recordOf(cards, RULESET), false);
  assert.deepEqual(recordOf(move(cards, "stones"), RULESET).quick.stones, [5, 3]);
});

test("a hand to correct begins at its lances or its stones, over the hand that waits", () => {
  const hand = { game: 1, hand: 1, edit: { key: "k", version: 1 } };
  const played = draftOf(match(), { ...hand, record: recordOf(typed(CARDS), RULESET) });
  const quick = draftOf(match(), { ...hand, record: { mano: 0, quick: { stones: [5, 3] } } });
  assert.deepEqual([played.step, played.entry], ["lances", "cards"]);
  assert.deepEqual([quick.step, quick.entry], ["stones", "stones"]);
});

test("a draft that an earlier version stored goes on at the same point", () => {
  const { entry, agreed, ...kept } = typed("RRR");
  const unseen = { ...kept, step: "lances", noCards: true, quick: null };
  const old = { ...kept, noCards: false, quick: { stones: [4, null], game_winner: null }, under: unseen };
  const now = draftFrom(old);
  assert.deepEqual([now.step, now.entry, now.quick.stones], ["stones", "stones", [4, null]]);
  assert.deepEqual([now.under.step, now.under.entry], ["lances", "unseen"]);
  assert.equal(draftFrom(null), null);
  assert.equal(draftFrom(now), now);
});

test("all have passed until somebody bets", () => {
  const draft = typed(CARDS);
  assert.ok(isAllPassed(draft));
  assert.ok(isAllPassed(withCalls(draft, "chica", [])));
  assert.ok(!isAllPassed(withCalls(draft, "chica", bet([], "A"))));
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
  assert.deepEqual([...over], ["chica", "pares", "juego"]);
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
