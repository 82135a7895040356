// Sending: an action leaves the outbox only after a definite answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { card, hand, item, quick, sent, START, table, tabletWith, taken } from "./device.js";
import { keepTheirs, retry, sendUnkept, setAside } from "../src/deciding.js";
import { localTable } from "../src/fold.js";

const playing = (...more) => ({ ...table(), ...localTable(table(), [item(START), ...more]), next: [] });
const record = (number, stones = quick(5, 3)) =>
  ({ kind: "hand.record", match: 7, game: 1, hand: number, record: stones });

test("what is applied leaves the outbox, and the table is as the server says", async () => {
  const state = playing(hand(1, quick(5, 3)));
  const { app, sync, shelf, asked } = await tabletWith({ server: taken(state), state: playing() });
  const kept = await app.act(record(1));
  assert.equal(shelf.items.size, 1);
  await sync.run();
  assert.equal(shelf.items.size, 0);
  assert.deepEqual(app.now.table.match.game.score, [5, 3]);
  assert.equal(sent(asked)[0][0].key, kept.key);
});

for (const [what, answer] of [
  ["no answer", null],
  ["a fault of the server", { status: 500, body: { errors: [{ code: "x" }] } }],
  ["too many requests", { status: 429, body: { errors: [{ code: "throttled" }] } }],
  ["a page that is not the server's", { status: 200, body: "<html>Wifi</html>" }],
]) {
  test(`${what}: it stays, and is sent again under the same key`, async () => {
    const { app, sync, shelf, asked } = await tabletWith({ server: () => answer, state: playing() });
    await app.act(record(1));
    await sync.run();
    await sync.run();
    assert.equal(shelf.items.size, 1);
    assert.equal(app.waiting.length, 1);
    const keys = sent(asked).map(([first]) => first.key);
    assert.ok(keys.length >= 2);
    assert.equal(new Set(keys).size, 1);
  });
}

test("a device that is not known any more keeps all it holds", async () => {
  const server = () => ({ status: 401, body: { errors: [{ code: "device_unknown" }] } });
  const { app, sync, shelf } = await tabletWith({ server, state: playing() });
  await app.act(record(1));
  await sync.run();
  assert.equal(app.now.device.gone, "unknown");
  assert.equal(shelf.items.size, 1);
});

test("a conflict needs attention, with what stands there", async () => {
  const state = playing(hand(1, quick(4, 4)));
  const server = (path, body) =>
    path === "/table/actions/"
      ? { status: 200, body: { state, results: body.actions.map(({ key }) =>
          ({ key, outcome: "conflict", errors: [{ code: "hand_exists" }], current: state.match })) } }
      : { status: 200, body: {} };
  const { app, sync } = await tabletWith({ server, state: playing() });
  await app.act(record(1));
  await sync.run();
  const [trouble] = app.attention;
  assert.deepEqual(trouble.theirs.stones, [4, 4]);
});

test("two tablets that sent the same hand are at one: nobody is asked, and the desk is told", async () => {
  const state = playing(hand(1, quick(5, 3)));
  const server = (path, body) =>
    path === "/table/actions/"
      ? { status: 200, body: { state, results: body.actions.map(({ key, kind }) => (kind === "hand.record"
          ? { key, outcome: "conflict", errors: [{ code: "hand_exists" }], current: state.match }
          : { key, outcome: "applied" })) } }
      : { status: 200, body: {} };
  const { app, sync, asked } = await tabletWith({ server, state: playing() });
  const { key } = await app.act(record(1));
  await sync.run();
  assert.deepEqual([app.attention.length, app.waiting.length], [0, 0]);
  assert.deepEqual(sent(asked)[1].map(({ kind, of }) => [kind, of]), [["attention.discard", [key]]]);
});

