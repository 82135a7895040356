// Sends the outbox: after every save, when the network or the referee returns, and every three
// seconds; one batch and one tab at a time. An action leaves the outbox only after a definite
// answer.

import { RULES_VERSION } from "../mus/core.js";
import { ask } from "./api.js";
import { standsFor, versionOf } from "./app-state.js";
import { isSameHand, localTable } from "./fold.js";
import { inTurn } from "./lock.js";
import { tableAfter } from "./told.js";

/** @import { Action, Answer, Draft, Hand, Item, Match, Result, Table, Write } from "./types" */
/** @import { AppState } from "./app-state.js" */

const TICK_MS = 3_000;
const LOOK_MS = 6_000;
const TELL_MS = 30_000;
const MOST_AT_ONCE = 100;
const MOST_NOTICES = 20;
const OF_CONTENT = [400, 409, 413, 422]; // any other says nothing of the actions: they stay
const MOOT = ["other_score", "not_ended"];
const GONE = { device_unknown: "unknown", device_revoked: "revoked" };

export class Sync {
  running = false;
  again = false;
  singly = false;
  most = MOST_AT_ONCE; // fewer on a line, or for a server, that is too slow for as many
  looked = -Infinity;
  told = -Infinity;

  /** @param {AppState} app */
  constructor(app) {
    this.app = app;
  }

  start() {
    this.app.onKept = () => this.kick();
    const soon = () => this.kick();
    for (const name of ["online", "pageshow", "focus"]) addEventListener(name, soon);
    document.addEventListener("visibilitychange", () => document.hidden || soon());
    setInterval(() => this.tick(), TICK_MS);
    soon();
  }

  tick() {
    if (this.app.waiting.length) this.run();
    else if (!document.hidden && performance.now() - this.looked > LOOK_MS) this.run();
  }

  /** Runs at once, without waiting for the timer: something was saved, or somebody returned to the
   * app. */
  kick() {
    this.looked = -Infinity;
    this.run();
  }

  async run() {
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    try {
      do {
        this.again = false;
        await inTurn(() => this.exchange());
      } while (this.again);
    } finally {
      this.running = false;
    }
  }

  get device() {
    const { device } = this.app.now;
    return device && !device.gone ? device : null;
  }

  async exchange() {
    if (!this.device) return;
    await this.app.refresh().catch(() => {}); // another tab may have sent some actions
    await this.app.keepOrHold([...this.app.held.values()]);
    if (this.device) await this.send();
    if (this.device && performance.now() - this.looked > LOOK_MS) await this.look();
    if (this.device && performance.now() - this.told > TELL_MS) await this.tell();
  }

  /** Asks the server. An answer for a table that was left meanwhile counts as no answer. */
  async ask(method, path, more) {
    const { language } = this.app.now.settings;
    const { token } = this.device;
    const answer = await ask(method, path, { token, language, ...more });
    if (Boolean(answer.portal) !== Boolean(this.app.now.portal)) this.app.set({ portal: answer.portal });
    return this.device?.token === token ? answer : { status: 0, body: null };
  }

  // Sending

  async send() {
    for (;;) {
      await this.app.keepOrHold(late(this.app.now));
      const batch = batchOf(this.app, this.singly ? 1 : this.most);
      if (!batch.length) {
        this.singly = false;
        return;
      }
      this.app.set({ flying: new Set(batch.map((item) => item.key)) });
      const body = {
        rules_version: RULES_VERSION,
        waiting: this.app.now.items.length - batch.length, // left if the whole batch is taken
        actions: batch.map((item) => item.action),
      };
      const answer = await this.ask("POST", "/table/actions/", { body });
      this.app.set({ flying: new Set() });
      const settled = await this.hear(answer, batch);
      if (!settled) return;
    }
  }

