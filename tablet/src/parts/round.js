// The table seen from above, the same from the seating to the review: a place for each seat, partners opposite each
// other, the play to the right. What stands at a place is drawn by its screen; `atSeat` says where.

import { seatName, shortName, sideOf } from "../people.js";
import { seatOrder } from "../draft.js";
import { cls, html } from "../view.js";
import { t } from "../words.js";

/** The class of the picture. @param {number} seats */
export const roundOf = (seats) => cls("round", seats === 6 && "round--six");

/** The class of a seat's place in the picture. @param {number} seat */
export const atSeat = (seat) => `round__seat--${seat}`;

/** The mark of the mano, beside its name. */
export const Mano = () => html`<b class="mano">${t("mano")}</b>`;

/** The table itself, between the seats, with what is said of it; without that, the way of the play. */
export const Middle = ({ children = null }) => html`<div class="round__table" aria-hidden=${children ? undefined : "true"}>${children ?? "↺"}</div>`;

/** Who sits where, and who is mano. */
export const Round = ({ match, mano }) => html`<ul class=${roundOf(match.ruleset.seats)} aria-label=${t("who_sits")}>
  ${seatOrder({ mano, seats: match.ruleset.seats }).map((seat) => html`<li key=${seat} class=${cls("sits", atSeat(seat), seat === mano && "is-mano")} data-side=${sideOf(seat)}>
    ${seatName(match, seat)} ${seat === mano && html`<${Mano} />`}
  </li>`)}
  <li class="round__table next__mano">↺ ${t("mano_is", { name: seatName(match, mano) })}</li>
</ul>`;

/** The cards of a hand, each player's at its seat. */
export const Shown = ({ match, mano, cards }) => html`<ul class=${cls("shown", roundOf(cards.length))}>
  ${seatOrder({ mano, seats: cards.length }).map((seat) => html`<li key=${seat} class=${atSeat(seat)} data-side=${sideOf(seat)}>
    <span>${shortName(match, seat)} ${seat === mano && html`<${Mano} />`}</span> <b>${cards[seat]}</b>
  </li>`)}
  <li class="round__table" aria-hidden="true"></li>
</ul>`;