test("a refusal of the whole request finds out which action it was about", async () => {
  const server = (path, body) => {
    if (path !== "/table/actions/") return { status: 200, body: {} };
    if (body.actions.some((each) => each.hand === 2)) return { status: 400, body: { errors: [{ code: "bad" }] } };
    return taken(playing(hand(1, quick(5, 3))))(path, body);
  };
  const { app, sync } = await tabletWith({ server, state: playing() });
  await app.act(record(1));
  await app.act(record(2));
  await sync.run();
  assert.deepEqual(app.attention.map((each) => each.action.hand), [2]);
  assert.equal(app.waiting.length, 0);
});

test("a change of a hand that has not been answered waits for it", async () => {
  const { app, sync, asked } = await tabletWith({ server: () => null, state: playing() });
  const first = await app.act(record(1));
  const seen = app.local.current.history[0];
  const { on, after } = app.aim(app.local.current, seen);
  assert.equal(after, first.key);
  await app.act({ kind: "hand.undo", match: 7, game: 1, hand: 1, version: null, reason: "x" }, { on, after });
  await sync.run();
  assert.deepEqual(sent(asked)[0].map((each) => each.kind), ["hand.record"]);
});

test("a change that is stored after the answer for its hand carries the version that stands", async () => {
  const confirmed = hand(1, quick(5, 3));
  const state = playing(confirmed);
  state.match.history[0].version = 4;
  const { app, sync, asked } = await tabletWith({ server: taken(state), state: playing() });
  const first = await app.act(record(1), { key: confirmed.key });
  const { on, after } = app.aim(app.local.current, app.local.current.history[0]);
  await sync.run();
  assert.equal(app.waiting.length, 0);
  await app.act({ kind: "hand.undo", match: 7, game: 1, hand: 1, version: null, reason: "x" }, { on, after });
  await sync.run();
  assert.equal(after, first.key);
  assert.deepEqual(sent(asked).at(-1).map(({ kind, version }) => [kind, version]), [["hand.undo", 4]]);
});

test("a hand the desk has dealt with goes, and is told", async () => {
  const { app, sync, shelf } = await tabletWith({ server: () => null, state: playing() });
  const refused = { ...hand(1, quick(9, 9)), status: "attention", errors: [] };
  await app.keep({ put: [refused] });
  await sync.stand({ ...playing(), closed: [{ key: refused.key, became: "dismissed" }] });
  assert.equal(shelf.items.size, 0);
  assert.equal(app.now.notices.at(-1).became, "dismissed");
});

test("nothing is said to be saved that the store has no room for", async () => {
  const { app, shelf } = await tabletWith({ server: () => null, state: playing() });
  shelf.full = true;
  const { warn } = console;
  console.warn = () => {};
  assert.equal(await app.act(record(1)), null);
  console.warn = warn;
  assert.equal(app.now.unsaved.item.action.hand, 1);
  assert.equal(app.waiting.length, 0);
});

test("a finger that tapped twice makes one action", async () => {
  const { app } = await tabletWith({ server: () => null, state: playing() });
  const [one, two] = await Promise.all([app.act(record(1)), app.act(record(1))]);
  assert.equal(one.key, two.key);
  assert.equal(app.waiting.length, 1);
});

const line = (number, stones, score) => ({
  game: 1, number, version: 1, verified: false, ruled: null, stones, score, game_winner: null,
});
const changed = (score, next, more = {}) => ({
  id: 7, from: 3, version: 4, status: "playing", winner: null, games_won: [0, 0],
  games: [{ number: 1, winner: null, ended_by: "", score, hands: next - 1 }],
  game: { number: 1, score }, hand: { number: next }, mano: (next - 1) % 4, mano_free: false,
  awaiting_ruling: false, open_rulings: 0, ...more,
});
const small = (one, written, settlement = { stones: written.stones }) => (path, body) =>
  path === "/table/actions/"
    ? { status: 200, body: {
        results: body.actions.map(({ key }) => ({ key, outcome: "applied", errors: [], hand: written, settlement })),
        changed: [one], etag_before: "before", etag: "after" } }
    : null;
const inVersion = (version, state = playing()) => ({ ...state, match: { ...state.match, version } });