  /** Handles the answer to a batch. False when sending should stop for now.
   * @param {Answer} answer @param {Item[]} batch @returns {Promise<boolean>} */
  async hear({ status, body, late }, batch) {
    if (status === 200 && Array.isArray(body?.results)) {
      this.app.set({ failing: null });
      this.most = Math.min(MOST_AT_ONCE, this.most * 2);
      return this.answered(batch, body);
    }
    if (this.gone(status, body)) return false;
    const meant = OF_CONTENT.includes(status) && Array.isArray(body?.errors);
    this.app.set({ reached: meant || status === 429 });
    if (!meant) {
      if (status !== 429) await this.notTaken({ status, late }, batch);
      return false;
    }
    if (batch.length === 1) {
      await this.app.keepOrHold([troubled(batch[0], body.errors)]);
      return true;
    }
    this.singly = true; // one action makes the whole request fail: send them singly to find it
    return true;
  }

  /** Nobody said anything of these actions: no answer, a fault of the server, or the page of a
   * filter on the way. Sends fewer, and counts how often one action fails when it is sent alone.
   * Without network nothing is learned: only those failures count after which the server takes
   * another message of this device.
   * @param {{status: number, late?: boolean}} how @param {Item[]} batch */
  async notTaken({ status, late }, batch) {
    if (batch.length > 1) {
      if (late || status >= 400 || (await this.tell())) this.most = Math.ceil(batch.length / 2);
      return;
    }
    const [{ key }] = batch;
    const { stuck, now: { failing } } = this.app;
    if (stuck || !(await this.tell())) return;
    const code = status >= 500 ? "server_failed" : "not_through";
    this.app.set({ failing: { key, code, times: failing?.key === key ? failing.times + 1 : 1 } });
  }

  async answered(batch, body) {
    const { results } = body;
    const state = body.state ?? tableAfter(this.app.now.table, batch, body) ?? (await this.whole());
    if (!state) {
      this.app.set({ reached: false });
      return false; // keep the actions until the table is known; sent again, they are "repeated"
    }
    const answers = new Map(results.map((result) => [result.key, result]));
    const before = this.app.local;
    /** @type {string[]} */
    const drop = [];
    /** @type {Item[]} */
    const put = [];
    const notices = [...this.app.now.notices];
    for (const item of batch) {
      const result = answers.get(item.key);
      if (!result) continue;
      if (arrived(item, result)) {
        drop.push(item.key);
        const other = settledOtherwise(item, result, before);
        if (other) notices.push(other);
      } else if (isMoot(item, result)) drop.push(item.key);
      else if (isTheSame(item, result)) {
        drop.push(item.key);
        put.push(this.app.message(item, { kind: "attention.discard", of: standsFor(item.action) }));
      }
      else if (!isBehindTrouble(item, result, [...this.app.attention, ...put])) {
        put.push(troubled(item, result.errors ?? [], result));
      }
    }
    put.push(...freed(this.app.waiting, drop, put, state));
    // If nobody else changed the table in between, the tablet already knows the server's state.
    const alone = body.etag && body.etag_before === this.app.now.etag;
    await this.stand(state, { notices, put, drop, etag: alone ? body.etag : null });
    this.app.set({ reached: true });
    this.looked = performance.now();
    if (put.length) this.told = -Infinity; // more actions remain than the batch had announced
    return drop.length + put.length > 0;
  }

  /** Stores the new table. Actions that the desk has closed are dropped, and the referee gets a
   * notice.
   * @param {Table} table @param {Write & {etag?: string | null, notices?: any[]}} change */
  stand(table, { etag = null, notices = this.app.now.notices, put = [], drop = [] } = {}) {
    const closed = new Map(table.closed?.map(({ key, became }) => [key, became]));
    const theirs = this.app.attention.filter(({ key }) => closed.has(key));
    const told = theirs.map(({ key, action }) => ({ key, action, became: closed.get(key) }));
    const all = [...notices, ...told].slice(-MOST_NOTICES);
    const gone = [...drop, ...theirs.map(({ key }) => key)];
    if (!put.length && !gone.length) return this.app.note({ table, etag });
    const values = { table, etag, notices: all };
    return this.app.keep({ values, put, drop: gone }).catch(async () => {
      if (gone.length) await this.app.keep({ drop: gone }); // the store is full: what goes makes room
      await this.app.note(values);
      await this.app.keepOrHold(put);
    });
  }

