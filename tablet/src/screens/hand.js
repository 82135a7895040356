// Enters or corrects a hand: cards, then declarations and bets, with the settlement so far. The
// draft is stored at every tap, so a reload continues at the same point.

import { explainSettled } from "../../mus/explain.js";
import { dejesOf, hasCards, impossibleAt, inPlace, isAllPassed, isFull, isNext, isPlayed, lacksCards, move, outcomeOf } from "../draft.js";
import { newScreen } from "../guard.js";
import { go } from "../nav.js";
import { Cards, CardsNow, Extra, Impossible, Looked } from "../parts/cards.js";
import { isAnswering, Lances, ManoOf } from "../parts/lances.js";
import { Quick, quickFaults } from "../parts/quick.js";
import { Agreed, Review } from "../parts/review.js";
import { Claim, Faults, Totals } from "../parts/settlement.js";
import { InfractionKey } from "../parts/infraction-key.js";
import { Coming } from "../parts/coming.js";
import { Nothing } from "../parts/nothing.js";
import { cls, html, useEffect, useFocus, useMemo, useRef, useState, withScores } from "../view.js";
import { shortNamesOf } from "../people.js";
import { phrase, t } from "../words.js";

/** @import { Draft } from "../types" */

export function HandScreen({ app, now }) {
  const match = [app.local?.match, app.local?.last].find((each) => each?.id === now.draft?.match);
  const draft = useMemo(() => now.draft && match && inPlace(now.draft, match), [now.draft, match]);
  if (!draft) return html`<${Nothing} text="no_hand_open" />`;
  return html`<${Hand} app=${app} draft=${draft} match=${match} />`;
}

/** The pressed key is shown first. The next step and the settlement are drawn in later frames. */
function Hand({ app, draft, match }) {
  const [{ step, outcome }, show] = useState(/** @type {{step: Draft["step"] | null, outcome: any}} */ ({ step: null, outcome: null }));
  const waits = step !== draft.step;
  const touched = useRef(false); // whether anything was entered since this step came
  useEffect(() => {
    if (waits) show({ step: draft.step, outcome: null });
    else if (step !== "cards") show({ step, outcome: outcomeOf(draft, match) });
  }, [draft, match, waits]);
  useFocus(() => document.querySelector(".lances .key, .key--rank") ?? document.querySelector("h1"), [step]);
  const change = useMemo(() => {
    const latest = () => app.now.draft && inPlace(app.now.draft, match);
    return (next) => {
      const before = latest();
      const after = before && next(before);
      if (!after || after === before) return;
      touched.current = after.step === before.step;
      if (!touched.current) newScreen();
      app.draw(after);
    };
  }, [match]);
  const save = async (now) => {
    const { record, settlement } = outcomeOf(now, match);
    if (!settlement?.ok) return;
    const { action, options } = actionOf(app, now, match, agreedIn(now, record, settlement));
    if (await app.act(action, options)) go("");
  };
  // The first tap after a change of screen never saves, nor does one where no lance was touched.
  const review = () => {
    const now = inPlace(app.now.draft, match);
    if (now.edit && !now.reason.trim()) return /** @type {HTMLElement | null} */ (document.querySelector(".reason .key"))?.focus();
    const isAsked = app.now.settings.review !== false || isAllPassed(now) || !touched.current;
    return isAsked || !outcomeOf(now, match).settlement?.ok ? change((latest) => move(latest, "review", match)) : save(now);
  };
  const { edit } = draft;
  const parts = { app, draft, match, outcome, change };
  const head = useMemo(() => html`<${Head} ...${parts} />`, [draft.step, edit, change]);
  return html`<div class="hand">
    ${head}
    ${!edit && !isNext(draft, match) && html`<p class="note note--warn" role="alert">${t("hand_taken")}</p>`}
    ${step && html`<${STEPS[step]} ...${parts} />`}
    ${step && html`<${FEET[step] ?? Foot} ...${parts} onReview=${review} onSave=${() => save(draft)} />`}
  </div>`;
}

/** Whether the next step of a hand as it is played are its cards. */
const awaitsCards = (draft, { settlement }) => isPlayed(draft) && draft.entry === "cards" && !isFull(draft) && !settlement;

const takenIn = (draft, match) => outcomeOf(draft, match).settlement?.stones ?? null;