test("what changed is put over what the tablet knows, and nothing more is asked for", async () => {
  const server = small(changed([5, 3], 2), line(1, [5, 3], [5, 3]), { stones: [5, 3], ok: true });
  const { app, sync, shelf, asked } = await tabletWith({ server, state: inVersion(3) });
  await app.act(record(1));
  await sync.send();
  assert.equal(shelf.items.size, 0);
  const { match } = app.now.table;
  assert.deepEqual([match.version, match.game.score, match.hand], [4, [5, 3], { number: 2 }]);
  assert.deepEqual(match.history.map(({ version, waits, settlement }) => [version, waits, settlement.ok]),
    [[1, undefined, true]]);
  assert.deepEqual(asked.map(({ path }) => path), ["/table/actions/"]);
});

for (const [what, one, written] of [
  ["another version", changed([5, 3], 2, { from: 9 }), line(1, [5, 3], [5, 3])],
  ["another score", changed([6, 3], 2), line(1, [6, 3], [6, 3])],
  ["a match that has ended", changed([5, 3], 2, { status: "finished" }), line(1, [5, 3], [5, 3])],
]) {
  test(`${what} than the tablet knew: the table is asked for whole`, async () => {
    const whole = inVersion(10, playing(hand(1, quick(...one.game.score))));
    const server = (path, body) => small(one, written)(path, body)
      ?? (path === "/table/" ? { status: 200, body: { table: { number: 4 }, ...whole } } : null);
    const { app, sync, shelf } = await tabletWith({ server, state: inVersion(3) });
    await app.act(record(1));
    await sync.send();
    assert.equal(shelf.items.size, 0);
    assert.equal(app.now.table.match.version, 10);
  });
}

test("as long as the table is not known, what was taken stays in the outbox", async () => {
  const server = small(changed([5, 3], 2, { from: 9 }), line(1, [5, 3], [5, 3]));
  const { app, sync, shelf } = await tabletWith({ server, state: inVersion(3) });
  await app.act(record(1));
  await sync.send();
  assert.equal(shelf.items.size, 1);
});

test("the next look is spared where nobody else has written in between", async () => {
  const server = small(changed([5, 3], 2), line(1, [5, 3], [5, 3]));
  const { app, sync } = await tabletWith({ server, state: inVersion(3) });
  await app.note({ etag: "before" });
  await app.act(record(1));
  await sync.send();
  assert.equal(app.now.etag, "after");
});

test("one entry of the store that nobody can read is set aside and stops nothing", async () => {
  const { sync, shelf, asked } = await tabletWith({ server: taken(playing()), state: playing() });
  shelf.items.set("torn", { key: "torn", seq: "x", action: null });
  shelf.items.set("whole", { ...hand(1, quick(5, 3), {}), key: "whole", action: { ...record(1), key: "whole" } });
  await sync.app.reload();
  assert.deepEqual(sync.app.now.broken.map((each) => each.key), ["torn"]);
  await sync.run();
  assert.deepEqual(sent(asked).flat().map((each) => each.key), ["whole"]);
  assert.deepEqual([...shelf.items.keys()], ["torn"]);
  await sync.app.reload();
  assert.equal(sync.app.now.broken.length, 1);
});

test("an action that cannot be folded is sent all the same, and the others with it", async () => {
  const { app, sync, asked } = await tabletWith({ server: () => null, state: playing() });
  const odd = item({ kind: "hand.record", match: 7, game: 1, hand: 1, record: null });
  const { warn } = console;
  console.warn = () => {};
  await app.keep({ put: [odd] });
  await app.act(record(1));
  await sync.run();
  console.warn = warn;
  assert.equal(sent(asked)[0].length, 2);
  assert.deepEqual(app.local.current.game.score, [5, 3]);
});

