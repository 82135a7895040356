// The hands of the match so far, and the details of one hand.

import { go } from "../nav.js";
import { HandState } from "../parts/hand-state.js";
import { explain } from "../../mus/explain.js";
import { Nothing } from "../parts/nothing.js";
import { Taken } from "../parts/score.js";
import { Faults, Notes, Reasons } from "../parts/settlement.js";
import { Shown } from "../parts/round.js";
import { mayChange, namesOf, seatName } from "../people.js";
import { cls, html } from "../view.js";
import { phrase, t } from "../words.js";

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

/** The lines of a settlement from explain.js, or the faults of the hand. */
function Settlement({ match, told }) {
  if (!told.ok) return html`<${Faults} match=${match} faults=${told.faults} />`;
  const names = namesOf(match);
  const marked = new Set((told.claim ?? []).map((each) => each.line));
  return html`<div class="settlement">
    <ol class="lines">
      ${told.lines.map(
        (line, place) => html`<li class=${cls("line", marked.has(place) && "is-marked")} data-side=${line.pair}>
          <b class="tag">${line.pair}</b>
          <span class="line__what">${phrase(line.label, names)} <${Reasons} match=${match} line=${line} /></span>
          <b class="line__stones">+${line.stones}</b>
        </li>`,
      )}
    </ol>
    <${Notes} told=${told} names=${names} />
  </div>`;
}

/** The stones of a hand entered without cards, which cannot be explained. */
const QuickLines = ({ settlement }) => html`<div class="settlement">
  <p class="note note--warn">${t("unverified")}</p>
  <ol class="lines">
    ${(settlement.ledger ?? []).map(
      (line) => html`<li class="line" data-side=${line.pair}>
        <b class="tag">${line.pair}</b><span class="line__what">${t("entry.quick")}</span>
        <b class="line__stones">+${line.stones}</b>
      </li>`,
    )}
  </ol>
</div>`;
