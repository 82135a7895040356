// One action that does not get through holds up no other for ever, whoever stops it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hand, item, quick, sent, START, table, tabletWith, taken } from "./device.js";
import { retry, setAside } from "../src/deciding.js";
import { localTable } from "../src/fold.js";

const playing = (...more) => ({ ...table(), ...localTable(table(), [item(START), ...more]), next: [] });
const record = (number) =>
  ({ kind: "hand.record", match: 7, game: 1, hand: number, record: quick(5, 3) });
const CALL = { kind: "call.raise", match: 7, about: "", message: "here", state: null };
const holds = (body, number) => body?.actions?.some((each) => each.hand === number);

/** A line on which something answers in the server's place wherever the hand `number` is sent. */
const filtered = (number, answer) => (path, body) =>
  holds(body, number) ? answer : taken(playing())(path, body);
const often = async (sync, times = 14) => {
  for (let round = 0; round < times; round += 1) await sync.run();
};

for (const [what, answer, code] of [
  ["a filter forbids it (403)", { status: 403, body: "<html>blocked</html>" }, "not_through"],
  ["a filter denies that there is such an address (404)", { status: 404, body: "<html>" }, "not_through"],
  ["a filter shows a page of its own (200)", { status: 200, body: "<html>Not here</html>" }, "not_through"],
  ["a filter cuts the connection", null, "not_through"],
  ["a proxy gives up on it (502)", { status: 502, body: "Bad gateway" }, "server_failed"],
]) {
  test(`${what}: it is found among the others, said, and set aside; the rest goes on`, async () => {
    const { app, sync, shelf, asked } = await tabletWith({ server: filtered(3, answer), state: playing() });
    for (let number = 1; number <= 4; number += 1) await app.act(record(number));
    await app.act(CALL);
    await often(sync);
    assert.equal(app.stuck.action.hand, 3);
    assert.equal(app.now.failing.code, code);
    await setAside(app);
    await often(sync, 3);
    assert.deepEqual(app.attention.map(({ action, errors }) => [action.hand, errors[0].code]), [[3, code]]);
    assert.deepEqual(app.waiting.map(({ action }) => action.hand), [4]);
    assert.ok(sent(asked).flat().some(({ kind }) => kind === "call.raise"));
    assert.equal(shelf.items.size, 2);
  });
}

test("what was set aside goes out under the same key once the way is free", async () => {
  let blocked = true;
  const server = (path, body) => blocked && holds(body, 1) ? { status: 403, body: "<html>" } : taken(playing())(path, body);
  const { app, sync, shelf, asked } = await tabletWith({ server, state: playing() });
  const { key } = await app.act(record(1));
  await often(sync);
  await setAside(app);
  await often(sync, 2);
  blocked = false;
  await retry(app, key);
  await often(sync, 2);
  assert.equal(shelf.items.size, 0);
  const keys = sent(asked).flat().filter((each) => each.hand === 1).map((each) => each.key);
  assert.deepEqual([...new Set(keys)], [key]);
});

for (const [what, answer] of [
  ["no network", null],
  ["the page of a wifi network in the place of everything", { status: 200, body: "<html>Wifi</html>" }],
  ["a page that forbids everything", { status: 403, body: "<html>" }],
]) {
  test(`${what} accuses no action`, async () => {
    const { app, sync } = await tabletWith({ server: () => answer, state: playing() });
    await app.act(record(1));
    await often(sync);
    assert.equal(app.now.failing, null);
    assert.equal(app.waiting.length, 1);
  });
}

test("hands that wait without network go out together when it is back", async () => {
  let online = false;
  const server = (path, body) => online && taken(playing())(path, body);
  const { app, sync, asked } = await tabletWith({ server, state: playing() });
  for (let number = 1; number <= 8; number += 1) await app.act(record(number));
  await often(sync, 5);
  online = true;
  asked.length = 0;
  await sync.run();
  assert.deepEqual(sent(asked).map((each) => each.length), [8]);
});

/** A tablet on a line on which no answer comes where the hand 1 is sent; `hears`: what the server
 * does with it all the same. */
