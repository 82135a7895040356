// What the settled records alone do not show: values that are no JSON, and the helpers of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as mus from "../../../tablet/mus/index.js";

const { declarationsFromCards, holdingOf, mayBet, messageOf, rulesetFrom, settle } = mus;

test("whatever it is given, it answers and never throws", () => {
  const throwing = { get mano() { throw new Error("no"); } };
  const values = [undefined, NaN, Infinity, 1n, Symbol("s"), () => 1, new Date(), new Map(), throwing];
  for (const value of [...values, { mano: 0, id: NaN }, { mano: 0n }, { mano: 0, bets: new Proxy({}, {}) }]) {
    assert.equal(settle(value).ok, false);
  }
});

test("a refusal never holds what JSON cannot write", () => {
  for (const id of [NaN, Infinity, 2 ** 53, 1n, Symbol("s"), {}]) {
    assert.equal("id" in settle({ id }), false);
  }
});

test("settling leaves the record as it was and answers the same again", () => {
  const record = { mano: 1, score: [39, 39], cards: ["R R R R", "A A 7 6", "4 5 6 7", "S C S C"],
    declared: { pares: [true, true, false, true], juego: [true, false, false, true] },
    bets: { grande: [{ by: "A", call: "ordago" }, { by: "B", call: "quiero" }] } };
  const before = structuredClone(record);
  const first = settle(record);
  assert.deepEqual(record, before);
  assert.deepEqual(settle(record), first);
  assert.equal(first.game_winner, "A");
});

test("a table of presets cannot be changed through a settlement", () => {
  settle({ ruleset: JSON.parse('{"__proto__": {"kings": 4}, "target": 30}'), mano: 0 });
  assert.equal(rulesetFrom(null).target, 40);
  assert.equal({}.kings, undefined);
});

test("declarations follow from the cards; a seat that cannot be read says nothing yet", () => {
  assert.deepEqual(declarationsFromCards(["7 7 2 A", "3 3 S 2", "R R S", null], "brisbane-2024"), {
    pares: [true, true, null, null],
    juego: [false, true, null, null],
  });
});

test("with ten kings a joker has to say what it stands for before its holder can be judged", () => {
  assert.equal(holdingOf("So 4b 5b R", { jokers: true }), null);
  assert.equal(holdingOf("So=R 4b 5b R", { jokers: true }).pares > 0, true);
  assert.equal(holdingOf("So=R 4b 5b R", null), null);
});

test("a rule set names every setting, or there is none", () => {
  assert.equal(rulesetFrom({ preset: "nabo", target: 30 }).kings, 4);
  assert.equal(rulesetFrom({ target: 4 }), null);
  assert.equal(rulesetFrom("constructor"), null);
});

test("a lance is bet when both pairs declared, the punto when nobody declared juego (E7)", () => {
  assert.equal(mayBet("pares", [true, false, false, true]), true);
  assert.equal(mayBet("pares", [true, false, true, false]), false);
  assert.equal(mayBet("pares", [false, false, false, false]), false);
  assert.equal(mayBet("juego", [false, false, false, false]), true);
});

test("a fault's message can be made from another language's templates", () => {
  const { faults } = mus.settleOrRefuse({ mano: 9 });
  assert.equal(messageOf(faults[0], { bad_mano: "0–%(last)s" }), "0–3");
});
