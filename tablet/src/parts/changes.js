// Shows what a correction or an undo would change, before it is sent; and asks for its reason.

import { LEVEL } from "../../mus/course.js";
import { pairName } from "../people.js";
import { cls, html } from "../view.js";
import { t } from "../words.js";

/** `preview`: from `consequences` in ahead.js; null when the change cannot be applied. */
export function Changes({ match, preview }) {
  if (!preview) return html`<p class="note note--bad" role="alert">${t("change_impossible")}</p>`;
  const { changed, gone, outcome } = preview;
  return html`<div class="changes">
    ${!changed.length && !gone.length && html`<p class="note">${t("changes_nothing")}</p>`}
    <ul>
      ${changed.map(
        ({ hand, now }) => html`<li>${t("changes_hand", {
          game: hand.game,
          hand: hand.number,
          was: hand.score.join("–"),
          now: now.score.join("–"),
        })}${now.game_winner !== hand.game_winner && ` ${t(now.game_winner ? "changes_wins" : "changes_open", { side: now.game_winner })}`}</li>`,
      )}
      ${gone.map((hand) => html`<li>${t("changes_gone", { game: hand.game, hand: hand.number })}</li>`)}
    </ul>
    ${outcome !== undefined && html`<p class="note note--warn">${
      outcome === LEVEL ? t("changes_match_level")
        : outcome ? t("changes_match", { name: pairName(match, outcome) }) : t("changes_match_open")
    }</p>`}
  </div>`;
}

/** What a correction changes and why it is made, in one panel. */
export const Correction = ({ match, preview, reason, onReason }) => html`<section class="panel">
  <${Changes} match=${match} preview=${preview} />
  <${Reason} reason=${reason} onChange=${onReason} />
</section>`;

const REASONS = ["reason_typing", "reason_cards", "reason_bets", "reason_agreed"];

export const Reason = ({ reason, onChange }) => html`<div class="reason" role="group" aria-label=${t("reason")}>
  <div class="keys">
    ${REASONS.map(
      (each) => html`<button
        key=${each}
        type="button"
        class=${cls("key", reason === t(each) && "is-on")}
        aria-pressed=${reason === t(each) ? "true" : "false"}
        onClick=${() => onChange(t(each))}
      >
        ${t(each)}
      </button>`,
    )}
  </div>
  <label class="field"><span>${t("reason")}</span>
    <input value=${reason} maxlength="200" onInput=${(event) => onChange(event.target.value)} /></label>
</div>`;
