// Names on small keys: short and unique.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mayChange, shortName } from "../src/people.js";

const seated = (a1, b1, a2, b2) => ({
  ruleset: { seats: 4 },
  seating: { A: [1, 2], B: [1, 2] },
  pairs: { A: { players: [a1, a2] }, B: { players: [b1, b2] } },
});
const shown = (match) => [0, 1, 2, 3].map((seat) => shortName(match, seat));

test("the first word of a name is enough where nobody shares it", () => {
  assert.deepEqual(shown(seated("Ane Ruiz", "Beñat", "Carlos Gil", "Dolores")), ["Ane", "Beñat", "Carlos", "Dolores"]);
});

test("who shares the first word gets a letter of the last, or all of it", () => {
  assert.deepEqual(shown(seated("Ane Ruiz", "Ane Gil", "Carlos", "Dolores")).slice(0, 2), ["Ane R.", "Ane G."]);
  assert.deepEqual(shown(seated("Ane Ruiz", "Ane Ríos", "Ane Ruiz Gil", "Eva")).slice(0, 2), ["Ane Ruiz", "Ane Ríos"]);
});

test("two who are called the same are told apart by their seats", () => {
  const names = shown(seated("Ane Ruiz", "Ane Ruiz", "Ane Ruiz", "Eva"));
  assert.deepEqual(names, ["Ane 1", "Ane 2", "Ane 3", "Eva"]);
});

test("a pair's phone changes only hands of its pair, with none of others after them, while they play", () => {
  const by = (id, pair = "") => ({ by: { kind: "device", id, label: `table 1 device ${id}${pair}` } });
  const [first, theirs, ours, sent] = [by(7, " pair 4"), by(8, " pair 5"), by(9, " pair 4"), {}];
  const match = { status: "playing", history: [first, theirs, ours, sent] };
  const phone = { device: { id: 7 }, table: { device: { pair: 4 } } };
  const changes = (now, of = match) => of.history.map((hand) => mayChange(now, of, hand));
  assert.deepEqual(changes(phone), [false, false, true, true]);
  assert.deepEqual(changes(phone, { ...match, status: "finished" }), [false, false, false, false]);
  assert.deepEqual(changes({ table: { device: { pair: null } } }), [true, true, true, true]);
});
