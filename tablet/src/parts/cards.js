// Entering the cards with big keys. After four cards the next seat follows; ⌫ goes back.

import { mostOf } from "../../mus/cards.js";
import { RANKS, SUITS } from "../../mus/core.js";
import {
  addCard, countOf, countsOf, impossibleAt, isFull, isJoker, looked, move, needsSuit, seatOrder, takeBack, tooMany, toSeat, usedOf,
} from "../draft.js";
import { seatName, shortName, sideOf } from "../people.js";
import { atSeat, Mano as ManoMark, Middle, roundOf } from "./round.js";
import { cls, html, useEffect, useFocus, useMemo, useRef, useState } from "../view.js";
import { t } from "../words.js";

export function Cards({ app, draft, match, change }) {
  const [choosing, setChoosing] = useState(false); // the mano, in place of the cards
  const [rank, setRank] = useState(null); // a chosen rank whose suit is still missing
  const { ruleset } = match;
  useFocus(() => document.querySelector(".key--rank"), [rank]);
  const add = (card) => change((now) => addCard(now, card));
  const press = useMemo(
    () => (card) => (needsSuit(ruleset, card) ? setRank(card) : add(card)),
    [ruleset, change],
  );
  const suited = (card) => {
    setRank(null);
    add(card);
  };
  const full = isFull(draft);
  const at = full ? null : draft.at;
  // A card too many belongs to the seat that was being typed.
  const wrong = draft.extra ? draft.at : impossibleAt(draft, ruleset)?.seat;
  useSigns(draft);
  return html`<div class="cards">
    ${draft.dealt && app.now.later && html`<${app.now.later.Dealt} draft=${draft} match=${match} />`}
    ${draft.manoFree && html`<${ManoLine} draft=${draft} match=${match} open=${choosing} onOpen=${setChoosing} />`}
    ${choosing
      ? html`<${Mano} draft=${draft} match=${match} change=${change} onDone=${() => setChoosing(false)} />`
      : html`<div class=${cls("seats", roundOf(draft.seats))}>
      ${seatOrder(draft).map(
        (seat) => html`<${Seat} key=${seat} seat=${seat} four=${draft.cards[seat]} isOn=${at === seat}
          isMano=${seat === draft.mano} isWrong=${wrong === seat} match=${match} change=${change} />`,
      )}
      <${Middle}><${Counts} draft=${draft} ruleset=${ruleset} /><//>
    </div>`}
    ${rank
      ? html`<${Suits} rank=${rank} ruleset=${ruleset} taken=${draft.cards.flat()} onPick=${suited} onBack=${() => setRank(null)} />`
      : html`<${Ranks} draft=${draft} ruleset=${ruleset} full=${full} press=${press} change=${change} />`}
  </div>`;
}

function Seat({ seat, four, isOn, isMano, isWrong, match, change }) {
  return useMemo(
    () => html`<button
      class=${cls("seat", atSeat(seat), isOn && "is-on", four.length === 4 && "is-closed", isWrong && "is-wrong")}
      data-side=${sideOf(seat)}
      aria-current=${isOn ? "step" : "false"}
      aria-label=${t("told", {
        name: seatName(match, seat), what: [four.join(" ") || t("none"), isMano && t("mano"), isWrong && t("one_too_many")].filter(Boolean).join(", "),
      })}
      onClick=${() => change((now) => toSeat(now, seat))}
    >
      <span class="seat__name">${isMano && html`<${ManoMark} />`}${shortName(match, seat)}</span>
      <span class="seat__cards">
        ${[0, 1, 2, 3].map((place) => html`<i class=${cls(four[place] && "is-there", four[place]?.[2] && "is-joker")}>${four[place]?.replace("=", "\n=") ?? ""}</i>`)}
      </span>
      ${isWrong && html`<b class="seat__wrong">${t("one_too_many")}</b>`}
    </button>`,
    [four, isOn, isMano, isWrong, match, change],
  );
}

function Ranks({ draft, ruleset, full, press, change }) {
  const gone = RANKS.map((each) => full || usedOf(draft, each) >= mostOf(each, ruleset));
  const none = !countOf(draft);
  return useMemo(() => {
    const rankKey = (each, place) => html`<button
      key=${each}
      class="key key--rank"
      data-repeat
      aria-disabled=${gone[place] ? "true" : "false"}
      onClick=${() => (gone[place] ? change((now) => tooMany(now, each)) : press(each))}
    >
      <b>${each}</b><small>${t(`rank_${each}`)}</small>
    </button>`;
    const keys = RANKS.map(rankKey);
    return html`<div class="keys keys--ranks">
      ${keys.slice(0, -1)}
      <button class="key key--side key--back" data-repeat aria-disabled=${none ? "true" : "false"} onClick=${() => change(takeBack)}>
        <b aria-hidden="true">⌫</b><small>${t("take_back")}</small>
      </button>
      ${keys.slice(-1)}
      <button class="key key--side key--unseen" aria-disabled=${full ? "true" : "false"}
        onClick=${() => full || change((now) => move(now, "unseen"))}>
        <b aria-hidden="true">∅</b><small>${t("no_cards")}</small>
      </button>
    </div>`;
  }, [gone.join(), none, full, press]);
}