/** The record, with the stones that both pairs have agreed to as what the table says. */
const agreedIn = ({ agreed, claim }, record, { stones }) =>
  agreed.length === 2 && !claim ? { ...record, claim: stones } : record;

/** The action for the outbox, and what the same write must drop. */
function actionOf(app, draft, match, record) {
  const { game, hand, edit } = draft;
  const { instead } = draft; // keys of the refused actions that this hand replaces
  const place = { match: match.id, game, hand, ...(instead && { instead }) };
  const options = { values: { draft: draft.under ?? null }, drop: instead ?? [] };
  // The match knows the mano. Without it in the record, a mano corrected elsewhere refuses no hand.
  const { mano, ...content } = record;
  const said = { ...(draft.manoFree && { mano }), ...content };
  if (!edit) return { action: { kind: "hand.record", ...place, record: said }, options };
  const { on, after, version } = app.aim(match, { game, number: hand, ...edit });
  const action = { kind: "hand.correct", ...place, version, record: said, reason: draft.reason };
  return { action, options: { ...options, after, on } };
}

function Head({ draft, change }) {
  const title = t(draft.edit ? "correcting" : "hand_title", draft);
  const steps = isPlayed(draft) ? ["lances", "cards"] : ["cards", "lances"];
  const tabs = steps.includes(draft.step) ? steps : [];
  return html`<div class="hand__head">
    <h1>${title} ${draft.step === "review" && html`<small>${t("review_title")}</small>`}</h1>
    ${tabs.map(
      (step) => html`<button
        class=${cls("tab", draft.step === step && "is-on")}
        aria-pressed=${draft.step === step ? "true" : "false"}
        onClick=${() => change((now) => move(now, step))}
      >
        ${t(`step_${step}`)}
      </button>`,
    )}
  </div>`;
}

function Played(parts) {
  const { draft, match, outcome, change } = parts;
  const { claim, infractions } = draft;
  const { later } = parts.app.now;
  const settlement = outcome?.settlement;
  const missing = !settlement && hasCards(draft) && !isFull(draft);
  const [accusing, setAccusing] = useState(/** @type {any} */ (null));
  const { paid, faults } = useMemo(() => paidSoFar(draft, outcome), [outcome, match]);
  const claims = (next) => change((now) => ({ ...now, claim: next }));
  const result = useMemo(
    () => html`<div class="played__result">
      ${accusing === null && html`${missing ? html`<p class="note">${t("cards_missing")}</p>` : faults && html`<${Faults} match=${match} faults=${faults} />`}
      ${isPlayed(draft) && draft.manoFree && html`<${ManoOf} ...${parts} />`}
      ${settlement &&
      html`<${Claim} settlement=${settlement} claim=${claim} onChange=${claims}
        onAgree=${() => change((now) => ({ ...now, claim: takenIn(now, match) }))} />`}`}
      ${later
        ? html`<${later.Infraction} ...${parts} step=${accusing} setStep=${setAccusing} />`
        : html`<section class="infraction">${accusing === null ? html`<${InfractionKey} setStep=${setAccusing} />` : html`<${Coming} app=${parts.app} />`}</section>`}
    </div>`,
    [faults, settlement, missing, claim, infractions, accusing, draft.mano, change, later],
  );
  return html`<div class=${cls("played", isAnswering(draft) && "is-answering", accusing !== null && "is-accusing")}><${Lances} ...${parts} paid=${paid} />${result}</div>`;
}

/** What is paid so far, lance by lance, and what is wrong: before the cards the dejes alone. The review has the reasons. */
function paidSoFar(draft, outcome) {
  if (!outcome) return { paid: [] };
  if (awaitsCards(draft, outcome)) return { paid: dejesOf(draft, outcome).dejes };
  /** @type {any} */
  const told = explainSettled(outcome.result);
  return { paid: told.ok ? told.lines : [], faults: told.faults };
}

/** The clauses of penalties and a required ruling in one line, seen at any scroll position; the review
 * has their sentences. */
function Graver({ match, result }) {
  const told = useMemo(() => result && explainSettled(result), [result]);
  const said = told?.ok ? [...told.penalties, ...told.notes] : [];
  if (!said.length) return null;
  const names = shortNamesOf(match);
  return html`<p class="note note--bad foot__note">${told.penalties.map(
    ({ clause, seats }) => html`<b class="clause">${clause}</b> ${seats.map(names.seat).join(", ")} `,
  )}${told.notes.length > 0 && !told.penalties.length && phrase(told.notes[0], names)}</p>`;
}

