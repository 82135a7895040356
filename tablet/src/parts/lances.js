// The four lances in order, paso by default, each with the stones that it pays. A bet of two with its
// answer takes one tap, any other bet three: while one waits for its answer it stands alone, so that all of
// them fit above the foot (settlement.css). Also who declared pares and juego, filled in from the cards.

import { LANCES, mayBet } from "../../mus/core.js";
import {
  answer, atStake, bet, DECLARED, declared, enlarge, grow, intoOrdago, isClosed, isPlayed, leastStake, other,
  othersNo, seatOrder, stakesOf, toggleSaid, truthOf, withCalls, wordsOf,
} from "../draft.js";
import { shortName, sideOf, SIDES } from "../people.js";
import { cls, html, useFocus, useMemo, useRef, useState } from "../view.js";
import { Mano, ManoLine } from "./cards.js";
import { HoldKey } from "./hold-key.js";
import { t } from "../words.js";

export function Lances({ app, draft, match, outcome, paid, change }) {
  const { ruleset } = match;
  const { cards, entry, said } = draft;
  const truth = useMemo(() => truthOf(draft, ruleset), [cards, entry, ruleset]);
  const words = useMemo(() => (isPlayed(draft) ? wordsOf : declared)(draft, ruleset), [truth, said, draft.order]);
  return html`<div class="lances">
    ${isPlayed(draft) && draft.dealt && app.now.later && html`<${app.now.later.Dealt} draft=${draft} match=${match} />`}
    ${LANCES.map((lance) => {
      const spoken = DECLARED.includes(lance);
      return html`<${Lance} key=${lance} lance=${lance} match=${match} change=${change} mano=${draft.mano}
        calls=${draft.bets[lance] ?? NO_CALLS} paid=${paidIn(lance, paid)} isOver=${outcome?.over.has(lance) ?? false}
        open=${!spoken || mayBet(lance, words[lance])}
        isPunto=${lance === "juego" && !words.juego.some((word) => word ?? true)}
        words=${words[lance]} truth=${truth[lance]} wordsFirst=${isPlayed(draft)} />`;
    })}
  </div>`;
}

const NO_CALLS = [];

/** Whether a bet waits for its answer. */
export const isAnswering = (draft) => Object.values(draft.bets).some((calls) => calls.length > 0 && !isClosed(calls));

/** What a lance pays, as a text that is equal when nothing has changed: "A1 B2". */
const paidIn = (lance, paid) => paid.filter((line) => line.lance === lance).map(({ pair, stones }) => `${pair}${stones}`).join(" ");

/** In the first hand of a game as it is played: who cut mus is mano. */
export function ManoOf({ draft, match, change }) {
  const [choosing, setChoosing] = useState(false);
  return html`<${ManoLine} draft=${draft} match=${match} open=${choosing} onOpen=${setChoosing} />
    ${choosing && html`<${Mano} draft=${draft} match=${match} change=${change} onDone=${() => setChoosing(false)} />`}`;
}

/** One lance; drawn again only when one of its parameters has changed. */
function Lance({ lance, match, change, mano, calls, paid, isOver, open, isPunto, words, truth, wordsFirst }) {
  const put = (next) => change((draft) => withCalls(draft, lance, next(draft.bets[lance] ?? NO_CALLS)));
  const body = () => {
    if (isOver) return html`<p class="soft lance__over">${t("not_played")}</p>`;
    if (isAsked) return null; // who has it is said before anybody bets
    if (!open) return html`<p class="soft lance__none">${nobodyBets(words)}</p>`;
    return html`<${Bets} calls=${calls} lance=${lance} onChange=${put} />`;
  };
  const isAsked = Boolean(words?.includes(null));
  const said = () => words && html`<${Said} lance=${lance} match=${match} mano=${mano} words=${words} truth=${truth} change=${change} isAsked=${isAsked} />`;
  const isOpen = calls.length > 0 && !isClosed(calls);
  const here = useRef();
  const key = (name) => here.current.querySelector(name);
  useFocus(() => key(".bets--open .key--yes") ?? key(".bets .key"), [calls]);
  return useMemo(
    () => html`<section ref=${here} class=${cls("lance", isOpen && "is-open")}>
      <h2>${t(`lance.${isPunto ? "punto" : lance}`)} ${paid && html`<small class="lance__paid">${paid.split(" ").map(
        (each) => html`<span data-side=${each[0]}><b class="tag">${each[0]}</b> +${each.slice(1)}</span> `,
      )}</small>`}</h2>
      ${wordsFirst && !isOver && (isAsked || !isOpen) && said()}
      ${body()}
      ${!wordsFirst && !isOver && !isOpen && said()}
    </section>`,
    [match, mano, calls, paid, isOver, open, isPunto, words, truth, wordsFirst],
  );
}