/** How many of each rank there are: five kings of eight. */
function Counts({ draft, ruleset }) {
  const counts = countsOf(draft, ruleset);
  return useMemo(() => html`<ul class="counts" aria-label=${t("rank_counts")}>
    ${counts.map(({ rank, used, most }) => html`<li key=${rank} class=${cls(used && "is-there", used >= most && "is-all")}>
      <b>${rank}</b> ${used}/${most}
    </li>`)}
  </ul>`, [counts.map(({ used }) => used).join()]);
}

/** Each seat closes with a sign of its own, as many pulses as its place from the mano; a card too many with a long one. */
function useSigns({ cards, mano, seats, extra }) {
  const closed = seatOrder({ mano, seats }).map((seat) => cards[seat].length === 4);
  const before = useRef({ closed, extra }).current;
  useEffect(() => {
    const place = closed.findIndex((isClosed, each) => isClosed && !before.closed[each]);
    if (extra && extra !== before.extra) navigator.vibrate?.(LONG_MS);
    else if (place >= 0) navigator.vibrate?.(Array(2 * place + 1).fill(PULSE_MS));
    Object.assign(before, { closed, extra });
  }, [closed.join(), extra]);
}

const PULSE_MS = 60;
const LONG_MS = 500;

/** What is said of a card too many, in place of how many there are. */
export const Extra = ({ draft }) => html`<p class="note note--bad cards__extra" role="alert">
  ${isFull(draft) ? t("card_too_many") : t("no_more_of_rank", { rank: t(`rank_${draft.extra}`) })}
</p>`;

/** At which seat cards that cannot be begin: the left of the foot. Its cards are typed again. */
export const Impossible = ({ match, seat, rank }) => html`<p class="note note--bad cards__extra" role="alert">
  <b>${seatName(match, seat)}</b> · ${t("no_more_of_rank", { rank: t(`rank_${rank}`) })}
</p>`;

/** The key by which somebody says to have looked. */
export const Looked = ({ change }) => html`<button class="key key--go foot__save" onClick=${() => change(looked)}>${t("cards_looked_at")}</button>`;

/** Who is mano. Choosing is a separate step, so that nobody takes its names for the seats'
 * cards. */
export const ManoLine = ({ draft, match, open, onOpen }) => html`<p class="mano-line">
  <span>${t("mano_is", { name: seatName(match, draft.mano) })}</span>
  <button class="mano-line__change" aria-expanded=${open ? "true" : "false"} onClick=${() => onOpen(!open)}>
    ${t(open ? "back" : "other_mano")}
  </button>
</p>`;

export const Mano = ({ draft, match, change, onDone }) => html`<div class="mano-choice" role="group" aria-label=${t("who_is_mano")}>
  <b>${t("who_is_mano")}</b>
  ${Array.from({ length: draft.seats }, (_, seat) => html`<button
    key=${seat}
    class=${cls("key", draft.mano === seat && "is-on")}
    data-side=${sideOf(seat)}
    aria-pressed=${draft.mano === seat ? "true" : "false"}
    onClick=${() => {
      change((now) => ({ ...now, mano: seat, at: countOf(now) ? now.at : seat }));
      onDone();
    }}
  >
    ${seatName(match, seat)}
  </button>`)}
</div>`;

/** Asks for the suit of a card where the rule set needs it, and for the value of a joker. */
function Suits({ rank, ruleset, taken, onPick, onBack }) {
  const picks = SUITS.flatMap((suit) => /** @type {{card: string, suit: string, as?: string}[]} */ (
    isJoker(ruleset, rank, suit)
      ? ["R", "A"].map((as) => ({ card: `${rank}${suit}=${as}`, suit, as }))
      : [{ card: rank + suit, suit }]),
  );
  return html`<div class="keys keys--suits" role="group" aria-label=${t("which_suit")}>
    ${picks.map(
      ({ card, suit, as }) => html`<button class="key key--rank" key=${card} disabled=${taken.some((each) => each.startsWith(rank + suit))}
        onClick=${() => onPick(card)}>
        <b>${rank}</b><small>${t(`suit_${suit}`)}${as ? ` = ${t(`rank_${as}`)}` : ""}</small>
      </button>`,
    )}
    <button class="key" onClick=${onBack}>‹ ${t("back")}</button>
  </div>`;
}

/** How many cards there are, and whose turn it is: the left of the foot. */
export const CardsNow = ({ draft, match }) => html`<p class="cards__now" aria-live="polite"><span>
  ${t("cards_count", { n: countOf(draft), total: draft.seats * 4 })} ${isFull(draft) ? "✓" : html`· <b>${seatName(match, draft.at)}</b>`}
</span></p>`;
