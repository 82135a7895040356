// Taps that nobody meant: what the cover takes, and for how long.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

mock.timers.enable({ apis: ["setTimeout"] });
const heard = {};
const cover = { style: {}, hidden: false, className: "" };
let under = null; // what the screen has where the finger is
globalThis.addEventListener = (name, listener) => (heard[name] = listener);
globalThis.document = /** @type {any} */ ({
  createElement: () => cover,
  body: { append: () => {} },
  elementFromPoint: () => ({ closest: () => under }),
});
const { BOUNCE_MS, newScreen, STILL_MS, watchTaps } = await import("../src/guard.js");
watchTaps();

const BOX = { left: 80, top: 180, width: 60, height: 50 };
const key = (repeats = false) => ({
  dataset: repeats ? { repeat: "" } : {}, getBoundingClientRect: () => BOX, flashes: 0,
  animate() { this.flashes += 1; },
});
const tap = (on, more = {}) => heard.click({ detail: 1, clientX: 100, clientY: 200, target: { closest: () => on }, ...more });
const later = (ms) => mock.timers.tick(ms);
const isWhole = () => !cover.hidden && cover.style.width === "100%";

test("a key is covered where it was pressed for half a second", () => {
  tap(key());
  assert.deepEqual({ ...cover.style }, { left: "72px", top: "172px", width: "56px", height: "56px" });
  later(STILL_MS - 1);
  assert.equal(cover.hidden, false);
  later(1);
  assert.equal(cover.hidden, true);
});

test("a key that repeats is covered for a bounce, and longer where another key has taken its place", () => {
  const rank = key(true);
  under = rank;
  tap(rank);
  later(BOUNCE_MS);
  assert.equal(cover.hidden, true);
  under = key(); // the suits
  tap(rank);
  later(BOUNCE_MS);
  assert.equal(cover.hidden, false);
  later(STILL_MS - BOUNCE_MS);
  assert.equal(cover.hidden, true);
});

test("two taps of a repeating key that are one are said by a flash of it", () => {
  const rank = key(true);
  under = rank;
  tap(rank);
  assert.deepEqual({ ...cover.style }, { left: "80px", top: "180px", width: "60px", height: "50px" });
  tap(null, { target: cover });
  assert.equal(rank.flashes, 1);
  later(BOUNCE_MS);
  tap(key());
  tap(null, { target: cover });
  assert.equal(rank.flashes, 1);
  later(STILL_MS);
});

test("another screen is covered whole, whatever key brought it", () => {
  newScreen();
  tap(key());
  assert.ok(isWhole());
  later(STILL_MS);
  assert.equal(cover.hidden, true);
});

test("a finger that still rests on the glass keeps another screen covered until it is up", () => {
  heard.pointerdown();
  newScreen();
  later(STILL_MS + 1_000);
  assert.ok(isWhole());
  heard.pointerup();
  later(BOUNCE_MS);
  assert.equal(cover.hidden, true);
});

test("a keyboard, or a tap beside the keys, covers nothing", () => {
  tap(key(), { detail: 0 });
  tap(null);
  assert.equal(cover.hidden, true);
});
