// The outbox on its way: sent when something was saved, when the network or the referee comes back,
// and every three seconds; one batch at a time, one tab at a time; an action leaves the outbox on a
// definite answer and on nothing else.

import { RULES_VERSION } from "../mus/core.js";
import { ask } from "./api.js";
import { versionOf } from "./app-state.js";
import { localTable } from "./fold.js";
import { inTurn } from "./lock.js";
import { tableAfter } from "./told.js";

/** @import { Action, Answer, Draft, Hand, Item, Match, Result, Table, Write } from "./types" */
/** @import { AppState } from "./app-state.js" */

const TICK_MS = 3_000;
const LOOK_MS = 6_000;
const TELL_MS = 30_000;
const MOST_AT_ONCE = 100;
const MOST_NOTICES = 20;
const MOOT = ["other_score", "not_ended"];
const GONE = { device_unknown: "unknown", device_revoked: "revoked" };

export class Sync {
  running = false;
  again = false;
  singly = false;
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

  /** Now, and whatever the clock says: something was saved, or somebody looks. */
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
    await this.app.refresh().catch(() => {}); // another tab may have sent some of it
    if (this.device) await this.send();
    if (this.device && performance.now() - this.looked > LOOK_MS) await this.look();
    if (this.device && performance.now() - this.told > TELL_MS) await this.tell();
  }

  /** What comes back for a table that was left meanwhile is no answer. */
  async ask(method, path, more) {
    const { language } = this.app.now.settings;
    const { token } = this.device;
    const answer = await ask(method, path, { token, language, ...more });
    return this.device?.token === token ? answer : { status: 0, body: null };
  }

  // Sending

  async send() {
    for (;;) {
      const batch = batchOf(this.app, this.singly ? 1 : MOST_AT_ONCE);
      if (!batch.length) {
        this.singly = false;
        return;
      }
      this.app.set({ flying: new Set(batch.map((item) => item.key)) });
      const body = {
        rules_version: RULES_VERSION,
        waiting: this.app.now.items.length - batch.length, // when all of it is taken
        actions: batch.map((item) => item.action),
      };
      const answer = await this.ask("POST", "/table/actions/", { body });
      this.app.set({ flying: new Set() });
      const settled = await this.hear(answer, batch);
      if (!settled) return;
    }
  }

  /** Whether something came of it, so that there is a point in going on.
   * @param {Answer} answer @param {Item[]} batch @returns {Promise<boolean>} */
  async hear({ status, body }, batch) {
    if (status === 200 && Array.isArray(body?.results)) return this.answered(batch, body);
    if (this.gone(status, body)) return false;
    const meant = status >= 400 && status < 500 && status !== 429 && Array.isArray(body?.errors);
    this.app.set({ reached: meant || status === 429 });
    if (!meant) return false;
    if (batch.length === 1) {
      await this.app.keep({ put: [troubled(batch[0], body.errors)] });
      return true;
    }
    this.singly = true; // one of them spoils the whole request: find out which
    return true;
  }

  async answered(batch, body) {
    const { results } = body;
    const state = body.state ?? tableAfter(this.app.now.table, batch, body) ?? (await this.whole());
    if (!state) {
      this.app.set({ reached: false });
      return false; // nothing is let go of before the table is known; sent again, it is "repeated"
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
      else if (!isBehindTrouble(item, result, [...this.app.attention, ...put])) {
        put.push(troubled(item, result.errors ?? [], result));
      }
    }
    put.push(...freed(this.app.waiting, drop, put, state));
    // With nothing of others in between, the tablet knows all that the server would send it.
    const alone = body.etag && body.etag_before === this.app.now.etag;
    await this.stand(state, { notices, put, drop, etag: alone ? body.etag : null });
    this.app.set({ reached: true });
    this.looked = performance.now();
    if (put.length) this.told = -Infinity; // more waits here than was announced
    return drop.length + put.length > 0;
  }

  /** The table as it stands now; what the desk has closed of it goes, and the referee is told.
   * @param {Table} table @param {Write & {etag?: string | null, notices?: any[]}} change */
  stand(table, { etag = null, notices = this.app.now.notices, put = [], drop = [] } = {}) {
    const closed = new Map(table.closed?.map(({ key, became }) => [key, became]));
    const theirs = this.app.attention.filter(({ key }) => closed.has(key));
    const told = theirs.map(({ key, action }) => ({ key, action, became: closed.get(key) }));
    const all = [...notices, ...told].slice(-MOST_NOTICES);
    const gone = [...drop, ...theirs.map(({ key }) => key)];
    if (!put.length && !gone.length) return this.app.note({ table, etag });
    return this.app.keep({ values: { table, etag, notices: all }, put, drop: gone });
  }

  gone(status, body) {
    const code = (status === 401 || status === 403) && body?.errors?.[0]?.code;
    if (!(code in GONE)) return false;
    this.app.note({ device: { ...this.app.now.device, gone: GONE[code] } });
    this.app.set({ reached: true });
    return true;
  }

  /**
   * One action that the store has no room for, straight to the server: "applied", "refused" or
   * "unanswered". Its key is the same at every try.
   */
  async sendUnkept(item) {
    if (!this.device) return "unanswered";
    const body = { rules_version: RULES_VERSION, waiting: null, actions: [item.action] };
    const { status, body: told } = await this.ask("POST", "/table/actions/", { body });
    if (this.gone(status, told) || status !== 200 || !told?.results) return "unanswered";
    const state = told.state ?? (await this.whole());
    if (state) this.app.set({ table: state, etag: null });
    this.app.set({ reached: true });
    return arrived(item, told.results[0]) ? "applied" : "refused";
  }

  // Looking and telling

  /** The table with all its hands, for when what changed is not enough; null without an answer. */
  async whole() {
    const { status, body } = await this.ask("GET", "/table/", {});
    return status === 200 && body?.table ? body : null;
  }

  async look() {
    const { status, body, etag } = await this.ask("GET", "/table/", { etag: this.app.now.etag });
    if (this.gone(status, body)) return;
    const told = status === 200 && body?.table; // and no page of the wifi's own
    this.app.set({ reached: Boolean(told) || status === 304 });
    this.looked = performance.now();
    if (told) await this.stand(body, { etag }).catch(() => {});
  }

  async tell() {
    this.told = performance.now();
    const body = { waiting: this.app.now.items.length, rules_version: RULES_VERSION };
    const { status, body: answer } = await this.ask("POST", "/table/seen/", { body });
    this.gone(status, answer);
  }
}

