// Entering a hand, or correcting one: cards, then what was said and bet, with the settlement as it
// grows. The draft is kept at every tap: a reload goes on where the fingers were.

import { explainSettled } from "../../mus/explain.js";
import { consequences } from "../fold.js";
import { draftOf, inPlace, isFull, isNext, settled } from "../draft.js";
import { go } from "../nav.js";
import { Cards } from "../parts/cards.js";
import { Changes, Reason } from "../parts/changes.js";
import { Lances } from "../parts/lances.js";
import { Quick, quickSettled } from "../parts/quick.js";
import { Claim, Settlement, Totals } from "../parts/settlement.js";
import { Infraction } from "../parts/infraction.js";
import { cls, html, useEffect } from "../view.js";
import { t } from "../words.js";

export function HandScreen({ app, now }) {
  const match = [app.local?.match, app.local?.last].find((each) => each?.id === now.draft?.match);
  const draft = now.draft && match && inPlace(now.draft, match);
  if (!draft) return html`<p class="panel">${t("no_hand_open")}</p>`;
  const change = (next) => app.draw(next);
  const typing = !draft.quick && draft.step === "cards";
  const outcome = typing ? null : draft.quick ? quickSettled(draft, match) : settled(draft, match);
  const save = async () => {
    const { action, options } = actionOf(app, draft, outcome.record);
    if (await app.act(action, options)) go("");
  };
  const parts = { app, now, draft, match, outcome, change };
  return html`<div class=${cls("hand", draft.quick && "hand--quick")}>
    <${Head} ...${parts} />
    ${!draft.edit && !isNext(draft, match) && html`<p class="note note--warn" role="alert">${t("hand_taken")}</p>`}
    ${draft.quick
      ? html`<${Quick} ...${parts} />`
      : typing
        ? html`<${Cards} ...${parts} />`
        : html`<${Played} ...${parts} />`}
    ${!typing && html`<${Foot} ...${parts} onSave=${save} />`}
  </div>`;
}

/** The correction of a hand that is in the history: its record becomes the draft. */
export function CorrectScreen({ app, now, rest }) {
  const [game, number] = rest.map(Number);
  const match = app.local?.current;
  const hand = match?.history.find((each) => each.game === game && each.number === number);
  useEffect(() => {
    if (!hand) return;
    const { version, record } = hand;
    const after = app.behind(game, number);
    app.note({ draft: draftOf(match, { game, hand: number, record, version, after }) });
    location.replace("#/hand");
  }, []);
  return html`<p class="panel">${t(hand ? "loading" : "no_hand_open")}</p>`;
}

/** What goes into the outbox, and what must be dropped with it. */
function actionOf(app, draft, record) {
  const { match, game, hand, edit } = draft;
  const { instead } = draft; // what was refused and stands here anew
  const place = { match, game, hand, ...(instead && { instead }) };
  const options = { key: draft.key, values: { draft: null }, drop: instead ?? [] };
  if (!edit) return { action: { kind: "hand.record", ...place, record }, options };
  const { mano, ...content } = record;
  const said = { ...(draft.manoFree && { mano }), ...content };
  const action = { kind: "hand.correct", ...place, version: edit.version, record: said };
  return { action: { ...action, reason: draft.reason }, options: { ...options, after: edit.after } };
}

function Head({ draft, change }) {
  const title = t(draft.edit ? "correcting" : "hand_title", draft);
  const tabs = draft.quick ? [] : ["cards", "lances"];
  return html`<div class="hand__head">
    <h1>${title}</h1>
    ${tabs.map(
      (step) => html`<button
        class=${cls("tab", draft.step === step && "is-on")}
        aria-pressed=${draft.step === step ? "true" : "false"}
        onClick=${() => change({ ...draft, step })}
      >
        ${t(`step_${step}`)}
      </button>`,
    )}
  </div>`;
}

function Played(parts) {
  const { draft, match, outcome, change } = parts;
  const { result, settlement } = outcome;
  const told = settlement || draft.noCards || isFull(draft) ? explainSettled(result) : null;
  return html`<div class="played">
    <${Lances} ...${parts} />
    <div class="played__result">
      ${told
        ? html`<${Settlement} match=${match} told=${told} />`
        : html`<p class="note">${t("cards_missing")}</p>`}
      ${settlement &&
      html`<${Claim} settlement=${settlement} claim=${draft.claim}
        onChange=${(claim) => change({ ...draft, claim })} />`}
      <${Infraction} ...${parts} />
    </div>
  </div>`;
}

function Foot({ app, draft, match, outcome, change, onSave }) {
  const { settlement, record } = outcome;
  const ok = Boolean(settlement?.ok);
  const preview =
    ok && draft.edit && consequences(match, actionOf(app, draft, record).action);
  const blocked = draft.edit && ok && !preview;
  return html`${draft.edit &&
    ok &&
    html`<section class="panel">
      <${Changes} match=${match} preview=${preview} />
      <${Reason} reason=${draft.reason} onChange=${(reason) => change({ ...draft, reason })} />
    </section>`}
    <footer class="foot">
      <div class="foot__row">
        ${ok ? html`<${Totals} settlement=${settlement} />` : html`<span class="soft">${t("not_complete")}</span>`}
        <button
          class="key key--go foot__save"
          disabled=${!ok || blocked || (draft.edit && !draft.reason.trim())}
          onClick=${onSave}
        >
          ${t(draft.edit ? "save_correction" : "save_hand")}
        </button>
      </div>
    </footer>`;
}
