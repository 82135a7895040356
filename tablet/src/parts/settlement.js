// Parts of the settlement of a hand: reasons, penalties with their clauses, totals, and the table's claim.

import { namesOf, SIDES } from "../people.js";
import { cls, html } from "../view.js";
import { phrase, phrases, t } from "../words.js";

/** Why a line was paid, and which cards are worth what. */
export function Reasons({ match, line }) {
  const names = namesOf(match);
  return html`<small>${phrase(line.why, names)}${line.parts.map(
    (part, place) => `${place ? "," : ""} ${t("told", { name: names.seat(part.seat), what: phrase(part.name, names) })} (${part.stones})`,
  )}</small>`;
}

/** The penalties, the notes and what the claim says, each in a sentence. */
export function Notes({ told, names }) {
  return html`
    ${told.penalties.map(
      (each) => html`<p class="note note--bad"><b class="clause">${each.clause}</b> ${phrases(each.sentences, names)}</p>`,
    )}
    ${told.notes.map((each) => html`<p class="note note--warn">${phrase(each, names)}</p>`)}
    ${(told.claim ?? []).map(
      (each) => html`<p class="note note--warn" role="alert">${phrase(each, names)}${
        each.line !== null && html` <b>${phrase(told.lines[each.line].label, names)}</b>`
      }</p>`,
    )}`;
}

export const Faults = ({ match, faults }) => html`<div class="settlement">
  ${faults.map(
    (fault) => html`<p class="note note--bad">${
      "where" in fault && html`<b>${phrase(fault.where, namesOf(match))}</b> · `
    }${phrase(fault, namesOf(match))}</p>`,
  )}
</div>`;

/** "A +5 → 17": the stones that each pair takes, and its score afterwards. */
export const Totals = ({ settlement }) => html`<div class="totals">
  ${SIDES.map(
    (side, place) => html`<span class="totals__side" data-side=${side}>
      <b class="tag">${side}</b> <b>+${settlement.stones[place]}</b>
      <small>→ ${settlement.score[place]}</small>
    </span>`,
  )}
</div>`;

/** The table's claim: agreement in one tap, or other stones. */
export function Claim({ settlement, claim, onAgree, onChange }) {
  const said = claim ?? settlement.stones;
  const agrees = claim && String(claim) === String(settlement.stones);
  const step = (place, by) =>
    onChange(said.map((stones, each) => (each === place ? Math.max(0, stones + by) : stones)));
  return html`<section class="claim" aria-label=${t("claim")}>
    <span class="claim__title">${t("claim")}</span>
    <button
      class=${cls("key claim__agrees", agrees && "is-on")}
      aria-pressed=${agrees ? "true" : "false"}
      onClick=${() => (agrees ? onChange(null) : onAgree())}
    >
      ${t("claim_agrees")}
    </button>
    <span class="claim__sides">${SIDES.map(
      (side, place) => html`<span class=${cls("stepper", claim && said[place] !== settlement.stones[place] && "is-off")} data-side=${side}>
        <b class="tag">${side}</b>
        <button class="key" data-repeat aria-label=${t("claim_less", { side })} onClick=${() => step(place, -1)}>−</button>
        <output>${claim ? said[place] : "·"}</output>
        <button class="key" data-repeat aria-label=${t("claim_more", { side })} onClick=${() => step(place, 1)}>+</button>
      </span>`,
    )}</span>
  </section>`;
}
