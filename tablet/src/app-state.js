// The state of the app, in one object; every change makes a new object, and the screens subscribe.
// Data that must survive is in the device's store before it is shown as saved.

import { draftFrom } from "./draft.js";
import { localTable } from "./fold.js";
import { newKey } from "./keys.js";
import { Signer } from "./signing.js";

const AFTER_THE_FRAME_MS = 40;
const MOST_FAULTS = 5; // tries of one action that do not get through, before the referee is asked
const MOST_KEYS = 20; // the limit of scoring/outbox/services/attention.py

const stamp = ({ key, status, after }) => [key, status, after].join();

/** @import { Action, Card, Draft, Hand, Item, LocalTable, Match, Table, Write } from "./types" */

/** The keys by which the desk may know an action: its own, and those of the actions it replaced.
 * @param {Pick<Action, "key" | "instead">} action */
export const standsFor = ({ key, instead = [] }) => [key, ...instead].slice(0, MOST_KEYS);

/**
 * @param {Hand | undefined} hand
 * @param {{key: string | null, version: number | null} | null | undefined} on
 * @param {string[]} mine
 *
 * The version of a hand, if it is still the seen hand or one of the actions `mine` wrote it; else
 * 0.
 */
export function versionOf(hand, on, mine = []) {
  if (!hand) return 0;
  const same = hand.key === on?.key && (hand.key || hand.version === on?.version);
  return same || mine.includes(hand.key ?? "") ? hand.version : 0;
}

/** Splits the entries of the store into actions and unreadable entries, which stop nothing.
 * @param {any[]} found */
function sorted(found) {
  /** @type {Item[]} */
  const items = found.filter(isItem);
  return { items: items.sort((a, b) => a.seq - b.seq), broken: found.filter((each) => !isItem(each)) };
}

/** Whether an entry can be folded and sent. @param {any} each */
function isItem(each) {
  const { key, seq, status, action } = each ?? {};
  const isWhole = typeof key === "string" && typeof seq === "number" && action?.key === key;
  return isWhole && typeof action.kind === "string" && ["waiting", "attention"].includes(status);
}

/** Other tabs of the app; null in a browser that has none, or that denies it with all storage. */
function channelOfTabs() {
  try {
    return "BroadcastChannel" in self ? new BroadcastChannel("mus-tablet") : null;
  } catch {
    return null;
  }
}

export class AppState {
  /** @type {Set<(now: any) => void>} */
  listeners = new Set();
  /**
   * @type {{
   *   broken: unknown[],
   *   started: boolean, device: any, table: Table | null, etag: string | null, items: Item[],
   *   draft: Draft | null, notices: any[], called: any, settings: {language: string, theme: string},
   *   rehearsal: {table: Table, items: Item[], draft: Draft | null} | null,
   *   reached: boolean | null, failing: {key: string, code: string, times: number} | null,
   *   keeping: number,
   *   flying: Set<string>, update: (() => void) | null,
   *   durable: boolean, unsaved: {item: Item, values: object, drop: string[]} | null,
   *   joining?: string | null, offline?: "ready" | "failed" | "never", portal?: boolean,
   *   later: any,
   * }}
   */
  now = {
    started: false,
    device: null,
    table: null,
    etag: null,
    items: [],
    broken: [], // entries of the store that are not actions
    draft: null,
    notices: [],
    called: null, // the last call for the organizer
    settings: { language: "", theme: "auto" },
    rehearsal: null,
    reached: null,
    failing: null, // the action that did not get through last, why, and how often in a row
    keeping: 0, // the number of actions being written to the disk
    flying: new Set(),
    update: null,
    durable: true,
    unsaved: null,
    later: null, // the module `later.js`, once it is loaded
  };

  /** @type {Map<string, Promise<Item | null>>} */
  pending = new Map(); // content of an action → the write that stores it
  seq = 0; // the number of the newest action
  /** @type {Set<string>} */
  newer = new Set(); // values that the store had no room for
  /** @type {Map<string, Item>} */
  held = new Map(); // actions as they stand here, where the store has no room for that yet
  /** @type {any} */
  later = 0; // the timer of a draft that is not stored yet
  onKept = () => {}; // set by the sender, called after every stored action

  /** @type {any} */
  known = null; // the local table, with the table and items from which it was made

  /** @param {import("./types").Kept} store */
  constructor(store) {
    this.store = store;
    this.signer = new Signer(store);
    this.channel = channelOfTabs();
    if (this.channel) this.channel.onmessage = () => this.refresh();
    // Only while a change is not stored yet: otherwise a saved hand would come back as a draft.
    addEventListener("pagehide", () => this.later && this.noteShown({ draft: this.now.draft }));
  }

  set(patch) {
    this.now = { ...this.now, ...patch };
    this.listeners.forEach((listener) => listener(this.now));
  }

