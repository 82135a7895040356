// Names on small keys: short and unique.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shortName } from "../src/people.js";

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