test("all of theirs are kept in one go, with what hung on mine", async () => {
  const { app, shelf } = await tabletWith({ server: () => null, state: playing() });
  const trouble = (number, more) =>
    ({ ...hand(number, quick(1, 1)), status: "attention", errors: [], theirs: null, ...more });
  const theirs = { game: 1, number: 1, stones: [4, 4], record: quick(4, 4) };
  const second = trouble(2, { theirs: { ...theirs, number: 2 } });
  const refused = trouble(4, {});
  await app.keep({ put: [
    trouble(1, { theirs }), second, trouble(3, { behind: true, after: second.key }),
    refused, trouble(5, { behind: true, after: refused.key }),
  ] });
  await keepTheirs(app);
  assert.deepEqual(app.attention.map((each) => each.action.hand), [4, 5]);
  const told = [...shelf.items.values()].filter((each) => each.action.kind === "attention.discard");
  assert.equal(told.length, 3);
});

test("undone twice: what was entered anew stays on the screen", () => {
  const undo = { kind: "hand.undo", match: 7, game: 1, hand: 1, version: 1, reason: "r" };
  const late = item(undo, { on: { key: "taken back at the desk", version: 1 } });
  const local = localTable(playing(), [late, hand(1, quick(4, 4))]);
  assert.deepEqual(local.match.game.score, [4, 4]);
});

test("a line that is too slow for many at once gets fewer", async () => {
  const server = (path, body) =>
    body?.actions?.length > 20 ? { status: 413, body: "<html>" } : taken(playing())(path, body);
  const { app, sync, shelf, asked } = await tabletWith({ server, state: playing() });
  for (let number = 1; number <= 60; number += 1) await app.act(record(number, quick(0, 0)));
  for (let round = 0; round < 4; round += 1) await sync.run();
  assert.deepEqual(sent(asked).slice(0, 3).map((each) => each.length), [60, 30, 15]);
  for (let round = 0; round < 9; round += 1) await sync.run();
  assert.equal(shelf.items.size, 0);
});

test("what nobody answers in time is sent in smaller parts", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { app, sync, asked } = await tabletWith({ server: () => null, state: playing() });
  const fetching = globalThis.fetch;
  globalThis.fetch = (address, how) => {
    fetching(address, how).catch(() => {});
    return new Promise((_, reject) => how.signal.addEventListener("abort", () => reject(new Error("late"))));
  };
  for (let number = 1; number <= 8; number += 1) await app.act(record(number, quick(0, 0)));
  for (let round = 0; round < 3; round += 1) {
    const ran = sync.run();
    while (sync.running) {
      await new Promise((done) => setImmediate(done));
      t.mock.timers.tick(20_000);
    }
    await ran;
  }
  assert.deepEqual(sent(asked).map((each) => each.length), [8, 4, 2]);
});

for (const [status, code] of [[401, "not_authenticated"], [404, "not_found"], [408, "late"]]) {
  test(`${status} ${code} says nothing of the hands: they stay`, async () => {
    const server = () => ({ status, body: { errors: [{ code, message: "" }] } });
    const { app, sync } = await tabletWith({ server, state: playing() });
    await app.act(record(1));
    await sync.run();
    assert.equal(app.waiting.length, 1);
  });
}

test("a browser that denies its locks with all storage sends all the same", async (t) => {
  const { app, sync, shelf } = await tabletWith({ server: taken(playing()), state: playing() });
  Object.assign(navigator, { locks: { request: () => Promise.reject(new Error("SecurityError")) } });
  t.after(() => Reflect.deleteProperty(navigator, "locks"));
  await app.act(record(1));
  await sync.run();
  assert.equal(shelf.items.size, 0);
});

test("a hand of the match before that comes to other stones is told", async () => {
  const first = playing();
  const state = { ...first, match: { ...first.match, best_of: 1 }, next: [card({ id: 8 })] };
  const settlement = { stones: [30, 0] };
  const server = (path, body) => ({ status: 200, body: path === "/table/actions/" ? { state, results:
    body.actions.map(({ key, kind }) => ({ key, outcome: "applied", ...(kind === "hand.record" && { settlement }) })) } : {} });
  const { app, sync } = await tabletWith({ server, state });
  await app.act(record(1, quick(40, 0)));
  await app.act({ ...START, match: 8 });
  await sync.run();
  assert.deepEqual(app.now.notices.map(({ shown, now }) => [shown, now]), [[[40, 0], [30, 0]]]);
});

