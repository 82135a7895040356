// What the referee decides about actions that were refused, do not get through, or had no room.

import { RULES_VERSION } from "../mus/core.js";
import { standsFor } from "./app-state.js";
import { contentOf, isMessage } from "./fold.js";
import { inTurn } from "./lock.js";
import { aimed, arrived, freed, troubled } from "./sync.js";

/** @import { AppState } from "./app-state" */
/** @import { Sync } from "./sync.js" */
/** @import { Item } from "./types" */

/**
 * Drops a refused action, and tells the desk, so that its copy is closed too. In a full store the
 * action is dropped first, to make room for the message.
 *
 * @param {AppState} app @param {string} key
 */
export async function discard(app, key) {
  const refused = app.now.items.find((each) => each.key === key);
  const put = refused && !isMessage(refused.action) ? [app.message(refused, { kind: "attention.discard", of: standsFor(refused.action) })] : [];
  await app.keep({ put, drop: [key] }).catch(async () => {
    await app.keep({ drop: [key] });
    await app.keep({ put }).catch(() => {}); // the desk can also dismiss its copy by hand
  });
  app.onKept();
}

/** Drops every hand whose place another hand has taken, and every action that depends on one.
 * @param {AppState} app */
export async function keepTheirs(app) {
  const gone = new Set();
  for (const { key, theirs, behind, after } of app.attention) {
    if (theirs || (behind && gone.has(after))) gone.add(key);
  }
  for (const key of gone) await discard(app, key);
}

/** Sends a refused action again, unchanged.
 * @param {AppState} app @param {string} key @returns {Promise<void>} */
export function retry(app, key) {
  const item = app.now.items.find((each) => each.key === key);
  if (!item) return Promise.resolve();
  const { errors, theirs, ...rest } = item;
  return app.keepOrHold([{ ...rest, status: "waiting", after: null }]);
}

/** Replaces the hand that is there with the refused one: a correction, with a new key.
 * @param {AppState} app @param {any} item @param {string} reason */
export function replaceTheirs(app, item, reason) {
  const { match, game, hand } = item.action;
  const { mano } = item.action.record;
  const record = { ...(hand === 1 && { mano }), ...contentOf(item.action.record) };
  const version = item.theirs.version;
  const instead = standsFor(item.action);
  const action = { kind: "hand.correct", match, game, hand, version, record, reason, instead };
  return app.act(action, { drop: [item.key] });
}

/** Sets the action aside that does not get through: it needs attention, with what depends on it;
 * the desk is sent a copy, and the other actions go on. @param {AppState} app */
export async function setAside(app) {
  const { stuck, waiting, now: { failing } } = app;
  if (!stuck) return;
  const { action } = stuck;
  const put = [troubled(stuck, [{ code: failing?.code }])];
  put.push(...freed(waiting, [], put, null));
  if (!isMessage(action)) put.push(app.message(stuck, { kind: "attention.raise", action }));
  await app.keepOrHold(put);
}

/**
 * Sends one action for which the store has no room directly to the server: "applied", "refused"
 * or "unanswered". What waits of its match goes first: the action builds on it. Every try sends
 * the same.
 *
 * @param {Sync} sync @param {Item} item
 */
export async function sendUnkept(sync, item) {
  await inTurn(() => sync.exchange()).catch(() => {}); // a full store cannot note what it hears
  if (!sync.device || sync.app.waiting.some(({ action }) => action.match === item.action.match)) return "unanswered";
  if (sync.app.attention.some(({ key }) => key === item.after)) return "refused";
  const { unsaved, table } = sync.app.now;
  const next = item.after ? aimed(item, table, [item.after]) : item;
  if (unsaved) sync.app.set({ unsaved: { ...unsaved, item: next } });
  const body = { rules_version: RULES_VERSION, waiting: null, actions: [next.action] };
  const { status, body: told } = await sync.ask("POST", "/table/actions/", { body });
  if (sync.gone(status, told) || status !== 200 || !told?.results) return "unanswered";
  const state = told.state ?? (await sync.whole());
  if (state) await sync.app.note({ table: state, etag: null });
  sync.app.set({ reached: true });
  return arrived(next, told.results[0]) ? "applied" : "refused";
}