  gone(status, body) {
    const code = (status === 401 || status === 403) && body?.errors?.[0]?.code;
    if (!(code in GONE)) return false;
    this.app.note({ device: { ...this.app.now.device, gone: GONE[code] } });
    this.app.set({ reached: true });
    return true;
  }

  // Looking and telling

  /** The whole table with all its hands, for when the changes alone are not enough; null without an
   * answer. */
  async whole() {
    const { status, body } = await this.ask("GET", "/table/", {});
    return status === 200 && body?.table ? body : null;
  }

  async look() {
    const { status, body, etag } = await this.ask("GET", "/table/", { etag: this.app.now.etag });
    if (this.gone(status, body)) return;
    const told = status === 200 && body?.table; // not a page of the wifi network
    this.app.set({ reached: Boolean(told) || status === 304 });
    this.looked = performance.now();
    if (!told) return;
    // Hands that the table already has, although no answer to them was heard.
    const there = this.app.waiting.filter(({ key }) => standing(body, key));
    const results = there.map(({ key }) => ({ key, outcome: "applied", settlement: standing(body, key) }));
    const heard = there.length ? this.answered(there, { results, state: body }) : this.stand(body, { etag });
    await heard.catch(() => {});
  }

  /** Tells the server that the device is in touch; whether the server took it. */
  async tell() {
    this.told = performance.now();
    const body = { waiting: this.app.now.items.length, rules_version: RULES_VERSION };
    const { status, body: answer } = await this.ask("POST", "/table/seen/", { body });
    this.gone(status, answer);
    return status === 204 || (status === 200 && answer !== null); // not the page of a wifi network
  }
}

/**
 * The next actions to send, in the order in which they apply. Held back: an action that depends on
 * an unanswered one, with all later actions of that match; and an action whose missing earlier hand
 * needs attention.
 *
 * @param {AppState} app
 * @param {number} most
 * @returns {Item[]}
 */
export function batchOf(app, most) {
  const { table, items } = app.now;
  const { marks, order } = table ? localTable(table, items) : { marks: new Map(), order: [] };
  /** @type {Map<string, number>} */
  const rank = new Map(order.map((key, place) => /** @type {[string, number]} */ ([key, place])));
  const waiting = app.waiting.sort(
    (a, b) => (rank.get(a.key) ?? a.seq + 1e6) - (rank.get(b.key) ?? b.seq + 1e6),
  );
  const troubledMatches = new Set(app.attention.map((item) => item.action.match));
  const held = new Set();
  const batch = [];
  for (const item of waiting) {
    const { match } = item.action;
    if (items.some((each) => each.key === item.after)) held.add(match);
    const mark = marks.get(item.key);
    const idle =
      (mark === "gap" && troubledMatches.has(match)) ||
      (mark === "unfit" && item.action.kind.startsWith("hand.") && isUnbegun(app.attention, match));
    if (!held.has(match) && !idle && batch.length < most) batch.push(item);
  }
  return batch;
}

/** The hand of this key where it stands at the table.
 * @param {Table} table @param {string} key */
const standing = ({ match, last }, key) =>
  [match, last].flatMap((each) => each?.history ?? []).find((hand) => hand.key === key);

/** Whether the action was applied, now or earlier. True also when the hand that is there is this
 * one.
 * @param {Item} item @param {Result} result */
export function arrived({ key }, { outcome, current }) {
  if (outcome === "applied" || outcome === "repeated") return true;
  return outcome === "conflict" && Boolean(current?.history?.some((hand) => hand.key === key));
}

/** Whether the action agrees to a score that has changed since: the table is asked again.
 * @param {Item} item @param {Result} result */
