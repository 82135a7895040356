// Reads a hand back before it is saved: its cards, what each lance heard and who takes its stones,
// every false word, and the agreement of the pairs when they give it.

import { explainSettled } from "../../mus/explain.js";
import { hasCards, isAllPassed } from "../draft.js";
import { pairName, shortNamesOf, SIDES, sidesHere } from "../people.js";
import { readBack } from "../readback.js";
import { cls, html, useEffect, useMemo, withScores } from "../view.js";
import { phrase, t } from "../words.js";
import { Told } from "./lances.js";
import { Shown } from "./round.js";
import { Notes, Totals } from "./settlement.js";

export function Review({ draft, match, outcome }) {
  const settlement = outcome?.settlement;
  const body = useMemo(() => {
    if (!settlement?.ok) return null;
    return draft.entry === "stones" ? html`<${Stones} match=${match} settlement=${settlement} winner=${draft.quick.game_winner} />` : html`<${Played} draft=${draft} match=${match} outcome=${outcome} />`;
  }, [outcome, match]);
  useEffect(fit, [body]);
  return html`<section class="review">
    ${body}
    ${settlement?.game_winner && html`<p class="note note--warn">${withScores(t("ends_game", { side: settlement.game_winner, score: settlement.score.join("–") }))}</p>`}
  </section>`;
}

/** Letters as large as the whole hand fits on the screen with; a hand with many false words has smaller ones. */
function fit() {
  const { documentElement: page } = document;
  const { style } = /** @type {HTMLElement} */ (document.querySelector(".review"));
  let size = 100;
  do style.fontSize = `${size}%`;
  while (page.scrollHeight > page.clientHeight && (size -= 6) >= 64);
}

/** A hand without cards: what each pair took, as it was typed, and who won an órdago. */
const Stones = ({ match, settlement, winner }) => html`
  ${SIDES.map((side, place) => html`<p class="quick__side read__took" data-side=${side} key=${side}>
    <span>${t("took", { side })} · ${pairName(match, side)}</span><b>+${settlement.stones[place]}</b>
  </p>`)}
  ${winner && html`<p class="note">${t("ordago_won", { side: winner })}</p>`}
  <p class="note note--warn">${t("unverified")}</p>`;

function Played({ draft, match, outcome }) {
  /** @type {any} */
  const told = explainSettled(outcome.result);
  const names = shortNamesOf(match);
  return html`
    ${hasCards(draft) && html`<${Shown} match=${match} mano=${draft.mano} cards=${draft.cards.map((four) => four.join(" "))} />`}
    ${isAllPassed(draft) && html`<p class="note note--warn">${t("all_passed")}</p>`}
    <${Notes} told=${told} names=${names} />
    <ol class="read">
      ${readBack(draft, match, told, outcome.over).map((each) => html`<li key=${each.lance}>
        <b class="read__lance">${t(`lance.${each.isPunto ? "punto" : each.lance}`)}</b> <${Heard} ...${each} />
        ${each.lines.map((line) => html`<span class="read__line" data-side=${line.pair}>
          <b class="tag">${line.pair}</b> <b>${line.stones.map((stones) => `+${stones}`).join(" ")}</b> <span><${Why} names=${names} line=${line} /></span>
        </span>`)}
      </li>`)}
    </ol>`;
}

/** Why a line is paid: whose cards are better, and what they are worth. For a false word its clause, which
 * has its sentence above. */
function Why({ names, line: { other, why, parts } }) {
  const worth = parts.map(({ seat, name }) => t("told", { name: names.seat(seat), what: phrase(name, names) }));
  const clause = why.key === "why.forfeit" ? "G0" : why.params.clause;
  return html`${other && `${phrase(other, names)} · `}${clause ? html`<b class="clause">${clause}</b>` : phrase(why, names)} ${worth.join(", ")}`;
}

function Heard({ calls, silence }) {
  if (calls.length) return html`<${Told} calls=${calls} />`;
  if (silence === "over") return t("not_played");
  if (silence.startsWith("only_")) return t("only_pair_has", { side: silence.slice(-1) });
  return t(silence === "nobody" ? "nobody_has" : "paso");
}

/** What each pair takes. With cards, both may agree to that before the hand is saved; nobody has to. A pair's phone
 * asks neither: it does not speak for the other pair. */
export function Agreed({ app, match, draft, settlement, change }) {
  if (draft.entry === "stones" || sidesHere(app, match).length < 2) return html`<${Totals} settlement=${settlement} />`;
  return html`<div class="confirm__keys" role="group" aria-label=${t("both_agree")}>
    ${SIDES.map((side, place) => {
      const on = draft.agreed.includes(side);
      const next = (now) => ({ ...now, agreed: SIDES.filter((each) => now.agreed.includes(each) !== (each === side)) });
      return html`<button class=${cls("key", on && "is-on")} data-side=${side} key=${side}
        aria-pressed=${on ? "true" : "false"} onClick=${() => change(next)}>
        ${on ? "✓ " : ""}${t("agree", { side })} <b>+${settlement.stones[place]}</b> →\u00a0${settlement.score[place]}
      </button>`;
    })}
  </div>`;
}
