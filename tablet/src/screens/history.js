// The hands of the match so far, and the details of one hand.

import { go } from "../nav.js";
import { HandState } from "../parts/hand-state.js";
import { explain } from "../../mus/explain.js";
import { Nothing } from "../parts/nothing.js";
import { Taken } from "../parts/score.js";
import { QuickLines, Settlement } from "../parts/settlement.js";
import { Shown } from "../parts/round.js";
import { mayChange, seatName } from "../people.js";
import { html } from "../view.js";
import { t } from "../words.js";

export function HistoryScreen({ app, now }) {
  const match = app.local?.current;
  if (!match?.history.length) return html`<${Nothing} text="no_hands" />`;
  return html`<section>
    <h1>${t("history")}</h1>
    <ol class="history">
      ${[...match.history].reverse().map(
        (hand) => html`<li key=${`${hand.game}.${hand.number}`}>
          <button class="last" onClick=${() => go(`shown/${hand.game}/${hand.number}`)}>
            <span>${t("hand_place", { game: hand.game, hand: hand.number })}</span>
            <${Taken} stones=${hand.stones} />
            <b>${hand.score.join("–")}</b>
            <${HandState} hand=${hand} flying=${now.flying} />
          </button>
        </li>`,
      )}
    </ol>
  </section>`;
}

export function OneHand({ app, now, rest }) {
  const [game, number] = rest.map(Number);
  const match = app.local?.current;
  const hand = match?.history.find((each) => each.game === game && each.number === number);
  if (!hand) return html`<${Nothing} text="no_hand_open" />`;
  const { record, settlement } = hand;
  return html`<section class="panel">
    <h1>${t("hand_place", { game, hand: number })}</h1>
    <p><${HandState} hand=${hand} flying=${now.flying} /> · ${t("mano_is", { name: seatName(match, record.mano) })}</p>
    ${record.cards &&
    html`<${Shown} match=${match} mano=${record.mano} cards=${record.cards.map((four) => (typeof four === "string" ? four : four.join(" ")))} />`}
    ${settlement.ok &&
    (record.quick
      ? html`<${QuickLines} settlement=${settlement} />`
      : html`<${Settlement} match=${match} told=${explain(withoutId(record))} />`)}
    ${hand.ruled && html`<p class="note note--warn">${t("ruled_says", { score: hand.stones.join("–") })}</p>`}
    <button class="key" disabled=${Boolean(hand.ruled) || !mayChange(now, match, hand)} onClick=${() => go(`correct/${game}/${number}`)}>
      ${t("correct")}
    </button>
  </section>`;
}

const withoutId = ({ id, ...record }) => record;
