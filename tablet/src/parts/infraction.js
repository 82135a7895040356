// Enters an infraction in three taps: that one happened, by whom, and which.

import { go } from "../nav.js";
import { seatOrder } from "../draft.js";
import { seatName, sideOf } from "../people.js";
import { InfractionKey } from "./infraction-key.js";
import { html, useEffect, useFocus, useRef } from "../view.js";
import { t } from "../words.js";

const KINDS = ["cards_not_held", "would_not_show"];

/** `step` is null, "who", or a seat. */
export function Infraction({ draft, match, change, step, setStep }) {
  const without = (seat) => draft.infractions.filter((each) => each !== seat);
  const put = (infractions) => {
    setStep(null);
    change((now) => ({ ...now, infractions }));
  };
  const toWord = () => {
    setStep(null);
    requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(".said .key"))?.focus());
  };
  const here = useRef();
  const last = () => here.current.querySelector(".key:last-of-type");
  useFocus(last, [step, draft.infractions]);
  // Loaded after its key was pressed, it stands where the element was that had the focus.
  useEffect(() => step !== null && document.activeElement === document.body && last().focus(), []);
  return html`<section class="infraction" ref=${here}>
    ${draft.infractions.map(
      (seat) => html`<p class="note note--bad" key=${seat}>
        <b class="clause">G0</b><span>${t("accused", { name: seatName(match, seat) })}</span>
        <button class="key" onClick=${() => put(without(seat))}>✕ ${t("take_away")}</button>
      </p>`,
    )}
    ${step === null && html`<${InfractionKey} setStep=${setStep} />`}
    ${step === "who" &&
    html`<div class="keys" role="group" aria-label=${t("infraction_whose")}>
      <span>${t("infraction_whose")}</span>
      ${seatOrder(draft).map(
        (seat) => html`<button class="key" key=${seat} data-side=${sideOf(seat)} onClick=${() => setStep(seat)}>
          ${seatName(match, seat)}
        </button>`,
      )}
    </div>`}
    ${typeof step === "number" &&
    html`<div class="keys" role="group">
      <span>${t("infraction_which")}</span>
      ${KINDS.map(
        (kind) => html`<button class="key" key=${kind} onClick=${() => put([...without(step), step])}>${t(kind)}</button>`,
      )}
      <button class="key" onClick=${toWord}>${t("false_word")}</button>
      <button class="key key--call" onClick=${() => go("call")}>${t("other_infraction")}</button>
    </div>`}
  </section>`;
}
