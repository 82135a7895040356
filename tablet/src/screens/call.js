// Calls the organizer, with the state of the table and the hand entered so far.

import { go } from "../nav.js";
import { newKey } from "../keys.js";
import { Nothing } from "../parts/nothing.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";

const WHY = ["rule", "claim", "late", "cards", "conduct", "help"]; // scoring/outbox/queries/at_table.py

export function CallScreen({ app, now }) {
  const [text, setText] = useState("");
  const match = app.local?.current ?? app.local?.next[0];
  if (!match) return html`<${Nothing} text="no_match" />`;
  const call = async (about) => {
    const message = text.trim();
    const { draft } = now;
    const state = draft?.match === match.id ? { draft } : null;
    const key = newKey();
    const called = { key, match: match.id, at: Date.now() };
    const action = { kind: "call.raise", match: match.id, about, message, state };
    if (await app.act(action, { key, values: { called } })) go("");
  };
  return html`<section class="panel">
    <h1>${t("call")}</h1>
    <p>${t("call_says")}</p>
    <div class="keys keys--list">
      ${WHY.map((each) => html`<button class="key" key=${each} onClick=${() => call(each)}>${t(`call_${each}`)}</button>`)}
    </div>
    <label class="field"><span>${t("call_words")}</span>
      <input value=${text} maxlength="280" onInput=${(event) => setText(event.target.value)} /></label>
    <button class="key key--go key--call" onClick=${() => call("help")}>${t("call_now")}</button>
  </section>`;
}