test("the hands of a match whose beginning was refused wait for it, and follow it", async () => {
  let busy = true;
  const server = (path, body) => {
    if (path !== "/table/actions/") return { status: 200, body: {} };
    const code = (kind) => (kind === "match.start" ? "table_busy" : "not_playing");
    const results = body.actions.map(({ key, kind }) =>
      busy ? { key, outcome: "refused", errors: [{ code: code(kind) }] } : { key, outcome: "applied" });
    return { status: 200, body: { state: busy ? table() : playing(), results } };
  };
  const { app, sync, shelf, asked } = await tabletWith({ server });
  const { key } = await app.act(START);
  await app.act(record(1));
  await app.act(record(2));
  await sync.run();
  await sync.run();
  assert.deepEqual(app.attention.map((each) => each.key), [key]);
  assert.equal(sent(asked).length, 1);
  busy = false;
  await retry(app, key);
  await sync.run();
  assert.equal(shelf.items.size, 0);
});

test("a hand sent from a full store stays on the screen without network", async () => {
  let online = true;
  const server = (path, body) => online && taken(playing(hand(1, quick(5, 3))))(path, body);
  const { app, sync, shelf } = await tabletWith({ server, state: playing() });
  shelf.full = true;
  await app.act(record(1));
  assert.equal(await sendUnkept(sync, app.now.unsaved.item), "applied");
  online = false;
  await sync.run();
  assert.deepEqual(app.local.match.game.score, [5, 3]);
});

/** A store with room for nothing more: what goes still goes. */
const fill = (shelf) => {
  const write = shelf.write.bind(shelf);
  shelf.write = async (what) => {
    if (what.put?.length) throw new Error("QuotaExceededError");
    return write(what);
  };
};
const reaches = (...numbers) => (path, body) => {
  const hands = numbers.map((number) => ({ ...hand(number, quick(5, 3)), key: null }));
  return taken(playing(...hands))(path, body);
};

test("a hand sent from a full store goes after those that wait", async () => {
  const { app, sync, asked } = await tabletWith({ server: reaches(1, 2), state: playing() });
  await app.act(record(1));
  fill(app.store);
  await app.act(record(2));
  assert.equal(await sendUnkept(sync, app.now.unsaved.item), "applied");
  assert.deepEqual(sent(asked).flat().map((each) => each.hand), [1, 2]);
});

test("a change sent from a full store waits for the hand that it changes, and has its version", async () => {
  let online = false;
  let first = "";
  const server = (path, body) => {
    if (!online) return null;
    const state = playing({ ...hand(1, quick(5, 3)), key: first });
    state.match.history[0].version = 6;
    return taken(state)(path, body);
  };
  const { app, sync, asked } = await tabletWith({ server, state: playing() });
  ({ key: first } = await app.act(record(1)));
  fill(app.store);
  const { on, after, version } = app.aim(app.local.current, app.local.current.history[0]);
  assert.deepEqual([after, version], [first, null]);
  await app.act({ kind: "hand.undo", match: 7, game: 1, hand: 1, version, reason: "x" }, { on, after });
  assert.equal(await sendUnkept(sync, app.now.unsaved.item), "unanswered");
  online = true;
  assert.equal(await sendUnkept(sync, app.now.unsaved.item), "applied");
  const arrived = sent(asked).flat().filter((each) => each.kind === "hand.undo");
  assert.deepEqual(arrived.map((each) => each.version), [6]);
  assert.equal(await sendUnkept(sync, app.now.unsaved.item), "applied");
  assert.deepEqual(sent(asked).at(-1), [arrived[0]]);
});

