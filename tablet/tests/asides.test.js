// An action that was set aside, and its copy for the desk.
import assert from "node:assert/strict";
import { test } from "node:test";
import { item, quick, sent, START, table, tabletWith, taken } from "./device.js";
import { discard, retry, setAside } from "../src/deciding.js";
import { localTable } from "../src/fold.js";

const playing = () => ({ ...table(), ...localTable(table(), [item(START)]), next: [] });
const HAND = { kind: "hand.record", match: 7, game: 1, hand: 1, record: quick(5, 3) };

/** A tablet whose server failed at a hand and then at its copy: both need attention. */
async function failedTwice() {
  const fails = { now: true };
  const server = (path, body) =>
    fails.now && path === "/table/actions/" ? { status: 500, body: {} } : taken(playing())(path, body);
  const { app, sync, asked } = await tabletWith({ server, state: playing() });
  await app.act(HAND);
  for (let time = 0; time < 2; time += 1) {
    for (let round = 0; round < 12; round += 1) await sync.run();
    await setAside(app);
  }
  assert.deepEqual(app.attention.map(({ action }) => action.kind), ["hand.record", "attention.raise"]);
  fails.now = false;
  asked.length = 0;
  return { app, sync, asked };
}

test("the copy of an action that is discarded is not sent any more", async () => {
  const { app, sync, asked } = await failedTwice();
  await discard(app, app.attention[0].key);
  await sync.run();
  assert.equal(app.now.items.length, 0);
  assert.deepEqual(sent(asked).flat().map(({ kind }) => kind), ["attention.discard"]);
});

test("neither is the copy of one that is applied after all, or entered anew", async () => {
  for (const anew of [false, true]) {
    const { app, sync } = await failedTwice();
    const { key } = app.attention[0];
    if (anew) await app.act({ ...HAND, instead: [key] }, { drop: [key] });
    else await retry(app, key);
    await sync.run();
    assert.deepEqual(app.now.items, []);
  }
});