  async reload() {
    const { values, items: found } = await this.store.read();
    const { items, broken } = sorted(found);
    const { device, table, etag, draft, notices, called, settings, rehearsal, signing } = values;
    this.signer.know(signing);
    this.set({
      started: true,
      durable: this.store.durable,
      device: device ?? null,
      table: table ?? null,
      etag: etag ?? null,
      draft: draftFrom(draft) ?? null,
      notices: notices ?? [],
      called: called ?? null,
      settings: { ...this.now.settings, ...settings },
      rehearsal: rehearsal ? { ...rehearsal, draft: draftFrom(rehearsal.draft) } : null,
      items,
      broken,
    });
  }

  /** Reads again what another tab may have changed; the draft in this tab is not touched. */
  async refresh() {
    const { values, items: found } = await this.store.read();
    const items = this.withHeld(sorted(found).items);
    if (this.now.device && !("device" in values)) return this.restore();
    const { device = null, table = null, etag = null, notices = [] } = values;
    const same = String(items.map(stamp)) === String(this.now.items.map(stamp));
    const kept = Object.entries({ device, table, etag, notices }).filter(([name]) => !this.newer.has(name));
    this.set({ ...Object.fromEntries(kept), items: same ? this.now.items : items });
  }

  /** Writes the app's state back after the browser has emptied the store. */
  async restore() {
    const { device, table, etag, draft, notices, called, settings, rehearsal, items } = this.now;
    const signing = (await this.signer.found) ?? undefined;
    const values = { device, table, etag, draft, notices, called, settings, rehearsal, signing };
    return this.store.write({ values, put: items });
  }

  /** Writes to the store, then shows the change and tells the other tabs of the app.
   * @param {Write} what */
  async keep({ values = {}, put = [], drop: gone = [], ...more }) {
    if ("draft" in values) this.forgetLater();
    const drop = [...gone, ...this.copiesOf(gone)];
    await this.store.write({ values, put, drop, ...more });
    const old = new Set([...drop, ...put.map((item) => item.key)]);
    old.forEach((key) => this.held.delete(key));
    const items = [...this.now.items.filter((item) => !old.has(item.key)), ...put];
    this.isNewer(values, false);
    this.set({ ...values, items: items.sort((a, b) => a.seq - b.seq) });
    this.channel?.postMessage("changed");
  }

  /** Keeps actions as they now stand. While the store has no room for that, it keeps them as they
   * stood, and the app alone knows better: after it is closed they wait again as before.
   * @param {Item[]} put */
  async keepOrHold(put) {
    if (!put.length) return;
    await this.keep({ put }).catch(() => {
      put.forEach((item) => this.held.set(item.key, item));
      this.set({ items: this.withHeld(this.now.items) });
    });
  }

  /** The actions of the store, with those that are held in place of what the store has of them. One
   * that has left the store meanwhile, by another tab, is let go with its copy for the desk.
   * @param {Item[]} items */
  withHeld(items) {
    const kept = new Set(items.map(({ key }) => key));
    for (const [key, { action }] of this.held) {
      if (!kept.has(key) && !kept.has(action.action?.key)) this.held.delete(key);
    }
    const others = items.filter(({ key }) => !this.held.has(key));
    return [...others, ...this.held.values()].sort((a, b) => a.seq - b.seq);
  }

  /** The copies for the desk, not sent yet, of actions that go: sent later, they would ask the desk
   * about an action that the table has settled. @param {string[]} keys */
  copiesOf(keys) {
    return this.now.items
      .filter(({ action: it }) => it.kind === "attention.raise" && keys.includes(it.action?.key))
      .map(({ key }) => key);
  }

  /** Opens another draft over the hand being entered. That hand returns when the new draft is
   * saved. */
  lay(draft) {
    const { draft: now } = this.now;
    return this.note({ draft: { ...draft, under: now?.edit || now?.instead ? now.under : now } });
  }

  /** Shows a changed draft at once, and stores it shortly after, so that the screen answers
   * first. */
  draw(draft) {
    this.set({ draft });
    this.forgetLater();
    this.later = setTimeout(() => this.noteShown({ draft }), AFTER_THE_FRAME_MS);
  }

  /** Shows and stores values whose loss does little harm: drafts, settings. */
  note(values) {
    this.set(values);
    return this.noteShown(values);
  }

  /** Stores values that are shown already. A full store stops nothing. */
  async noteShown(values) {
    if ("draft" in values) this.forgetLater();
    const full = await this.store.write({ values, relaxed: true }).then(() => false, () => true);
    this.isNewer(values, full);
  }

  /** Whether the app knows better than its store, which was full when it was told these. */
  isNewer(values, full) {
    for (const name of Object.keys(values)) {
      if (full) this.newer.add(name);
      else this.newer.delete(name);
    }
  }

  forgetLater() {
    clearTimeout(this.later);
    this.later = 0;
  }

