// What the app knows, in one object that is replaced piece by piece; who draws it subscribes.
// Everything that must survive is in the device's store before it is shown as saved.

import { contentOf, localTable } from "./fold.js";
import { newKey } from "./keys.js";
import { Signer } from "./signing.js";

const AFTER_THE_FRAME_MS = 40;
const TELLS = "attention.discard";
const MOST_KEYS = 20; // as scoring/outbox/services/attention.py takes them

const stamp = ({ key, status, after }) => [key, status, after].join();

/** @import { Action, Card, Draft, Hand, Item, LocalTable, Match, Table, Write } from "./types" */

/** The keys the desk may know an action by: its own, and of those that it took the place of.
 * @param {Pick<Action, "key" | "instead">} action */
export const standsFor = ({ key, instead = [] }) => [key, ...instead].slice(0, MOST_KEYS);

/**
 * @param {Hand | undefined} hand
 * @param {{key: string | null, version: number | null} | null | undefined} on
 * @param {string[]} mine
 *
 * The version of a hand that is the one that was seen, or was written by one of `mine`; else 0.
 */
export function versionOf(hand, on, mine = []) {
  if (!hand) return 0;
  const same = hand.key === on?.key && (hand.key || hand.version === on?.version);
  return same || mine.includes(hand.key ?? "") ? hand.version : 0;
}

/** What the store gave: actions, and what is none, which stops nothing. @param {any[]} found */
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

export class AppState {
  /** @type {Set<(now: any) => void>} */
  listeners = new Set();
  /**
   * @type {{
   *   broken: unknown[],
   *   started: boolean, device: any, table: Table | null, etag: string | null, items: Item[],
   *   draft: Draft | null, notices: any[], called: any, settings: {language: string, theme: string},
   *   rehearsal: {table: Table, items: Item[], draft: Draft | null} | null,
   *   reached: boolean | null, keeping: number, flying: Set<string>, update: (() => void) | null,
   *   durable: boolean, unsaved: {item: Item, values: object, drop: string[]} | null,
   *   joining?: string | null, worker?: boolean,
   * }}
   */
  now = {
    started: false,
    device: null,
    table: null,
    etag: null,
    items: [],
    broken: [], // entries of the store that are no actions
    draft: null,
    notices: [],
    called: null, // the last call for the organizer
    settings: { language: "", theme: "auto" },
    rehearsal: null,
    reached: null,
    keeping: 0, // actions on their way to the disk
    flying: new Set(),
    update: null,
    durable: true,
    unsaved: null,
  };

  /** @type {Map<string, Promise<Item | null>>} */
  pending = new Map(); // what is being kept, by what it says
  seq = 0; // of the last action that was made
  /** @type {any} */
  later = 0; // the timer of a draft that is not kept yet
  onKept = () => {}; // whoever sends is told

  /** @type {any} */
  known = null; // the local table, and what it was made of

  /** @param {import("./types").Kept} store */
  constructor(store) {
    this.store = store;
    this.signer = new Signer(store);
    this.channel = "BroadcastChannel" in self ? new BroadcastChannel("mus-tablet") : null;
    if (this.channel) this.channel.onmessage = () => this.refresh();
    // Only what a finger has just changed: what was saved meanwhile must not come back.
    addEventListener("pagehide", () => this.later && this.note({ draft: this.now.draft }));
  }

  set(patch) {
    this.now = { ...this.now, ...patch };
    this.listeners.forEach((listener) => listener(this.now));
  }

  async reload() {
    const { values, items: found } = await this.store.read();
    const { items, broken } = sorted(found);
    const { device, table, etag, draft, notices, called, settings, rehearsal } = values;
    this.set({
      started: true,
      durable: this.store.durable,
      device: device ?? null,
      table: table ?? null,
      etag: etag ?? null,
      draft: draft ?? null,
      notices: notices ?? [],
      called: called ?? null,
      settings: { ...this.now.settings, ...settings },
      rehearsal: rehearsal ?? null,
      items,
      broken,
    });
  }

  /** What another tab may have changed; the draft under this tab's fingers is not touched. */
  async refresh() {
    const { values, items: found } = await this.store.read();
    const { items } = sorted(found);
    if (this.now.device && !("device" in values)) return this.restore();
    const { device = null, table = null, etag = null, notices = [] } = values;
    const same = String(items.map(stamp)) === String(this.now.items.map(stamp));
    this.set({ device, table, etag, notices, items: same ? this.now.items : items });
  }

  /** A store that was emptied under the app gets back what the app still knows. */
  async restore() {
    const { device, table, etag, draft, notices, called, settings, rehearsal, items } = this.now;
    const signing = (await this.signer.found) ?? undefined;
    const values = { device, table, etag, draft, notices, called, settings, rehearsal, signing };
    return this.store.write({ values, put: items });
  }

