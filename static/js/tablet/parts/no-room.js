// The device's store took nothing: the hand stays on the screen, and there are three ways out.

import { html, useState } from "../view.js";
import { t } from "../words.js";
import { Export } from "./export.js";
import { newKey } from "../keys.js";
import { go } from "../nav.js";

export function NoRoom({ app, sync, failed, onBack }) {
  const [told, setTold] = useState("");
  const { action, options } = failed;
  const item = { key: options.key ?? newKey(), seq: 0, action, status: "waiting" };
  const again = async () => {
    try {
      await app.act(action, options);
      sync.kick();
      go("");
      onBack();
    } catch {
      setTold(t("still_no_room"));
    }
  };
  const direct = async () => {
    setTold(t("sending"));
    const outcome = await sync.sendUnkept({ ...item, action: { ...action, key: item.key } });
    if (outcome !== "applied") setTold(outcome === "unanswered" ? t("no_answer") : t("was_refused"));
    else {
      app.set({ draft: null });
      go("");
      onBack();
    }
  };
  return html`<section class="panel" role="alert">
    <h1>${t("no_room")}</h1>
    <p>${t("no_room_says")}</p>
    <button class="key key--go" onClick=${direct}>${t("send_now")}</button>
    <button class="key" onClick=${again}>${t("try_again")}</button>
    <${Export} items=${[item]} />
    ${told && html`<p class="note note--warn">${told}</p>`}
    <button class="key" onClick=${onBack}>‹ ${t("back")}</button>
  </section>`;
}
