// Loads what a table needs only after its first hand (`later.js`), and its words: once a hand of this
// table is on the server, when a screen of it is opened, or after some minutes in which nobody plays.

import { speakLater } from "./words.js";

const IDLE_MS = 60_000;
const AGAIN_MS = 15_000;

/** @import { AppState } from "./app-state" */

/** @type {Promise<void> | null} */
let loading = null;
let tries = 0;

/** Resolves when the app has the module as `now.later`; rejects without network.
 * @param {AppState} app */
export function loadLater(app) {
  loading ??= load(app).catch((error) => {
    loading = null;
    tries += 1;
    throw error;
  });
  return loading;
}

/** @param {AppState} app */
async function load(app) {
  // A browser may remember that an address failed: another try has another one.
  const query = tries ? `?${tries}` : "";
  const { href } = new URL(`later.js${query}`, import.meta.url);
  const [later] = await Promise.all([import(href), speakLater(query)]);
  app.set({ later });
}

/** Loads it in time, and tries again until it is there: resolves then. @param {AppState} app
 * @returns {Promise<void>} */
export function laterInTime(app) {
  return new Promise((done) => {
    let begun = false;
    const begin = () => {
      if (!begun) attempt();
      begun = true;
      app.listeners.delete(look);
    };
    const attempt = () => void loadLater(app).then(done, () => setTimeout(attempt, AGAIN_MS));
    const look = (now) => isNeeded(now) && begin();
    app.listeners.add(look);
    setTimeout(begin, IDLE_MS);
    look(app.now);
  });
}

/** Whether the server has a hand of this table, or what happens here needs the rest. */
const isNeeded = ({ table, rehearsal, items, notices, failing, unsaved, called, later }) =>
  Boolean(later || rehearsal || called || failing || unsaved || notices.length || table?.last || table?.match?.history.length) ||
  Boolean(table?.match?.games.some(({ winner }) => winner)) ||
  items.some(({ status }) => status === "attention");
