// Corrects a hand of the history: its record becomes the draft of the screen that enters hands.

import { Nothing } from "../parts/nothing.js";
import { draftOf } from "../reopened.js";
import { html, useEffect } from "../view.js";
import { t } from "../words.js";

export function CorrectScreen({ app, rest }) {
  const [game, number] = rest.map(Number);
  const match = app.local?.current;
  const hand = match?.history.find((each) => each.game === game && each.number === number);
  useEffect(() => {
    if (!hand) return;
    const { key, version, record } = hand;
    app.lay(draftOf(match, { game, hand: number, record, edit: { key, version } }));
    location.replace("#/hand");
  }, []);
  return hand ? html`<p class="panel">${t("loading")}</p>` : html`<${Nothing} text="no_hand_open" />`;
}
