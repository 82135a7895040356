// Sixteen cards with big keys: the seat goes on by itself, ⌫ goes back.

import { RANKS, SUITS } from "../../mus/index.js";
import {
  addCard, clearSeat, countOf, isFull, isJoker, needsSuit, seatOrder, takeBack, usedOf,
} from "../draft.js";
import { seatName, shortName, sideOf } from "../people.js";
import { cls, html, useState } from "../view.js";
import { t } from "../words.js";

export function Cards({ app, draft, match, change }) {
  const [rank, setRank] = useState(null); // a rank that waits for its suit
  const { ruleset } = match;
  const press = (card) => {
    if (needsSuit(ruleset, card)) setRank(card);
    else change(addCard(draft, card));
  };
  const suited = (card) => {
    setRank(null);
    change(addCard(draft, card));
  };
  const full = isFull(draft);
  const total = draft.seats * 4;
  const rankKey = (each) => html`<button
    key=${each}
    class="key key--rank"
    disabled=${full || usedOf(draft, each) >= 4}
    aria-label=${t(`rank_${each}`)}
    onClick=${() => press(each)}
  >
    <b>${each}</b><small>${t(`rank_${each}`)}</small>
  </button>`;
  return html`<div class="cards">
    ${draft.dealt && html`<${Dealt} draft=${draft} match=${match} />`}
    ${draft.manoFree && html`<${Mano} draft=${draft} match=${match} change=${change} />`}
    <div class="seats">
      ${seatOrder(draft).map(
        (seat) => html`<button
          key=${seat}
          class=${cls("seat", draft.at === seat && !full && "is-on", seat === draft.mano && "is-mano")}
          data-side=${sideOf(seat)}
          aria-current=${draft.at === seat ? "step" : "false"}
          aria-label=${t("seat_cards", { name: seatName(match, seat), cards: draft.cards[seat].join(" ") || t("none") })}
          onClick=${() => change(draft.cards[seat].length === 4 ? clearSeat(draft, seat) : { ...draft, at: seat })}
        >
          <span class="seat__name">${shortName(match, seat)}</span>
          <span class="seat__cards">
            ${[0, 1, 2, 3].map((place) => html`<i class=${cls(draft.cards[seat][place] && "is-there")}>${draft.cards[seat][place] ?? ""}</i>`)}
          </span>
        </button>`,
      )}
    </div>
    <p class="cards__now" aria-live="polite">
      ${full ? t("cards_all") : html`<b>${seatName(match, draft.at)}</b> ${t("cards_count", { n: countOf(draft), total })}`}
    </p>
    ${rank
      ? html`<${Suits} rank=${rank} ruleset=${ruleset} onPick=${suited} onBack=${() => setRank(null)} />`
      : html`<div class="keys keys--ranks">
          ${RANKS.slice(0, -1).map(rankKey)}
          <button class="key key--side" disabled=${!countOf(draft)} onClick=${() => change(takeBack(draft))}>
            <b aria-hidden="true">⌫</b><small>${t("take_back")}</small>
          </button>
          ${RANKS.slice(-1).map(rankKey)}
          ${full
            ? html`<button class="key key--side is-on" onClick=${() => change({ ...draft, step: "lances" })}>
                <b aria-hidden="true">›</b><small>${t("step_lances")}</small>
              </button>`
            : html`<button class="key key--side" onClick=${() => change({ ...draft, noCards: true, step: "lances" })}>
                <b aria-hidden="true">∅</b><small>${t("no_cards")}</small>
              </button>`}
        </div>`}
  </div>`;
}

const Mano = ({ draft, match, change }) => html`<div class="keys keys--mano" role="group" aria-label=${t("mano")}>
  <span>${t("mano")}</span>
  ${Array.from({ length: draft.seats }, (_, seat) => html`<button
    key=${seat}
    class=${cls("key", draft.mano === seat && "is-on")}
    data-side=${sideOf(seat)}
    aria-pressed=${draft.mano === seat ? "true" : "false"}
    onClick=${() => change({ ...draft, mano: seat, at: countOf(draft) ? draft.at : seat })}
  >
    ${shortName(match, seat)}
  </button>`)}
</div>`;

/** The suit of a card, where the rule set asks; and what a joker stands for. */
function Suits({ rank, ruleset, onPick, onBack }) {
  const picks = SUITS.flatMap((suit) =>
    isJoker(ruleset, rank, suit)
      ? ["R", "A"].map((as) => ({ card: `${rank}${suit}=${as}`, suit, as }))
      : [{ card: rank + suit, suit }],
  );
  return html`<div class="keys keys--suits" role="group" aria-label=${t("which_suit")}>
    ${picks.map(
      ({ card, suit, as }) => html`<button class="key key--rank" key=${card} onClick=${() => onPick(card)}>
        <b>${rank}</b><small>${t(`suit_${suit}`)}${as ? ` = ${t(`rank_${as}`)}` : ""}</small>
      </button>`,
    )}
    <button class="key" onClick=${onBack}>‹ ${t("back")}</button>
  </div>`;
}

/** Rehearsal: what to type in. */
const Dealt = ({ draft, match }) => html`<p class="note dealt">
  ${t("rehearsal_deal")}
  ${seatOrder(draft).map((seat) => html` <span key=${seat}><b>${shortName(match, seat)}</b> ${draft.dealt[seat]}</span>`)}
</p>`;
