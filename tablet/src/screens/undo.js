// Takes back the last hand: shows what changes, and asks for the reason.

import { consequences } from "../ahead.js";
import { go } from "../nav.js";
import { Changes, Reason } from "../parts/changes.js";
import { Nothing } from "../parts/nothing.js";
import { Taken } from "../parts/score.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";

export function UndoScreen({ app }) {
  const [reason, setReason] = useState("");
  const match = app.local?.current;
  const last = match?.history.at(-1);
  if (!last) return html`<${Nothing} text="no_hands" />`;
  const { game, number } = last;
  const { on, after, version } = app.aim(match, last);
  const action = { kind: "hand.undo", match: match.id, game, hand: number, version, reason };
  const preview = consequences(match, action);
  const undo = async () => {
    if (await app.act(action, { after, on })) go("");
  };
  return html`<section class="panel">
    <h1>${t("undo_title", { game, hand: number })}</h1>
    <p><${Taken} stones=${last.stones} /> · ${last.score.join("–")} → ${last.score.map((each, place) => each - last.stones[place]).join("–")}</p>
    <${Changes} match=${match} preview=${preview} />
    <${Reason} reason=${reason} onChange=${setReason} />
    <button class="key key--go" disabled=${!preview || !reason.trim()} onClick=${undo}>${t("undo_now")}</button>
  </section>`;
}
