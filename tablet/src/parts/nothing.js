// Shown when a screen has no content: the reason, and the way back.

import { go } from "../nav.js";
import { html } from "../view.js";
import { t } from "../words.js";

export const Nothing = ({ text }) => html`<section class="panel">
  <h1>${t(text)}</h1>
  <button class="key" onClick=${() => go("")}>‹ ${t("to_table")}</button>
</section>`;