function Said({ lance, match, mano, words, truth, change, isAsked }) {
  return html`<div class="said" role="group" aria-label=${t("said", { lance: t(`lance.${lance}`) })}>
    ${seatOrder({ mano, seats: words.length }).map((seat) => {
      const yes = words[seat];
      const holds = truth[seat];
      const isFalse = holds !== null && yes !== null && holds !== yes;
      return html`<button
        key=${seat}
        class=${cls("key said__key", yes && "is-on", isFalse && "is-false")}
        data-side=${sideOf(seat)}
        aria-pressed=${yes ? "true" : "false"}
        aria-label=${isFalse ? `${shortName(match, seat)} ${t(yes ? "yes" : "no")}, ${t("against_cards")}` : undefined}
        onClick=${() => change((draft) => toggleSaid(draft, lance, seat, match.ruleset))}
      >
        <span>${shortName(match, seat)}</span><b>${yes === null ? html`<span aria-label=${t("not_said")}>?</span>` : t(yes ? "yes" : "no")}${isFalse && html` <span aria-hidden="true">≠</span>`}</b>
      </button>`;
    })}
    ${isAsked && html`<button class="key said__key" onClick=${() => change((draft) => othersNo(draft, lance, match.ruleset))}>
      ${t(words.includes(true) ? "others_no" : "nobody_has")}
    </button>`}
  </div>`;
}

function nobodyBets(words) {
  const side = SIDES.find((each) => words.some((yes, seat) => yes && sideOf(seat) === each));
  return side ? t("only_pair_has", { side }) : t("nobody_has");
}

/** The calls of one lance: no bet yet, a bet to answer, or closed. */
function Bets({ calls, lance, onChange }) {
  if (!calls.length) return html`<${Unbet} lance=${lance} onChange=${onChange} />`;
  if (!isClosed(calls)) return html`<${Open} calls=${calls} lance=${lance} onChange=${onChange} />`;
  return html`<div class="bets bets--closed">
    <span class="bets__told"><${Told} calls=${calls} /></span>
    <button class="key" onClick=${() => onChange((now) => now.slice(0, -1))}>${t("change")}</button>
  </div>`;
}

/** Three keys for each pair, as it is spoken: "A envida 2", B: "quiero", "no quiero". The key of a bet makes
 * it alone, larger while it is held; the keys of its answer make both in one tap. */
function Unbet({ lance, onChange }) {
  return html`<div class="bets bets--none">
    ${SIDES.map((side) => {
      const answers = other(side);
      const label = t("bets_label", { side, lance: t(`lance.${lance}`) });
      const closed = (call) => () => onChange((now) => answer(bet(now, side), call));
      const key = (call) => html`<button class=${cls("key", call === "quiero" ? "key--yes" : "key--no")} data-side=${answers}
        aria-label=${t("told", { name: label, what: `${answers} ${t(`call_${call}`)}` })} onClick=${closed(call)}>${t(`say_${call}`)}</button>`;
      return html`<div class="bets__side" key=${side}>
        <${HoldKey} class="key" data-side=${side} aria-label=${label}
          onPress=${() => onChange((now) => bet(now, side))} onHold=${() => onChange((now) => grow(now, side))}><b class="tag" data-side=${side}>${side}</b> 2 <span>${t("envido_n", { n: "" })}</span><//>
        ${key("quiero")}${key("no_quiero")}
      </div>`;
    })}
  </div>`;
}

