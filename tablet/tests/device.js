// A device without a browser: the parts of `window` that the modules use, a store in memory (which
// may refuse), and a server whose answers each test sets.

import { AppState } from "../src/app-state.js";
import { Sync } from "../src/sync.js";

const nothing = () => {};
Object.assign(globalThis, { self: globalThis, addEventListener: nothing });
delete globalThis.BroadcastChannel; // one tab
// Without Web Locks, as over plain http; Node 21 and newer have a navigator of their own.
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
Object.assign(globalThis, { document: { hidden: false, addEventListener: nothing } });

export const RULESET = {
  preset: "brisbane-2024", kings: 8, target: 40, seats: 4, refused_raise: "previous",
  juego_real: "none", jokers: false, first_hand: "corrida",
};

export const card = (more = {}) => ({
  id: 7,
  best_of: 3,
  pairs: {
    A: { number: 1, name: "Ane – Beñat", players: ["Ane", "Beñat"], club: "" },
    B: { number: 2, name: "Carlos – Dolores", players: ["Carlos", "Dolores"], club: "" },
  },
  ruleset: RULESET,
  four_kings_allowed: true,
  ...more,
});

export const table = (more = {}) => ({ match: null, last: null, next: [card()], ...more });

let made = 0;
export const item = (action, more = {}) => {
  made += 1;
  const key = more.key ?? `k${made}`;
  return { key, seq: made, status: "waiting", after: null, action: { ...action, key }, ...more };
};

export const START = {
  kind: "match.start", match: 7, seating: { A: [1, 2], B: [1, 2] }, first_mano: 0, four_kings: false,
};
export const begun = () => item(START);
export const hand = (number, record, more = {}) =>
  item({ kind: "hand.record", match: 7, game: 1, hand: number, record, ...more });
export const quick = (a, b, winner) => ({
  quick: { stones: [a, b], ...(winner && { game_winner: winner }) },
});

/** A store in memory; `full` makes it refuse every write. */
export class Shelf {
  durable = true;
  full = false;
  values = {};
  items = new Map();

  async read() {
    return { values: { ...this.values }, items: [...this.items.values()].sort((a, b) => a.seq - b.seq) };
  }

  async write({ values = {}, put = [], drop = [] }) {
    if (this.full) throw new Error("QuotaExceededError");
    drop.forEach((key) => this.items.delete(key));
    put.forEach((each) => this.items.set(each.key, structuredClone(each)));
    Object.assign(this.values, structuredClone(values));
  }
}

export const DEVICE = { token: "t", label: "x", table: { number: 4 }, tournament: { slug: "open" } };

/**
 * A tablet at a table; `server(path, body, method)` returns `{status, body}`, or null for no
 * answer. `asked` holds the requests.
 */
export async function tabletWith({ server, state = table() }) {
  const shelf = new Shelf();
  shelf.values = { device: DEVICE, table: state };
  const asked = [];
  globalThis.fetch = async (address, { method, body }) => {
    const path = address.replace("/api/v1", "");
    const sent = body ? JSON.parse(body) : null;
    asked.push({ method, path, body: sent });
    const answer = await server(path, sent, method);
    if (!answer) throw new TypeError("no network");
    const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    return { status: answer.status, text: async () => text, headers: new Headers() };
  };
  const app = new AppState(shelf);
  await app.reload();
  const sync = new Sync(app);
  return { app, sync, shelf, asked };
}

/** The answer of a server that accepts everything. */
export const taken = (state) => (path, body) =>
  path === "/table/actions/"
    ? { status: 200, body: { results: body.actions.map(({ key }) => ({ key, outcome: "applied" })), state } }
    : { status: 200, body: path === "/table/" ? { table: { number: 4 }, ...state } : {} };

export const sent = (asked) =>
  asked.filter(({ path }) => path === "/table/actions/").map(({ body }) => body.actions);