  // The table with all waiting actions applied

  /** The match and its neighbours with the waiting actions applied; of the rehearsal while one
   * runs. @returns {LocalTable | null} */
  get local() {
    const { table, items, rehearsal } = this.now;
    const from = rehearsal ?? { table, items };
    if (!from.table) return null;
    if (this.known?.table !== from.table || this.known.items !== from.items) {
      this.known = { ...from, local: localTable(from.table, from.items) };
    }
    return this.known.local;
  }

  get waiting() {
    return this.now.items.filter((item) => item.status === "waiting");
  }

  get attention() {
    return this.now.items.filter((item) => item.status === "attention");
  }

  /** The first waiting action, when it gets through at no try: all others wait behind it. */
  get stuck() {
    const { failing } = this.now;
    return failing && failing.times >= MOST_FAULTS && this.waiting.find(({ key }) => key === failing.key);
  }

  // What the referee does

  /**
   * Puts an action into the outbox. Resolves with its item when it is on the disk, or with null
   * when there is no room (every screen then shows the ways out for `unsaved`). `after`: the key of
   * a waiting action that must be applied first; `on`: the hand that the action changes, as seen on
   * the screen; `values`, `drop`: further changes in the same write.
   *
   * @param {Omit<Action, "key"> & {kind: string}} action
   * @param {{key?: string, after?: string | null, on?: Item["on"], values?: object, drop?: string[]}} how
   * @returns {Promise<Item | null>}
   */
  act(action, { key = newKey(), after = null, on = null, values = {}, drop = [] } = {}) {
    const said = JSON.stringify(action);
    const before = this.pending.get(said);
    if (before) return before; // the second tap of a double tap
    const { device, rehearsal } = this.now;
    const full = { ...action, key, made_at: new Date().toISOString() };
    /** @type {Item} */
    const item = { key, seq: this.nextSeq(), action: full, status: "waiting", after, on };
    if (!rehearsal && device) item.table = { number: device.table.number, slug: device.tournament.slug };
    const kept = this.keepItem({ item, values, drop }).finally(() => {
      this.pending.delete(said);
      this.set({ keeping: this.pending.size });
    });
    this.pending.set(said, kept);
    this.set({ keeping: this.pending.size });
    return kept;
  }

  /** Returns the item when it is stored; otherwise null, and `unsaved` holds the whole attempt. */
  async keepItem({ item, values, drop }) {
    const { rehearsal } = this.now;
    try {
      if (rehearsal) {
        await this.note({ ...values, rehearsal: { ...rehearsal, items: [...rehearsal.items, item] } });
      } else await this.keep({ put: [await this.signed(item)], values, drop });
    } catch (error) {
      console.warn("nothing could be kept", error);
      this.set({ unsaved: { item, values, drop } });
      return null;
    }
    this.set({ unsaved: null });
    this.onKept();
    return item;
  }

  /** Adds the signature to an agreement that has none; any other item is returned unchanged.
   * @param {Item} item */
  async signed(item) {
    const { action } = item;
    const { device } = this.now;
    if (device && action.kind.endsWith(".confirm") && !("signed" in action)) {
      action.signed = await this.signer.sign(device.tournament.slug, action);
    }
    return item;
  }

  nextSeq() {
    const { items, rehearsal } = this.now;
    const seqs = [...items, ...(rehearsal?.items ?? [])].map((item) => item.seq);
    this.seq = Math.max(this.seq, ...seqs) + 1;
    return this.seq;
  }

  /**
   * How to send a change of a hand that was seen with this key and version. Returns `on`, and
   * either the `version` to change, or `after`, the waiting action whose answer gives the version.
   * Version 0 means that another hand is there now: the server will then refuse and show it.
   *
   * @param {Match} match
   * @param {Pick<Hand, "game" | "number" | "key" | "version">} hand
   */
  aim(match, { game, number, key, version }) {
    const changes = ({ kind }) => kind === "hand.correct" || kind === "hand.undo";
    const touches = (action) => action.game === game && action.hand === number;
    const before = this.now.rehearsal ? [] : this.waiting.filter(
      ({ action }) => action.match === match.id && (touches(action) || changes(action)),
    );
    const on = { key, version };
    const after = before.at(-1)?.key ?? null;
    const now = match.history.find((hand) => hand.game === game && hand.number === number);
    return { on, after, version: after ? null : versionOf(now, on) };
  }

  /** A message to the desk about an action. `told`: its kind, and what that kind needs.
   * @param {Item} about @param {{kind: string, [more: string]: any}} told @returns {Item} */
  message({ action: { kind, game, hand } }, told) {
    const key = newKey();
    const full = { ...told, about: { kind, game, hand }, key, made_at: new Date().toISOString() };
    return { key, seq: this.nextSeq(), action: full, status: "waiting", after: null };
  }
}
