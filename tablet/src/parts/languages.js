// The choice of the language, by its own name.

import { cls, html } from "../view.js";
import { languages, speak, t } from "../words.js";

export const Languages = ({ app, now }) => html`<div class="keys" role="group" aria-label=${t("language")}>
  ${Object.entries(languages()).map(
    ([code, name]) => html`<button
      type="button"
      class=${cls("key", now.settings.language === code && "is-on")}
      lang=${code}
      aria-pressed=${now.settings.language === code ? "true" : "false"}
      onClick=${() => speak(code).then(() => app.note({ settings: { ...app.now.settings, language: code } }))}
    >
      ${name}
    </button>`,
  )}
</div>`;
