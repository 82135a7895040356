// A hand read back, lance by lance; and its reasons, which name who, with which cards, against whom.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, RULESET, table } from "./device.js";
import { explainSettled } from "../mus/explain.js";
import { addCard, answer, bet, move, newDraft, outcomeOf, toggleSaid, withCalls } from "../src/draft.js";
import { localTable } from "../src/fold.js";
import { readBack } from "../src/readback.js";

const match = localTable(table(), [begun()]).current;
const hand = (cards, { score = [0, 0], wrong = {}, bets = {}, infractions = [] } = {}) => {
  let draft = { ...[...cards.replaceAll(" ", "")].reduce(addCard, newDraft(match)), score, infractions };
  for (const [lance, seats] of Object.entries(wrong)) {
    for (const seat of seats) draft = toggleSaid(draft, lance, seat, RULESET);
  }
  for (const [lance, calls] of Object.entries(bets)) draft = withCalls(draft, lance, calls);
  return move(draft, "lances");
};
const toldOf = (draft) => explainSettled(outcomeOf(draft, match).result);
const readOf = (draft) => readBack(draft, match, toldOf(draft), outcomeOf(draft, match).over);
const labels = (draft) => toldOf(draft).lines.map(({ label }) => `${label.key} ${label.params.lance}`);

test("every lance says what it heard, and who takes its stones", () => {
  const draft = hand("RRS7 CC54 SSC7 33R7", { bets: { grande: answer(bet([], "A"), "no_quiero") } });
  const read = readOf(draft);
  assert.deepEqual(read.map(({ lance, silence, calls }) => [lance, calls.length ? "bet" : silence]), [
    ["grande", "bet"], ["chica", "paso"], ["pares", "paso"], ["juego", "paso"],
  ]);
  assert.deepEqual(read[0].lines.map(({ pair, stones }) => [pair, stones]), [["A", [1]]]);
  const stonesOf = (lines) => lines.flatMap(({ stones }) => stones);
  assert.deepEqual(stonesOf(read.flatMap(({ lines }) => lines)), stonesOf(toldOf(draft).lines));
});

test("a lance that nobody may bet on says who alone has it, and one that nobody has says so", () => {
  const read = readOf(hand("RR54 CS54 SSC6 4567"));
  assert.deepEqual(read.slice(2).map(({ silence, isPunto }) => [silence, isPunto]), [["only_A", false], ["only_A", false]]);
  assert.deepEqual(readOf(hand("7654 CS54 7654 CS54"))[2].silence, "nobody");
});

test("lances after the end of the game are read as not played", () => {
  const bets = { grande: answer(bet([], "A"), "no_quiero"), chica: answer(bet([], "B"), "quiero") };
  const read = readOf(hand("RRRR AA76 4567 SCSC", { score: [39, 0], bets }));
  assert.deepEqual(read.map(({ silence }) => silence).slice(1), ["over", "over", "over"]);
  const seen = [{ by: "B", call: "ordago" }, { by: "A", call: "quiero" }];
  const ordago = readOf(hand("RRRR AA76 4567 SCSC", { bets: { pares: seen } }));
  assert.deepEqual(ordago.map(({ silence, calls }) => (calls.length ? "bet" : silence)), ["paso", "paso", "bet", "over"]);
});

test("the best cards are named with their holder, and equal ones with both and what they share", () => {
  const told = toldOf(hand("RRS7 CC54 SSC7 RRS7"));
  const whys = told.lines.map(({ why }) => [why.key, why.params]);
  assert.deepEqual(whys[0], ["why.mano", { seat: 0, equal: 3, cards: "R R S 7" }]);
  assert.deepEqual(whys[1], ["why.best", { seat: 1, cards: "C C 5 4" }]);
  const shared = (cards) => toldOf(hand(cards)).lines.slice(2).map(({ why }) => [why.key, why.params.cards]);
  assert.deepEqual(shared("R3S7 4567 4567 CRR7"), [["why.mano", "R 3"], ["why.mano", "37"]]);
});

