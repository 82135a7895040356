// What became of the last call for the organizer.

import { html } from "../view.js";
import { t } from "../words.js";

/** The state of the last call, so that nobody calls twice without need. */
export function Called({ now, of }) {
  const { key, at, match } = now.called;
  if (!of.some((each) => each?.id === match)) return null;
  const time = new Date(at).toTimeString().slice(0, 5);
  const waits = now.items.some((each) => each.key === key);
  const open = now.table?.calls?.filter((each) => each.match === match) ?? [];
  const answered = !waits && open.find((each) => each.answered_at);
  const state = waits ? "here" : answered ? "answered" : "confirmed";
  return html`<p class="note" role="status">${t("called", { time })}${
    !now.rehearsal && html` · <span class=${`state--${state}`}>${t(`state_${state}`)}</span>`
  }</p>`;
}
