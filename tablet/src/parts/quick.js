// Enters a hand by its outcome alone: the stones of A and B on a number pad, or an órdago. Such a
// hand is unverified.

import { SIDES } from "../people.js";
import { cls, html, useState } from "../view.js";
import { t } from "../words.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

/** The faults of the outcome, as soon as something has been typed. */
export const quickFaults = ({ entry, quick }, settlement) =>
  entry === "stones" && (quick.game_winner || quick.stones.join("")) && settlement?.errors;

export function Quick({ draft, change }) {
  const [side, setSide] = useState(0);
  const { stones, game_winner: winner } = draft.quick;
  const put = (quick) => change((now) => ({ ...now, quick: { ...now.quick, ...quick } }));
  const type = (digit) => {
    const next = (stones[side] ?? 0) * 10 + Number(digit);
    if (next < 100) set(next);
  };
  const set = (next) => put({ stones: stones.map((each, place) => (place === side ? next : each)) });
  const back = () => set(stones[side] > 9 ? Math.floor(stones[side] / 10) : null);
  return html`<div class="quick">
    <p class="note note--warn">${t("quick_says")}</p>
    <div class="quick__sides">
      ${SIDES.map(
        (each, place) => html`<button
          class=${cls("quick__side", side === place && "is-on")}
          data-side=${each}
          aria-pressed=${side === place ? "true" : "false"}
          onClick=${() => setSide(place)}
        >
          <span>${t("took", { side: each })}</span><b>${stones[place] ?? "–"}</b>
        </button>`,
      )}
    </div>
    <div class="keys keys--digits">
      ${DIGITS.map((digit) => html`<button class="key key--rank" data-repeat key=${digit} onClick=${() => type(digit)}><b>${digit}</b></button>`)}
      <button class="key key--side key--back" data-repeat onClick=${back}>
        <b aria-hidden="true">⌫</b><small>${t("take_back")}</small>
      </button>
      <button class="key key--side key--other" onClick=${() => setSide(1 - side)}>
        <b aria-hidden="true">⇄</b><small>${t("took", { side: SIDES[1 - side] })}</small>
      </button>
    </div>
    <div class="keys keys--row">
      ${SIDES.map(
        (each) => html`<button
          class=${cls("key", winner === each && "is-on")}
          data-side=${each}
          aria-pressed=${winner === each ? "true" : "false"}
          onClick=${() => put({ game_winner: winner === each ? null : each })}
        >
          ${t("ordago_won", { side: each })}
        </button>`,
      )}
    </div>
  </div>`;
}
