// Language, light or dark, the abilities of this device, and leaving the table.

import { go } from "../nav.js";
import { Languages } from "../parts/languages.js";
import { cls, html, useEffect, useState } from "../view.js";
import { t } from "../words.js";

const THEMES = ["auto", "light", "dark", "sun"];

export function SettingsScreen({ app, now }) {
  const { settings, device } = now;
  const choose = (theme) => app.note({ settings: { ...settings, theme } });
  const reviews = settings.review !== false;
  const isPlayed = settings.order === "played";
  const leave = () => app.note({ device: null, table: null, etag: null }).then(() => go("join"));
  return html`<section class="panel">
    <h1>${t("settings")}</h1>
    <${Languages} app=${app} now=${now} />
    <h2>${t("light")}</h2>
    <div class="keys">
      ${THEMES.map(
        (theme) => html`<button
          class=${cls("key", settings.theme === theme && "is-on")}
          aria-pressed=${settings.theme === theme ? "true" : "false"}
          onClick=${() => choose(theme)}
        >
          ${t(`theme_${theme}`)}
        </button>`,
      )}
    </div>
    <h2>${t("review")}</h2>
    <button class=${cls("key", reviews && "is-on")} aria-pressed=${reviews ? "true" : "false"}
      onClick=${() => app.note({ settings: { ...settings, review: !reviews } })}>${reviews ? "✓ " : ""}${t("read_back")}</button>
    <p class="soft">${t("read_back_says")}</p>
    <h2>${t("order")}</h2>
    <button class=${cls("key", isPlayed && "is-on")} aria-pressed=${isPlayed ? "true" : "false"}
      onClick=${() => app.note({ settings: { ...settings, order: isPlayed ? "cards" : "played" } })}>${isPlayed ? "✓ " : ""}${t("order_played")}</button>
    <p class="soft">${t("order_says")}</p>
    <${Device} now=${now} />
    <h2>${t("rehearsal")}</h2>
    <p>${t("rehearsal_what")}</p>
    ${!now.rehearsal && html`<button class="key" onClick=${() => go("rehearse")}>${t("rehearsal_start")}</button>`}
    ${device &&
    html`<h2>${t("table", device.table)}</h2>
      <p>${device.tournament.name} · ${device.label}</p>
      <button class="key" onClick=${() => go("join")}>${t("other_table")}</button>
      <button class="key key--no" disabled=${now.items.length > 0} onClick=${leave}>${t("leave")}</button>
      ${now.items.length > 0 && html`<p class="note note--warn">${t("leave_waits", { n: now.items.length })}</p>`}`}
    <p class="soft">${t("version")} ${document.querySelector("meta[name=app-version]")?.getAttribute("content")}</p>
  </section>`;
}

const OFFLINE = { ready: "can_offline", never: "cannot_offline", failed: "not_offline_yet", installing: "offline_soon" };

/** What works on this device and what does not. */
function Device({ now }) {
  const [kept, setKept] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    navigator.storage?.persisted?.().then(setKept);
  }, []);
  const how = OFFLINE[now.offline ?? "installing"];
  return html`<h2>${t("this_device")}</h2>
    <ul class="facts">
      <li>${t(how)}</li>
      <li>${t(now.durable ? "can_keep" : "cannot_keep")}</li>
      ${kept !== null && html`<li>${t(kept ? "kept_surely" : "kept_maybe")}</li>`}
    </ul>
    ${now.offline === "never" && html`<p class="note note--warn">${t("cannot_offline_how")}</p>`}`;
}