  /** Writes to the store, then shows it; other tabs of the app are told. @param {Write} what */
  async keep({ values = {}, put = [], drop = [], ...more }) {
    if ("draft" in values) this.forgetLater();
    await this.store.write({ values, put, drop, ...more });
    const gone = new Set([...drop, ...put.map((item) => item.key)]);
    const items = [...this.now.items.filter((item) => !gone.has(item.key)), ...put];
    this.set({ ...values, items: items.sort((a, b) => a.seq - b.seq) });
    this.channel?.postMessage("changed");
  }

  /** Another draft over the hand that is being entered, which comes back when it is saved. */
  lay(draft) {
    const { draft: now } = this.now;
    return this.note({ draft: { ...draft, under: now?.edit || now?.instead ? now.under : now } });
  }

  /** The hand as the fingers leave it: shown at once, kept when the screen has answered. */
  draw(draft) {
    this.set({ draft });
    this.forgetLater();
    this.later = setTimeout(() => this.note({ draft }), AFTER_THE_FRAME_MS);
  }

  /** Keeps what may be lost at worst: drafts, settings. A full store is no reason to stop. */
  async note(values) {
    if ("draft" in values) this.forgetLater();
    this.set(values);
    await this.store.write({ values, relaxed: true }).catch(() => {});
  }

  forgetLater() {
    clearTimeout(this.later);
    this.later = 0;
  }

  // The table as it stands with all that waits

  /** The match and its neighbours as they will stand; of the rehearsal while one is on. @returns {LocalTable | null} */
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

  // What the referee does

  /**
   * Keeps an action in the outbox: resolves with its item when it is on the disk, with null when
   * there is no room for it (`unsaved` then shows the ways out, over whatever screen is open).
   * `after`: the key of a waiting action that must have been applied before this one means
   * anything; `on`: the hand that it changes, as it was seen; `values`, `drop`: what the same write
   * changes beside it.
   *
   * @param {Omit<Action, "key"> & {kind: string}} action
   * @param {{key?: string, after?: string | null, on?: Item["on"], values?: object, drop?: string[]}} how
   * @returns {Promise<Item | null>}
   */
  act(action, { key = newKey(), after = null, on = null, values = {}, drop = [] } = {}) {
    const said = JSON.stringify(action);
    const before = this.pending.get(said);
    if (before) return before; // a finger that tapped twice
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

  /** The item when it is kept, null when it is not: then the whole attempt stays in `unsaved`. */
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

  /** An agreement with its signature, made once; anything else as it is. @param {Item} item */
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
   * How a change of a hand goes out, that was seen under this key in this version: in which version
   * of it, or after which waiting action, whose answer will tell. A hand that is not the same any
   * more is in no version: the server shows what stands there.
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

  /**
   * Lets go of what was refused, and has the desk told of it, so that its copy closes as well. A
   * store that is full takes the message in the place of what it lets go.
   */
  async discard(key) {
    const refused = this.now.items.find((each) => each.key === key);
    const put = refused && refused.action.kind !== TELLS ? [this.messageOf(refused)] : [];
    await this.keep({ put, drop: [key] }).catch(async () => {
      await this.keep({ drop: [key] });
      await this.keep({ put }).catch(() => {}); // nothing is lost: the desk can dismiss its copy
    });
    this.onKept();
  }

  /** Lets go of every hand in whose place another stands, and of what hangs on one of them. */
  async keepTheirs() {
    const gone = this.attention.filter((item) => item.theirs || item.behind);
    for (const { key } of gone) await this.discard(key);
  }

  /** @param {Item} refused @returns {Item} */
  messageOf({ action }) {
    const { kind, game, hand } = action;
    const key = newKey();
    const told = { kind: TELLS, of: standsFor(action), about: { kind, game, hand } };
    const full = { ...told, key, made_at: new Date().toISOString() };
    return { key, seq: this.nextSeq(), action: full, status: "waiting", after: null };
  }

  /** An action that was refused is sent again as it is. @param {string} key @returns {Promise<void>} */
  retry(key) {
    const item = this.now.items.find((each) => each.key === key);
    if (!item) return Promise.resolve();
    const { errors, theirs, ...rest } = item;
    return this.keep({ put: [{ ...rest, status: "waiting", after: null }] });
  }

  /** Mine in the place of the hand that stands there: a correction, under a key of its own. */
  replaceTheirs(item, reason) {
    const { match, game, hand } = item.action;
    const { mano } = item.action.record;
    const record = { ...(hand === 1 && { mano }), ...contentOf(item.action.record) };
    const version = item.theirs.version;
    const instead = standsFor(item.action);
    const action = { kind: "hand.correct", match, game, hand, version, record, reason, instead };
    return this.act(action, { drop: [item.key] });
  }
}