/** The name of the key that leads on from the last step: to the review, or where the settings leave it out, to the saved hand. */
const lastKey = (app, draft) => t(app.now.settings.review !== false || isAllPassed(draft) ? "review" : draft.edit ? "save_correction" : "save_hand");

/** Below the cards: how many there are, and the way to the lances, once nothing is too many. No key of the keypad stands here,
 * nor on any other foot. */
function CardsFoot({ app, draft, match, change, onReview }) {
  const wrong = impossibleAt(draft, match.ruleset);
  const said = draft.extra ? html`<${Extra} draft=${draft} />` : wrong ? html`<${Impossible} match=${match} ...${wrong} />` : html`<${CardsNow} draft=${draft} match=${match} />`;
  const on = isPlayed(draft)
    ? html`<button class="key key--go foot__save" disabled=${wrong || !isFull(draft)} onClick=${onReview}>${lastKey(app, draft)}</button>`
    : html`<button class=${cls("key foot__save", isFull(draft) && "key--go")} disabled=${wrong} onClick=${() => change((now) => move(now, "lances"))}>${t("step_lances")} ›</button>`;
  return html`<footer class="foot"><div class="foot__row">${said}${draft.extra ? html`<${Looked} change=${change} />` : on}</div></footer>`;
}

/** Below the review: the key that saves stands where the one that led here does not. */
const ReviewFoot = ({ app, match, draft, outcome, change, onSave }) => html`<footer class="foot foot--review">
  ${outcome?.settlement?.ok && html`<${Agreed} app=${app} match=${match} draft=${draft} settlement=${outcome.settlement} change=${change} />`}
  <div class="foot__row foot__row--review">
    <button class="key key--go" disabled=${!outcome?.settlement?.ok} onClick=${onSave}>
      ${t(draft.edit ? "save_correction" : "save_hand")}
    </button>
    <button class="key foot__save" onClick=${() => change((now) => move(now, "change"))}>${t("change")}</button>
  </div>
</footer>`;

function Foot({ app, draft, match, outcome, change, onReview }) {
  const settlement = outcome?.settlement;
  const ok = Boolean(settlement?.ok);
  const awaits = outcome && awaitsCards(draft, outcome);
  const preview =
    ok && draft.edit && app.now.later?.consequences(match, actionOf(app, draft, match, outcome.record).action);
  const blocked = draft.edit && ok && !preview;
  const faults = quickFaults(draft, settlement);
  return html`${draft.edit &&
    ok &&
    html`<${app.now.later?.Correction ?? Coming} app=${app} match=${match} preview=${preview} reason=${draft.reason}
      onReason=${(reason) => change((now) => ({ ...now, reason }))} />`}
    <footer class="foot">
      ${faults && html`<p class="note note--bad foot__note" role="alert">${t(`fault.${faults[0].code}`)}</p>`}
      ${ok && html`<${Graver} match=${match} result=${outcome.result} />`}
      ${ok && settlement.game_winner && html`<p class="note note--warn foot__note">${withScores(t("ends_game", { side: settlement.game_winner, score: settlement.score.join("–") }))}</p>`}
      ${ok && draft.edit && !draft.reason.trim() && html`<p class="note note--warn foot__note">${t("reason_missing")}</p>`}
      <div class="foot__row">
        <div aria-live="polite">
          ${ok || awaits ? html`<${Totals} settlement=${settlement ?? dejesOf(draft, outcome)} />` : html`<span class="soft">${outcome && t("not_complete")}</span>`}
        </div>
        ${awaits ? html`<button class="key key--go foot__save" disabled=${!lacksCards(outcome)} onClick=${() => change((now) => move(now, "cards"))}>${t("step_cards")} ›</button>` : html`<button class="key key--go foot__save" disabled=${!ok || blocked} onClick=${onReview}>
          ${lastKey(app, draft)}
        </button>`}
      </div>
    </footer>`;
}

const STEPS = { cards: Cards, lances: Played, stones: Quick, review: Review };
/** @type {Partial<Record<Draft["step"], any>>} */
const FEET = { cards: CardsFoot, review: ReviewFoot };