test("J1: a punto that is paid for a false juego is the punto, not the juego", () => {
  const draft = hand("RR54 CC54 SSC6 4567", { wrong: { juego: [0, 2] } }); // seat 2 holds 36 and denies it
  assert.ok(labels(hand("RR54 CC54 SS54 4567", { wrong: { juego: [0] } })).includes("entry.punto punto"));
  assert.ok(!labels(draft).includes("entry.punto juego"));
});

test("J5: a juego that was denied is paid as juego, though the punto was played", () => {
  const draft = hand("RR54 CC54 SSC6 4567", { wrong: { juego: [2] } });
  assert.deepEqual(toldOf(draft).penalties.map(({ clause }) => clause), ["J5"]);
  assert.ok(labels(draft).includes("entry.juego juego"));
  assert.ok(!labels(draft).some((label) => label === "entry.juego punto"));
});

test("JX: one note for all who were wrong, naming each", () => {
  const draft = hand("RRR4 CC54 SS6A 3377", { wrong: { juego: [1, 2] } });
  const notes = toldOf(draft).penalties;
  assert.deepEqual(notes.map(({ clause, seats }) => [clause, seats]), [["JX", [1, 2]]]);
});

test("a lance is headed by what was played at it, and a line of the other one says so", () => {
  const denied = readOf(hand("RRR4 CC54 SS6A 3377", { wrong: { juego: [0, 3] } })).at(-1);
  assert.ok(denied.isPunto, "nobody said yes to juego, so the punto was played");
  assert.deepEqual(denied.lines.map(({ other }) => other.key), ["entry.juego"]);
  const honest = readOf(hand("RRR4 CC54 SS6A 3377")).at(-1);
  assert.deepEqual(honest.lines.map(({ other }) => other), [false]);
});

test("what a pair takes for one reason is one line", () => {
  const [passed] = readOf(hand("RRS7 CC54 SSC7 33R7"))[2].lines;
  assert.equal(passed.why.key, "why.best");
  const seen = readOf(hand("RRS7 CC54 SSC7 33R7", { bets: { pares: answer(bet([], "A"), "quiero") } }))[2].lines;
  assert.deepEqual(seen.map(({ stones }) => stones), [[2, ...passed.stones]]);
  assert.deepEqual(seen[0].parts, passed.parts);
});

const keys = (told) => told.penalties.map(({ clause, sentences }) => [clause, ...sentences.map(({ key }) => key)]);

test("J3 at 39–39: nothing is promised for a false word once the game is over", () => {
  const wrong = { juego: [0] };
  const open = toldOf(hand("RR54 CCC7 SS54 4567", { wrong }));
  assert.deepEqual(keys(open), [["J3", "false.yes.juego", "false.paid"]]);
  const over = toldOf(hand("RR54 CCC7 SS54 4567", { wrong, score: [39, 39] }));
  assert.deepEqual(keys(over), [["J3", "false.yes.juego", "false.unpaid"]]);
});

test("P1: where nobody has pares nothing was promised, so nothing is said to be unpaid", () => {
  const told = toldOf(hand("R754 CS54 7654 CS64", { wrong: { pares: [0] }, score: [39, 39] }));
  assert.deepEqual(keys(told), [["P1", "false.yes.pares", "false.nothing"]]);
});

test("J8: the deje of a false no may end the game; the juego is not paid then, and the hand says so", () => {
  const told = toldOf(hand("RRR4 CCC7 SS54 4567", { wrong: { juego: [0] }, score: [39, 39] }));
  assert.deepEqual(keys(told), [["J8", "false.no.juego", "false.paid", "false.unpaid"]]);
});

test("D5: both partners are named, and nothing is said of what the other holds", () => {
  const told = toldOf(hand("RRR4 CC54 SS6A 4567", { wrong: { pares: [0, 2] } }));
  assert.deepEqual(keys(told), [["P4", "false.no.pares", "false.no.pares", "false.paid"]]);
  assert.deepEqual(told.penalties[0].seats, [0, 2]);
});

test("G0: a false word beside a false claim promises nothing", () => {
  const told = toldOf(hand("RR54 CC54 SSC6 4567", { wrong: { juego: [2] }, infractions: [0] }));
  assert.deepEqual(keys(told), [["G0", "penalty.G0"], ["J5", "false.no.juego", "false.claim"]]);
});
