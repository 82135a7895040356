// The bar above every screen: the table, whether everything has arrived, and problems.

import { RULES_VERSION } from "../../mus/core.js";
import { go } from "../nav.js";
import { pauseAt } from "../pauses.js";
import { newScreen } from "../guard.js";
import { cls, html, useEffect, useState } from "../view.js";
import { t } from "../words.js";

const LOOK_AGAIN_MS = 10_000;

export function Bar({ app, now, screen }) {
  const { device, rehearsal } = now;
  const name = device && !rehearsal ? t("table", device.table) : t("app");
  return html`<header class="bar">
    ${screen && screen !== "join"
      ? html`<button class="bar__key" aria-label=${t("back")} onClick=${back}>‹</button>`
      : html`<span class="bar__mark" aria-hidden="true"></span>`}
    <div class="bar__where">
      <${screen ? "strong" : "h1"} class="bar__name">${name}<//>
      ${hasFourKings(app.local) && html`<span class="bar__kings">${t("kings_badge")}</span>`}
    </div>
    <${Delivery} app=${app} now=${now} screen=${screen} />
    <button class="bar__key" aria-label=${t("settings")} onClick=${() => go("settings")}>☰</button>
  </header>`;
}

/** Whether the match at the table is played with four kings, by its rules or because both pairs agreed. */
const hasFourKings = (local) => local?.match?.ruleset.kings === 4;

const back = () => (location.hash.split("/").length > 2 ? go("history") : go(""));

/** Whether all actions are confirmed, or how many still wait; always visible, in words. */
function Delivery({ app, now, screen }) {
  const waiting = app.waiting.length;
  const attention = app.attention.length + (app.stuck ? 1 : 0);
  const isOff = now.reached === false;
  const broken = now.broken.length;
  const [kind, text] = attention
    ? ["bad", t("n_attention", { n: attention })]
    : waiting
      ? now.device?.gone ? ["bad", t("shut_out")] : ["wait", t(isOff ? "n_here" : "n_sending", { n: waiting })]
      : broken
      ? ["bad", t("unreadable", { n: broken })]
      : now.keeping
        ? ["wait", t("keeping")]
        : now.rehearsal
          ? ["off", t("rehearsal")]
          : !now.device
            ? []
            : !now.durable
              ? ["off", t("not_kept")]
              : now.device.gone
                ? ["bad", t("shut_out")]
                : now.reached === false
                  ? ["off", t(now.portal ? "portal" : "no_server")]
                  : ["ok", t("all_confirmed")];
  return html`<span role="status" aria-live="polite">
    ${kind &&
    html`<button class=${cls("delivery", `delivery--${kind}`)} aria-label=${text} onClick=${() => go("waiting")}>
      ${kind === "ok" && screen ? "✓" : text}
    </button>`}
  </span>`;
}

export function Banners({ app, now, screen }) {
  const { device, rehearsal, update, notices, durable } = now;
  const isOff = device && !device.gone && !rehearsal && now.reached === false;
  const hands = app.waiting.filter(({ action }) => action.kind.startsWith("hand.")).length;
  // What a banner pushes down has moved under the finger.
  const shown = [rehearsal, device?.gone, isOff && screen, now.portal, durable, update, notices.length, app.attention.length, now.offline];
  useEffect(newScreen, shown.map(Boolean));
  return html`<div class="banners">
    ${isOff && screen !== "hand" && html`<p class="banner banner--warn" role="status">
      <span>${now.portal ? t("portal_says") : t(hands ? "offline_says" : "offline_empty", { n: hands })}</span>
    </p>`}
    ${device && !rehearsal && !screen && now.offline === "failed" && html`<p class="banner banner--warn">
      <span>${t("not_offline_yet")}</span>
    </p>`}
    ${rehearsal &&
    html`<p class="banner banner--rehearsal">
      <span>${t("rehearsal_says")}</span>
      <button onClick=${() => app.note({ rehearsal: null, draft: app.now.rehearsal.draft ?? null }).then(() => go(""))}>
        ${t("rehearsal_end")}
      </button>
    </p>`}
    ${device?.gone &&
    html`<p class="banner banner--bad" role="alert">
      <span>${t(`gone_${device.gone}`)} ${now.items.length > 0 && t("gone_keeps", { n: now.items.length })}</span>
      <button onClick=${() => go("join")}>${t("join_again")}</button>
    </p>`}
    <${Pause} now=${now} />
    ${!durable && html`<p class="banner banner--bad" role="alert"><span>${t("not_durable")}</span></p>`}
    ${now.table && now.table.rules_version !== RULES_VERSION && !rehearsal &&
    html`<p class="banner banner--warn"><span>${t("rules_differ")}</span></p>`}
    ${update &&
    screen !== "hand" &&
    html`<p class="banner banner--info">
      <span>${t("update_ready")}</span>
      <button onClick=${update}>${t("update_now")}</button>
    </p>`}
    ${now.later && notices.slice(-1).map(
      (notice) => html`<p class="banner banner--warn" key=${notice.key} role="status">
        <span>${now.later.noticeText(notice)}</span>
        <button onClick=${() => app.note({ notices: notices.slice(0, -1) })}>${t("understood")}</button>
      </p>`,
    )}
    ${device && !device.gone && screen !== "waiting" && (app.stuck || app.attention.length > 0) &&
    html`<p class="banner banner--bad" role="alert">
      <span>${app.stuck
        ? [now.later?.titleOf(app.stuck.action), t(now.failing.code)].filter(Boolean).join(": ")
        : t("attention_says", { n: app.attention.length })}</span>
      <button onClick=${() => go("waiting")}>${t("look")}</button>
    </p>`}
  </div>`;
}

/** An announced or current pause. The part checks the time itself: the server sends no message when
 * a pause begins. */
function Pause({ now }) {
  const [at, setAt] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const pause = now.rehearsal ? null : pauseAt(now.table, at);
  if (!pause) return null;
  return html`<p class="banner banner--info" role="status">
    <span>${t(pause.on ? "pause_until" : "pause_from", pause)} ${pause.reason}</span>
  </p>`;
}