function isMoot({ action }, { errors }) {
  const codes = (errors ?? []).map((error) => error.code);
  return action.kind.endsWith(".confirm") && codes.some((code) => MOOT.includes(code));
}

/** Whether another tablet has sent the same hand: the same words for the same stones.
 * @param {Item} item @param {Result} result */
function isTheSame({ action }, { outcome, current }) {
  if (outcome !== "conflict" || action.kind !== "hand.record" || !current) return false;
  const theirs = current.history?.find((each) => each.game === action.game && each.number === action.hand);
  return Boolean(theirs && action.record && isSameHand(current, theirs, action.record));
}

/** Whether the beginning of a match is what needs attention: nothing in it can be entered before.
 * @param {Item[]} troubles @param {number | undefined} match */
const isUnbegun = (troubles, match) =>
  troubles.some(({ status, action }) =>
    status === "attention" && action.kind === "match.start" && action.match === match);

/** Whether a hand was refused as out of order only because an earlier one needs attention: it
 * waits.
 * @param {Item} item @param {Result} result @param {Item[]} troubles */
function isBehindTrouble({ action }, { errors }, troubles) {
  const codes = (errors ?? []).map((error) => error.code);
  if (codes.includes("not_playing") && isUnbegun(troubles, action.match)) return true;
  if (!codes.includes("hand_out_of_order")) return false;
  return troubles.some((each) => each.status === "attention" && each.action.match === action.match);
}

/** @param {Item} item @param {any[]} errors @param {Partial<Result>} result @returns {Item} */
export function troubled(item, errors, { current } = {}) {
  const { game, hand } = item.action;
  const theirs = current?.history?.find((each) => each.game === game && each.number === hand);
  return { ...item, status: "attention", errors, theirs: theirs ?? null };
}

/** The waiting actions whose `after` was answered: they get the version that is there now, or need
 * attention too.
 * @param {Item[]} waiting @param {string[]} drop @param {Item[]} put @param {Table | null} state @returns {Item[]} */
export function freed(waiting, drop, put, state) {
  const dropped = new Set(drop);
  const inTrouble = new Set(put.map((item) => item.key));
  return waiting.flatMap((item) => {
    const first = item.after ?? "";
    if (inTrouble.has(first)) {
      inTrouble.add(item.key);
      const action = "version" in item.action ? { ...item.action, version: 0 } : item.action;
      /** @type {Item} */
      const stopped = { ...item, action, status: "attention", errors: [], theirs: null, behind: true };
      return [stopped];
    }
    return dropped.has(first) ? [aimed(item, state, [first, ...drop])] : [];
  });
}

/** The waiting actions whose `after` had left the outbox before they were stored in it: `freed`
 * could not see them.
 * @param {{items: Item[], table: Table | null}} now @returns {Item[]} */
function late({ items, table }) {
  const there = new Set(items.map(({ key }) => key));
  return items.flatMap((item) => {
    const { status, after } = item;
    return status === "waiting" && after && !there.has(after) ? [aimed(item, table, [after])] : [];
  });
}

/** The action with the version of its hand that is at the table now, waiting for no other.
 * @param {Item} item @param {Table | null} table @param {string[]} mine @returns {Item} */
export function aimed(item, table, mine) {
  const { game, hand, match } = item.action;
  const stands = [table?.match, table?.last].find((each) => each?.id === match);
  const now = stands?.history.find((each) => each.game === game && each.number === hand);
  return { ...item, after: null, action: { ...item.action, version: versionOf(now, item.on, mine) } };
}

/** A notice when the server settled a hand with other stones than the tablet showed; otherwise
 * null. */
function settledOtherwise({ action, key }, { settlement }, before) {
  if (action.kind !== "hand.record" || !settlement) return null;
  const known = [before?.match, before?.last].flatMap((match) => match?.history ?? []);
  const shown = known.find((hand) => hand.key === key);
  if (!shown || String(shown.stones) === String(settlement.stones)) return null;
  return { key, game: action.game, hand: action.hand, shown: shown.stones, now: settlement.stones };
}
