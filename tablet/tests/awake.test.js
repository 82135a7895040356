// The screen stays awake while a match is played, and only then.
import assert from "node:assert/strict";
import { test } from "node:test";

const heard = {};
const page = { hidden: false, addEventListener: (name, listener) => (heard[name] = listener) };
Object.assign(globalThis, { document: page, addEventListener: (name, listener) => (heard[name] = listener) });
const given = [];
const request = async (kind) => {
  given.push({ kind, released: false });
  return given.at(-1);
};
Object.defineProperty(globalThis, "navigator", { value: { wakeLock: { request } }, configurable: true });
const { stayAwake } = await import("../src/awake.js");

test("a lock is asked for once a match is there, and again after the page was hidden", async () => {
  const app = { local: null };
  stayAwake(app);
  await heard.pointerdown();
  assert.equal(given.length, 0);
  app.local = { match: {} };
  await heard.pointerdown();
  await heard.pointerdown();
  assert.deepEqual(given.map(({ kind }) => kind), ["screen"]);
  page.hidden = true;
  given[0].released = true;
  await heard.visibilitychange();
  assert.equal(given.length, 1);
  page.hidden = false;
  await heard.visibilitychange();
  assert.equal(given.length, 2);
});

test("a device that has no lock, or refuses it, goes on without", async () => {
  navigator.wakeLock.request = async () => Promise.reject(new Error("battery"));
  stayAwake({ local: { match: {} } });
  await heard.pointerdown();
  delete navigator.wakeLock;
  await heard.pointerdown();
});