test("a change sent from a full store stays here when what it changes was refused", async () => {
  const server = (path, body) =>
    path === "/table/actions/"
      ? { status: 200, body: { state: playing(), results: body.actions.map(({ key }) =>
          ({ key, outcome: "refused", errors: [{ code: "x" }] })) } }
      : { status: 200, body: {} };
  const { app, sync, asked, shelf } = await tabletWith({ server, state: playing() });
  await app.act(record(1));
  const { on, after, version } = app.aim(app.local.current, app.local.current.history[0]);
  shelf.full = true;
  await app.act({ kind: "hand.undo", match: 7, game: 1, hand: 1, version, reason: "x" }, { on, after });
  shelf.full = false;
  assert.equal(await sendUnkept(sync, app.now.unsaved.item), "refused");
  assert.deepEqual(sent(asked).flat().map((each) => each.kind), ["hand.record"]);
});

test("what was taken leaves a store that has no room for the table", async () => {
  const { app, sync, shelf } = await tabletWith({ server: taken(playing(hand(1, quick(5, 3)))), state: playing() });
  await app.act(record(1));
  const write = shelf.write.bind(shelf);
  shelf.write = async (what) => {
    if (what.values?.table) throw new Error("QuotaExceededError");
    return write(what);
  };
  await sync.run();
  assert.equal(shelf.items.size, 0);
  assert.deepEqual(app.local.match.game.score, [5, 3]);
});

/** A server that fails at the hand `number`; `writes`: whether it takes other messages. */
const failingAt = (number, state, writes = () => true) => (path, body) => {
  if (path === "/table/actions/" && body.actions.some((each) => each.hand === number)) return { status: 500, body: {} };
  if (path === "/table/seen/" && !writes()) return { status: 503, body: {} };
  return taken(state)(path, body);
};
const often = async (sync, times = 12) => {
  for (let round = 0; round < times; round += 1) await sync.run();
};

test("an action at which the server always fails can be set aside, and the rest goes on", async () => {
  const { app, sync, shelf, asked } = await tabletWith({ server: failingAt(1, playing()), state: playing() });
  const first = await app.act(record(1));
  await app.act(record(2));
  await app.act({ kind: "call.raise", match: 7, about: "", message: "here", state: null });
  await sync.run();
  assert.ok(!app.stuck);
  await often(sync);
  assert.equal(app.stuck.key, first.key);
  assert.equal(app.waiting.length, 3);
  await setAside(app);
  await often(sync, 3);
  assert.ok(!app.stuck);
  assert.deepEqual(app.attention.map(({ key, errors }) => [key, errors[0].code]), [[first.key, "server_failed"]]);
  const told = sent(asked).flat().filter((each) => each.kind === "attention.raise");
  assert.equal(told.at(-1).action.key, first.key);
  assert.ok(sent(asked).flat().some((each) => each.kind === "call.raise"));
  assert.deepEqual(app.waiting.map((each) => each.action.hand), [2]);
  assert.equal(shelf.items.size, 2);
});

test("a change of a hand that was set aside needs attention with it", async () => {
  const { app, sync } = await tabletWith({ server: failingAt(1, playing()), state: playing() });
  await app.act(record(1));
  const { on, after } = app.aim(app.local.current, app.local.current.history[0]);
  await app.act({ kind: "hand.undo", match: 7, game: 1, hand: 1, version: null, reason: "x" }, { on, after });
  await often(sync);
  await setAside(app);
  assert.deepEqual(app.attention.map(({ behind }) => Boolean(behind)), [false, true]);
});

test("nothing is called stuck while the server fails at everything", async () => {
  let writes = false;
  const { app, sync } = await tabletWith({ server: failingAt(1, playing(), () => writes), state: playing() });
  await app.act(record(1));
  await often(sync);
  assert.ok(!app.stuck);
  writes = true;
  await often(sync);
  assert.ok(app.stuck);
});

test("a copy for the desk at which the server fails too is set aside without another", async () => {
  const server = (path) => (path === "/table/actions/" ? { status: 500, body: {} } : { status: 200, body: {} });
  const { app, sync } = await tabletWith({ server, state: playing() });
  await app.act(record(1));
  for (let time = 0; time < 2; time += 1) {
    await often(sync);
    await setAside(app);
  }
  assert.deepEqual(app.attention.map(({ action }) => action.kind), ["hand.record", "attention.raise"]);
  assert.equal(app.waiting.length, 0);
});
