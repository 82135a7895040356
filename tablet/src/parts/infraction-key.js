// The key that begins to enter an infraction; what it asks is loaded later (`infraction.js`).

import { html } from "../view.js";
import { t } from "../words.js";

export const InfractionKey = ({ setStep }) => html`<button class="key" onClick=${() => setStep("who")}>${t("infraction")}</button>`;