/** A bet without an answer, and the keys that answer or change it. */
function Open({ calls, lance, onChange }) {
  const last = calls.at(-1);
  const answers = other(last.by);
  const ofLance = t(`lance.${lance}`);
  const isStake = last.call === "envido";
  const key = (call) => html`<button class=${cls("key", call === "quiero" ? "key--yes" : "key--no")} data-side=${answers}
    aria-label=${`${answers} ${t(`call_${call}`)}`} onClick=${() => onChange((now) => answer(now, call))}>${t(`say_${call}`)}</button>`;
  return html`<div class="bets bets--open">
    <div class="bets__row" role="group" aria-label=${`${last.by} · ${ofLance}`} data-side=${last.by}>
      <span class="bets__told"><${Told} calls=${calls} /></span>
      <span class="bets__keys">${isStake && html`<${Larger} calls=${calls} onChange=${onChange} />`}
      <button class="key key--step" aria-label=${t("bet_away")} onClick=${() => onChange((now) => now.slice(0, -1))}>✕</button></span>
    </div>
    ${isStake && html`<${Stakes} calls=${calls} onChange=${onChange} />`}
    <div class="bets__row bets__row--answers" role="group" aria-label=${`${answers} · ${ofLance}`} data-side=${answers}>
      <span class="bets__to" aria-hidden="true">→ <b class="tag" data-side=${answers}>${answers}</b></span>
      ${key("quiero")}${key("no_quiero")}
      ${isStake &&
      html`<${HoldKey} class="key" data-side=${answers} onPress=${() => onChange((now) => bet(now, answers))} onHold=${() => onChange((now) => grow(now, answers))}>${t("raise")}<//>
        <button class="key" data-side=${answers} onClick=${() => onChange((now) => [...now, { by: answers, call: "ordago" }])}>${t("ordago")}</button>`}
    </div>
  </div>`;
}

/** Keys for one less, one more (repeating while held), or an órdago instead. */
const Larger = ({ calls, onChange }) => html`
  <${HoldKey} class="key key--step" data-repeat disabled=${calls.at(-1).stake <= leastStake(calls)} aria-label=${t("bet_less")}
    onPress=${() => onChange((now) => enlarge(now, -1))} onHold=${() => onChange((now) => enlarge(now, -1))}>−<//>
  <${HoldKey} class="key key--step" data-repeat aria-label=${t("bet_more")}
    onPress=${() => onChange((now) => enlarge(now, 1))} onHold=${() => onChange((now) => enlarge(now, 1))}>+<//>
  <button class="key" onClick=${() => onChange(intoOrdago)}>${t("ordago")}</button>`;

/** Keys that set the stake directly. */
const Stakes = ({ calls, onChange }) => html`<div class="bets__row bets__stakes" role="group" aria-label=${t("stake")}>
  ${stakesOf(calls).map(
    (stake) => html`<button class=${cls("key key--step", calls.at(-1).stake === stake && "is-on")} key=${stake}
      aria-label=${t("stake_n", { n: stake })} aria-pressed=${calls.at(-1).stake === stake ? "true" : "false"}
      onClick=${() => onChange((now) => atStake(now, stake))}>${stake}</button>`,
  )}
</div>`;

export const Told = ({ calls }) =>
  calls.map(
    (call, place) => html`${place > 0 && " · "}<span class="call"><b class="tag" data-side=${call.by}>${call.by}</b> ${
      call.call === "envido" ? t("envido_n", { n: call.stake }) : t(`call_${call.call}`)
    }</span>`,
  );
