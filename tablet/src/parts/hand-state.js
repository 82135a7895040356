// The state of a hand: saved here, sent or confirmed.

import { html } from "../view.js";
import { t } from "../words.js";

export const HandState = ({ hand, flying }) => {
  const state = !hand.waits ? "confirmed" : flying.has(hand.key) ? "sent" : "here";
  return html`<span class=${`state state--${state}`}>${t(`state_${state}`)}${
    !hand.verified && html`<span class="state--bare"> · ${t("bare")}</span>`
  }${hand.ruled && html` · ${t("ruled")}`}</span>`;
};
