// The tablet's screens from their sources, without a server: a device at a table whose match has
// begun. Tests put it in any state and read what became of it.

import "./virtual_time.js"; // before the modules that ask what time it is
import { AppState } from "/tablet/src/app-state.js";
import * as drafts from "/tablet/src/draft.js";
import { watchTaps } from "/tablet/src/guard.js";
import { loadLater } from "/tablet/src/loading.js";
import { Root } from "/tablet/src/root.js";
import { html, render } from "/tablet/src/view.js";
import { speak } from "/tablet/src/words.js";
import { PRESETS, RULES_VERSION } from "/tablet/mus/core.js";

const pair = (number, ...players) => ({ number, name: players.join(" – "), players, club: "" });
const CARD = {
  id: 1,
  best_of: 3,
  pairs: { A: pair(1, "Getaria", "Zarautz"), B: pair(2, "Hondarribia", "Lekeitio") },
  ruleset: PRESETS["brisbane-2024"],
  four_kings_allowed: true,
};
const START = {
  kind: "match.start", key: "k0", match: 1, seating: { A: [1, 2], B: [1, 2] }, first_mano: 0, four_kings: false,
};

class Store {
  durable = true;
  written = 0;
  read = async () => ({ values: {}, items: [] });
  write = async () => void (this.written += 1);
}

const query = new URLSearchParams(location.search);
await speak(query.get("language") ?? "en");
const app = new AppState(new Store());
app.signer.sign = async () => null; // a browser signs in real time
const sync = { kick() {} };
await loadLater(app);
watchTaps();

let seq = 0;
/** An action that waits to be sent. */
const item = (action) => ({ key: action.key, seq: (seq += 1), action, status: "waiting", after: null });
const sent = (record, key, hand) => item({ kind: "hand.record", key, match: 1, game: 1, hand, record });
const HANDS = [sent({ quick: { stones: [5, 3] } }, "k1", 1), sent({ quick: { stones: [2, 4] } }, "k2", 2)];

/** Shows a state: `begun`, with `hands` behind it, on the screen `where`. `draw` makes the draft. */
function put({ where = "", begun = true, hands = 2, draw, pairs = CARD.pairs, rules = {}, more = {} }) {
  const table = { match: null, last: null, next: [{ ...CARD, pairs, ruleset: { ...CARD.ruleset, ...rules } }], rules_version: RULES_VERSION };
  const items = [...(begun ? [item(START)] : []), ...HANDS.slice(0, hands)];
  const device = { id: 1, token: "t", table: { number: 4 }, tournament: { slug: "x", name: "X" }, label: "" };
  app.held.clear();
  app.set({ started: true, device, table, items, draft: null, unsaved: null, notices: [], called: null, rehearsal: null, joining: null,
    settings: { language: query.get("language") ?? "en", theme: "auto" }, ...more });
  const match = app.local?.match;
  app.set({ draft: draw ? draw(drafts, match) : null });
  history.replaceState(null, "", `#/${where}`);
  render(null, root);
  render(html`<${Root} app=${app} sync=${sync} />`, root);
}

const root = document.getElementById("app");
put({});
Object.assign(window, { app, drafts, put, item });
