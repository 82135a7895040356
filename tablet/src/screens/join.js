// Binds this tablet to a table: one tap after scanning the code, or by typing the link.

import { bound, join, tokenIn } from "../joining.js";
import { go } from "../nav.js";
import { Languages } from "../parts/languages.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";

export function JoinScreen({ app, now, sync }) {
  const [typed, setTyped] = useState("");
  const [name, setName] = useState(now.device?.label ?? "");
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState(/** @type {import("../types").Fault[]} */ ([]));
  const token = now.joining ?? tokenIn(typed);
  const bind = async (event) => {
    event.preventDefault();
    setBusy(true);
    const found = token ? await join(app, token, name) : [{ code: "no_token" }];
    setBusy(false);
    setErrors(found);
    if (found.length) return;
    if (bound(app, token)) go("");
    sync.kick();
  };
  return html`<form class="panel" onSubmit=${bind}>
    <h1>${t("join_title")}</h1>
    <p>${t(now.joining ? "join_ready" : "join_how")}</p>
    ${now.device &&
    html`<p class="note">${t("join_moves", { number: now.device.table.number })}</p>`}
    ${now.items.length > 0 && html`<p class="note note--warn">${t("join_keeps", { n: now.items.length })}</p>`}
    ${!now.joining &&
    html`<label class="field">
      <span>${t("join_link")}</span>
      <input
        value=${typed}
        onInput=${(event) => setTyped(event.target.value)}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
      />
    </label>`}
    <label class="field">
      <span>${t("device_name")}</span>
      <input
        value=${name}
        onInput=${(event) => setName(event.target.value)}
        maxlength="80"
        placeholder=${t("device_name_how")}
        autocomplete="off"
      />
    </label>
    ${errors.map(
      (error) => html`<p class="note note--bad" role="alert">${error.message ?? t(`error_${error.code}`)}</p>`,
    )}
    <button class="key key--go" disabled=${busy || !token}>${t(busy ? "joining" : "join")}</button>
    ${now.joining &&
    html`<button type="button" class="key" onClick=${() => app.set({ joining: null })}>${t("not_now")}</button>`}
    <hr />
    <button type="button" class="key" onClick=${() => go("rehearse")}>${t("rehearsal_start")}</button>
    <${Languages} app=${app} now=${now} />
  </form>`;
}
