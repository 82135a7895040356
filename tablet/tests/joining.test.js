// Joining: answering the question about a code ends that question and no other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bound } from "../src/joining.js";

const asking = (joining) => {
  const app = { now: { joining }, set: (more) => Object.assign(app.now, more) };
  return app;
};

test("a device that is bound asks about its code no more", () => {
  const app = asking("mesa-1");
  assert.equal(bound(app, "mesa-1"), true);
  assert.equal(app.now.joining, null);
});

test("a code scanned while the device was being bound is still asked about", () => {
  const app = asking("mesa-2");
  assert.equal(bound(app, "mesa-1"), false);
  assert.equal(app.now.joining, "mesa-2");
});

test("a link typed in was never asked about", () => {
  assert.equal(bound(asking(null), "mesa-1"), true);
});
