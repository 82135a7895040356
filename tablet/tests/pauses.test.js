// The pause of the day, from the table that the tablet has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseAt } from "../src/pauses.js";

const at = (hours, minutes) => new Date(2026, 4, 24, hours, minutes).getTime();
const iso = (hours, minutes) => new Date(at(hours, minutes)).toISOString();
const lunch = { starts_at: iso(13, 0), ends_at: iso(13, 30), reason: "lunch" };
const siesta = { starts_at: iso(15, 0), ends_at: iso(15, 20), reason: "siesta" };
const table = { match: null, last: null, next: [], pauses: [siesta, lunch] };

test("before it begins its hours are said, and while it is on until when", () => {
  assert.deepEqual(pauseAt(table, at(12, 0)), { on: false, from: "13:00", until: "13:30", reason: "lunch" });
  assert.equal(pauseAt(table, at(13, 0)).on, true);
  assert.equal(pauseAt(table, at(13, 29)).on, true);
});

test("when it is over the next one is said, and then none, without a word from the server", () => {
  assert.equal(pauseAt(table, at(13, 30)).reason, "siesta");
  assert.equal(pauseAt(table, at(15, 20)), null);
});

test("a table that an earlier server told of knows of no pause", () => {
  assert.equal(pauseAt({ match: null, last: null, next: [] }, at(13, 0)), null);
  assert.equal(pauseAt(null, at(13, 0)), null);
});
