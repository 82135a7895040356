// Explains the records it reads in every language; writes the keys it used, one a line.
// Fails when a word is missing, a parameter is left open, or lines do not add up to the stones.
import assert from "node:assert/strict";
import process from "node:process";
import { text } from "node:stream/consumers";
import { explain, say } from "../../../tablet/mus/explain.js";
import { settle } from "../../../tablet/mus/index.js";

const catalogues = await Promise.all(
  ["es", "eu", "en", "fr"].map(async (language) => {
    const module = await import(`../../../tablet/src/i18n/${language}.js`);
    return module.default;
  }),
);
const names = { pair: (side) => `pair-${side}`, seat: (seat) => `seat-${seat}` };
const used = new Set();

function check(phrase) {
  used.add(phrase.key);
  for (const catalogue of catalogues) {
    assert.ok(phrase.key in catalogue, phrase.key);
    assert.doesNotMatch(say(catalogue, phrase, names), /\{\w+\}|undefined|NaN|seat-null/, phrase.key);
  }
}

/** Each who was wrong is named once; each payment of the lance has its sentence, and no other is named. */
function checkFalseWords({ clause, lance, seats, sentences }, settlement, { infractions }, line) {
  const named = sentences.filter(({ params }) => "seat" in params).map(({ params }) => params.seat);
  assert.deepEqual(named, seats, line);
  assert.equal(new Set(seats).size, seats.length, line);
  if (clause === "G0") return;
  const paid = sentences.flatMap(({ key, params }) => (key === "false.paid" ? params.paid : []));
  const due = infractions?.length ? [] : settlement.ledger.filter((entry) => entry.lance === lance);
  assert.deepEqual(new Set(paid), new Set(due), line);
  assert.ok(!(paid.length && sentences.some(({ key }) => key === "false.nothing")), line);
}

for (const line of (await text(process.stdin)).split("\n").filter(Boolean)) {
  const record = JSON.parse(line);
  const settlement = settle(record);
  const told = explain(record);
  assert.equal(told.ok, settlement.ok);
  if (!told.ok) {
    assert.deepEqual(told.faults.map((fault) => fault.code), settlement.errors.map((e) => e.code));
    told.faults.forEach((fault) => [fault, fault.where].forEach(check));
    continue;
  }
  const sums = [0, 0];
  for (const entry of told.lines) {
    sums["AB".indexOf(entry.pair)] += entry.stones;
    [entry.label, entry.why, ...entry.parts.map((part) => part.name)].forEach(check);
    if (entry.kind === entry.lance) {
      assert.equal(entry.parts.reduce((sum, part) => sum + part.stones, 0), entry.stones, line);
    }
    if (entry.why.key === "why.best" || entry.why.key === "why.mano") {
      assert.equal("AB"[entry.why.params.seat % 2], entry.pair, line);
    }
  }
  assert.deepEqual(sums, settlement.stones);
  if (told.lines.length) assert.deepEqual(told.lines.at(-1).score, settlement.score);
  [...told.penalties.flatMap(({ sentences }) => sentences), ...told.notes, ...(told.claim ?? [])].forEach(check);
  told.penalties.forEach((each) => checkFalseWords(each, settlement, record, line));
}
process.stdout.write([...used].sort().join("\n"));