async function hanging(t, { state = () => playing(), hears = () => {} } = {}) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const server = (path, body) => taken(state())(path, body);
  const made = await tabletWith({ server, state: playing() });
  const fetching = globalThis.fetch;
  globalThis.fetch = (address, how) => {
    if (!holds(how.body ? JSON.parse(how.body) : null, 1)) return fetching(address, how);
    hears();
    return new Promise((_, reject) => how.signal.addEventListener("abort", () => reject(new Error("late"))));
  };
  const rounds = async (times) => {
    for (let round = 0; round < times; round += 1) {
      const ran = made.sync.run();
      while (made.sync.running) {
        await new Promise((done) => setImmediate(done));
        t.mock.timers.tick(20_000);
      }
      await ran;
    }
  };
  return { ...made, rounds };
}

test("an action to which the answer hangs each time is said, and set aside", async (t) => {
  const { app, rounds } = await hanging(t);
  await app.act(record(1));
  await app.act(CALL);
  await rounds(4);
  assert.ok(!app.stuck);
  await rounds(4);
  assert.equal(app.stuck.action.hand, 1);
  await setAside(app);
  await rounds(2);
  assert.equal(app.waiting.length, 0);
  assert.equal(app.attention.length, 1);
});

test("a hand that stands at the table leaves the outbox although no answer to it ever came", async (t) => {
  let key = "";
  let isThere = false;
  const state = () => (isThere ? playing({ ...hand(1, quick(5, 3)), key }) : playing());
  const { app, sync, shelf, rounds } = await hanging(t, { state, hears: () => (isThere = true) });
  ({ key } = await app.act(record(1)));
  sync.looked = -Infinity;
  await rounds(1);
  assert.equal(shelf.items.size, 0);
  assert.deepEqual(app.local.match.game.score, [5, 3]);
  assert.equal(app.local.match.history.length, 1);
});

/** A tablet whose full store keeps what it has, and takes back what goes. */
async function full(server) {
  const made = await tabletWith({ server, state: playing() });
  const write = made.shelf.write.bind(made.shelf);
  const room = { left: true };
  made.shelf.write = async (what) => {
    const takes = what.put?.length || Object.values(what.values ?? {}).some((value) => value != null);
    if (!room.left && takes) throw new Error("QuotaExceededError");
    return write(what);
  };
  return { ...made, room };
}

test("in a full store an action is set aside too, and kept so as soon as there is room", async () => {
  const { app, sync, shelf, asked, room } = await full(filtered(1, { status: 403, body: "<html>" }));
  const { key } = await app.act(record(1));
  await app.act(CALL);
  await often(sync);
  room.left = false;
  await setAside(app);
  await often(sync, 3);
  assert.deepEqual(app.attention.map((each) => each.key), [key]);
  const kinds = new Set(sent(asked).flat().map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), ["attention.raise", "call.raise", "hand.record"]);
  assert.ok(app.held.size);
  assert.deepEqual([...shelf.items.values()].map(({ status }) => status), ["waiting"]); // nothing is lost
  room.left = true;
  await sync.run();
  assert.equal(app.held.size, 0);
  assert.deepEqual([...shelf.items.values()].map((each) => [each.key, each.status]), [[key, "attention"]]);
});

test("what another tab has sent meanwhile is not brought back by what is held", async () => {
  const { app, sync, shelf, room } = await full(filtered(1, { status: 403, body: "<html>" }));
  const { key } = await app.act(record(1));
  await often(sync);
  room.left = false;
  await setAside(app);
  shelf.items.delete(key);
  await app.refresh();
  assert.deepEqual(app.now.items, []);
  assert.equal(app.held.size, 0);
});

test("in a full store a refused action needs attention and holds up nothing", async () => {
  const server = (path, body) => {
    if (path !== "/table/actions/") return { status: 200, body: {} };
    const results = body.actions.map(({ key, hand: number }) =>
      number === 1 ? { key, outcome: "refused", errors: [{ code: "bad" }] } : { key, outcome: "applied" });
    return { status: 200, body: { results, state: playing() } };
  };
  const { app, sync, asked, room } = await full(server);
  const { key } = await app.act(record(1));
  await app.act(CALL);
  room.left = false;
  await often(sync, 3);
  assert.deepEqual(app.attention.map((each) => each.key), [key]);
  assert.equal(app.waiting.length, 0);
  assert.equal(sent(asked).length, 1);
  await retry(app, key);
  await sync.run();
  assert.equal(sent(asked).length, 2);
});
