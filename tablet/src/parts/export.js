// Takes the waiting actions out of the device without the server: copied, shared, or as a file.

import { html, useState } from "../view.js";
import { t } from "../words.js";

export function Export({ items }) {
  const [shown, setShown] = useState(false);
  const text = JSON.stringify(items.map(({ action, errors }) => (errors ? { ...action, errors } : action)), null, 1);
  const copy = () => navigator.clipboard.writeText(text).catch(() => setShown(true));
  const file = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "mus-hands.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const share = () => navigator.share({ text }).catch(() => {});
  return html`<div class="export">
    <div class="keys">
      ${navigator.clipboard && html`<button class="key" onClick=${copy}>${t("copy")}</button>`}
      ${"share" in navigator && html`<button class="key" onClick=${share}>${t("share")}</button>`}
      <button class="key" onClick=${file}>${t("as_file")}</button>
      <button class="key" onClick=${() => setShown(!shown)}>${t("as_text")}</button>
    </div>
    ${shown && html`<textarea readonly rows="8" aria-label=${t("as_text")}>${text}</textarea>`}
  </div>`;
}