/**
 * What to send next, in the order in which it applies. Held back: what changes an action that is
 * not answered yet, with all that comes after it in that match; and what only waits for a hand
 * that needs attention.
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
    const idle = marks.get(item.key) === "gap" && troubledMatches.has(match);
    if (!held.has(match) && !idle && batch.length < most) batch.push(item);
  }
  return batch;
}

/** Applied, now or before; also when the hand that stands there is this very one.
 * @param {Item} item @param {Result} result */
function arrived({ key }, { outcome, current }) {
  if (outcome === "applied" || outcome === "repeated") return true;
  return outcome === "conflict" && Boolean(current?.history?.some((hand) => hand.key === key));
}

/** An agreement to a score that is another one by now: the table is asked again.
 * @param {Item} item @param {Result} result */
function isMoot({ action }, { errors }) {
  const codes = (errors ?? []).map((error) => error.code);
  return action.kind.endsWith(".confirm") && codes.some((code) => MOOT.includes(code));
}

/** A hand that is out of order because one before it needs attention simply waits.
 * @param {Item} item @param {Result} result @param {Item[]} troubles */
function isBehindTrouble({ action }, { errors }, troubles) {
  const codes = (errors ?? []).map((error) => error.code);
  if (!codes.includes("hand_out_of_order")) return false;
  return troubles.some((each) => each.status === "attention" && each.action.match === action.match);
}

/** @param {Item} item @param {any[]} errors @param {Partial<Result>} result @returns {Item} */
function troubled(item, errors, { current } = {}) {
  const { game, hand } = item.action;
  const theirs = current?.history?.find((each) => each.game === game && each.number === hand);
  return { ...item, status: "attention", errors, theirs: theirs ?? null };
}

/** The actions that came after others: told the version that now stands, or in trouble as well.
 * @param {Item[]} waiting @param {string[]} drop @param {Item[]} put @param {Table} state @returns {Item[]} */
function freed(waiting, drop, put, state) {
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
    if (!dropped.has(first)) return [];
    const { game, hand, match } = item.action;
    const stands = [state.match, state.last].find((each) => each?.id === match);
    const now = stands?.history.find((each) => each.game === game && each.number === hand);
    const version = versionOf(now, item.on, [first, ...drop]);
    return [{ ...item, after: null, action: { ...item.action, version } }];
  });
}

/** A hand that the server settled from another score than the tablet knew of. */
function settledOtherwise({ action, key }, { settlement }, before) {
  if (action.kind !== "hand.record" || !settlement) return null;
  const shown = before?.current?.history.find((hand) => hand.key === key);
  if (!shown || String(shown.stones) === String(settlement.stones)) return null;
  return { key, game: action.game, hand: action.hand, shown: shown.stones, now: settlement.stones };
}
