// The actions that this device still holds: the waiting ones, and the refused ones with their
// content and choices.

import { standsFor } from "../app-state.js";
import { discard, keepTheirs, replaceTheirs, retry, setAside } from "../deciding.js";
import { stonesInPlaceOf } from "../fold.js";
import { go } from "../nav.js";
import { Export } from "../parts/export.js";
import { contentOfAction, contentOfRecord, titleOf } from "../parts/action-words.js";
import { mayChange } from "../people.js";
import { draftOf } from "../reopened.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";

export function WaitingScreen({ app, now, sync }) {
  const { items } = now;
  return html`<section class="holds">
    <h1>${t("waiting_title")}</h1>
    ${!items.length && html`<p class="panel">${t("nothing_waits")}</p>`}
    ${app.held.size > 0 && html`<p class="note note--warn" role="alert">${t("not_noted")}</p>`}
    <${AllOfTheirs} app=${app} />
    ${now.broken.length > 0 && html`<${Unreadable} broken=${now.broken} />`}
    ${app.attention.map((item) => html`<${Trouble} key=${item.key} app=${app} sync=${sync} item=${item} />`)}
    ${app.waiting.map(
      (item) => html`<article class="panel waits" key=${item.key}>
        <b>${titleOf(item.action)}</b>
        <span class="state state--here">${stateOf(app, now, item)}</span>
        <p>${contentOfAction(item.action)}</p>
        ${item === app.stuck &&
        html`<p class="note note--bad">${t(now.failing.code)}</p>
          <button class="key" onClick=${() => setAside(app).then(() => sync.kick())}>${t("set_aside")}</button>`}
      </article>`,
    )}
    ${app.waiting.length > 0 && html`<button class="key key--go" onClick=${() => sync.kick()}>${t("send_now")}</button>`}
    ${(items.length > 1 || app.waiting.length > 0) && html`<h2>${t("export")}</h2><${Export} items=${items} />`}
    <p class="soft">${t("states_explained")}</p>
  </section>`;
}

/** The state of an action: being sent, saved here, or waiting for another action to be resolved. */
function stateOf(app, now, { key, action, after }) {
  const first = app.attention.find((each) => each.key === after || each.action.match === action.match);
  if (first && (after || ["gap", "unfit"].includes(app.local?.marks.get(key)))) return t("waits_for", { what: titleOf(first.action) });
  return t(now.flying.has(key) ? "state_sent" : "state_here");
}

/** With several conflicts, one key keeps all the hands that others entered. */
function AllOfTheirs({ app }) {
  const { items } = app.now;
  const conflicts = items.filter((item) => item.status === "attention" && item.theirs);
  if (conflicts.length < 2) return null;
  return html`<button class="key key--go" onClick=${() => keepTheirs(app)}>
    ${t("keep_all_theirs", { n: conflicts.length })}
  </button>`;
}

/** Unreadable entries of the store: kept and shown, without blocking anything. */
const Unreadable = ({ broken }) => html`<article class="panel panel--bad">
  <h2>${t("unreadable", { n: broken.length })}</h2>
  <p>${t("unreadable_says")}</p>
  ${broken.map((each) => html`<pre class="raw">${JSON.stringify(each)}</pre>`)}
  <${Export} items=${broken.map((each) => ({ action: each }))} />
</article>`;

function whoOf(app, { kind, id, label }) {
  if (kind !== "device") return t("by_official");
  if (id === app.now.device?.id) return t("by_this");
  return t("by_device", { number: /^table (\d+) /.exec(label)?.[1] ?? "" }); // tournament/tables/queries.py
}

const clock = (at) => new Date(at).toTimeString().slice(0, 5);

function Trouble({ app, sync, item }) {
  const [step, setStep] = useState(/** @type {string | null} */ (null)); // null, "discard"
  const { action, errors, theirs } = item;
  const match = [app.local?.match, app.local?.last].find((each) => each?.id === action.match);
  const there = match?.history.find((e) => e.game === action.game && e.number === action.hand);
  const fits = there || match?.hand; // false when the match has ended or is not at this table
  const enter = async () => {
    const { key, version } = there ?? {};
    const place = there
      ? { ...there, hand: there.number, edit: { key, version }, record: { ...there.record, ...action.record } }
      : { game: match.game.number, hand: match.hand.number,
          record: { ...action.record, mano: match.mano, score: match.game.score } };
    await app.lay({ ...draftOf(match, place), instead: standsFor(action) });
    go("hand");
  };
  const mine = () => replaceTheirs(app, item, t("reason_which"));
  const mayReplace = theirs && action.kind === "hand.record" && match && (!there || mayChange(app.now, match, there));
  const isQuestion = mayReplace && !app.now.rehearsal;
  const others = html`<div class="keys keys--list">
    ${action.record && fits && html`<button class="key" onClick=${enter}>${t("open_again")}</button>`}
    <button class="key" onClick=${() => retry(app, item.key).then(() => sync.kick())}>${t("send_again")}</button>
    <button class="key key--no" onClick=${() => setStep("discard")}>${t("discard")}</button>
  </div>`;
  return html`<article class="panel panel--bad">
    <h2>${titleOf(action)}</h2>
    ${item.behind && html`<p>${t("behind_trouble")}</p>`}
    ${!isQuestion && errors.map((error) => html`<p class="note note--bad">${error.message ?? t(error.code)}</p>`)}
    ${isQuestion
      ? html`<${WhichOne} app=${app} item=${item} match=${match} onMine=${mine} />`
      : html`<p><b>${t("yours")}</b> ${contentOfAction(action)}</p>
        ${theirs && html`<${Theirs} app=${app} theirs=${theirs} />`}
        ${step === null && !app.now.rehearsal && html`${theirs && html`<div class="keys keys--list">
          <button class="key key--go" onClick=${() => discard(app, item.key)}>${t("keep_theirs")}</button>
        </div>`}${others}`}`}
    ${isQuestion && step === null && html`<details class="others"><summary>${t("other_ways")}</summary>${others}</details>`}
    ${step === "discard" &&
    html`<p class="note note--warn">${t("discard_says")}</p>
      <button class="key key--no" onClick=${() => discard(app, item.key)}>${t("discard_sure")}</button>
      <button class="key" onClick=${() => setStep(null)}>‹ ${t("back")}</button>`}
    <${Export} items=${[item]} />
  </article>`;
}

/** A hand that was entered twice is one question: which one counts? Both side by side, a key below each. */
function WhichOne({ app, item, match, onMine }) {
  const { action, theirs } = item;
  const mine = stonesInPlaceOf(match, theirs, action.record);
  return html`<h3>${t("which_counts")}</h3>
    <div class="which" role="group" aria-label=${t("which_counts")}>
      <div><b>${t("yours")}</b><p>${contentOfAction(action)}</p>
        <button class="key key--go" onClick=${onMine}>${t("mine_counts", { stones: mine?.join("–") ?? "?" })}</button></div>
      <div><${Theirs} app=${app} theirs=${theirs} />
        <button class="key key--go" onClick=${() => discard(app, item.key)}>${t("theirs_counts", { stones: theirs.stones.join("–") })}</button></div>
    </div>
    ${String(mine) === String(theirs.stones) && html`<p class="note">${t("same_result")}</p>`}`;
}

const Theirs = ({ app, theirs }) => html`<b>${t("theirs")}</b><p>${contentOfRecord(theirs.record)} (${theirs.stones.join("–")})${
  theirs.by && html`<br /><small>${t("theirs_by", { by: whoOf(app, theirs.by), time: clock(theirs.at) })}</small>`}</p>`;
