// Shown when the device's store is full: the unsaved entry, and three ways out.

import { sendUnkept } from "../deciding.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";
import { Export } from "./export.js";
import { go } from "../nav.js";

export function NoRoom({ app, sync, unsaved }) {
  const [told, setTold] = useState("");
  const again = async () => {
    setTold("");
    if (await app.keepItem(unsaved)) go("");
    else setTold(t("still_no_room"));
  };
  const direct = async () => {
    setTold(t("sending"));
    const outcome = await sendUnkept(sync, unsaved.item);
    if (outcome !== "applied") setTold(outcome === "unanswered" ? t("no_answer") : t("was_refused"));
    else {
      const { values, drop } = unsaved;
      await app.keep({ values, drop }).catch(() => app.set(values));
      app.set({ unsaved: null });
      go("");
    }
  };
  return html`<section class="panel" role="alert">
    <h1>${t("no_room")}</h1>
    <p>${t("no_room_says")}</p>
    <button class="key key--go" onClick=${direct}>${t("send_now")}</button>
    <button class="key" onClick=${again}>${t("try_again")}</button>
    <${Export} items=${[unsaved.item]} />
    ${told && html`<p class="note note--warn">${told}</p>`}
    <button class="key" onClick=${() => app.set({ unsaved: null })}>‹ ${t("back")}</button>
  </section>`;
}
