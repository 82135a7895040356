// The four lances in order, paso by default: a bet in one tap, its answer in another; and who said
// yes to pares and juego, filled in from the cards.

import { LANCES, mayBet } from "../../mus/core.js";
import {
  answer, bet, DECLARED, declared, enlarge, intoOrdago, isClosed, other, seatOrder, standing,
  toggleSaid, truthOf, withCalls,
} from "../draft.js";
import { shortName, sideOf, SIDES } from "../people.js";
import { cls, html, useFocus, useMemo, useRef } from "../view.js";
import { t } from "../words.js";

export function Lances({ draft, match, outcome, change }) {
  const { ruleset } = match;
  const { cards, noCards, said } = draft;
  const truth = useMemo(() => truthOf(draft, ruleset), [cards, noCards, ruleset]);
  const words = useMemo(() => declared(draft, ruleset), [truth, said]);
  return html`<div class="lances">
    ${LANCES.map((lance) => {
      const spoken = DECLARED.includes(lance);
      return html`<${Lance} key=${lance} lance=${lance} match=${match} change=${change} mano=${draft.mano}
        calls=${draft.bets[lance] ?? NO_CALLS} isOver=${outcome?.over.has(lance) ?? false}
        open=${!spoken || mayBet(lance, words[lance])}
        isPunto=${lance === "juego" && !words.juego.includes(true)}
        words=${words[lance]} truth=${truth[lance]} />`;
    })}
  </div>`;
}

const NO_CALLS = [];

/** One lance; drawn again only when something of it has changed. */
function Lance({ lance, match, change, mano, calls, isOver, open, isPunto, words, truth }) {
  const put = (next) => change((draft) => withCalls(draft, lance, next));
  const body = () => {
    if (isOver) return html`<p class="soft">${t("game_was_over")}</p>`;
    if (!open) return html`<p class="soft lance__none">${nobodyBets(words)}</p>`;
    return html`<${Bets} calls=${calls} lance=${lance} onChange=${put} />`;
  };
  const here = useRef();
  const key = (name) => here.current.querySelector(name);
  useFocus(() => key(".key--yes") ?? key(".bets .key"), [calls]);
  return useMemo(
    () => html`<section ref=${here} class=${cls("lance", calls.length && !isClosed(calls) && "is-open")}>
      <h2>${t(`lance.${isPunto ? "punto" : lance}`)}</h2>
      ${body()}
      ${words && html`<${Said} lance=${lance} match=${match} mano=${mano} words=${words} truth=${truth} change=${change} />`}
    </section>`,
    [match, mano, calls, isOver, open, isPunto, words, truth],
  );
}

function Said({ lance, match, mano, words, truth, change }) {
  return html`<div class="said" role="group" aria-label=${t("said", { lance: t(`lance.${lance}`) })}>
    ${seatOrder({ mano, seats: words.length }).map((seat) => {
      const yes = words[seat];
      const holds = truth[seat];
      return html`<button
        key=${seat}
        class=${cls("key said__key", yes && "is-on", holds !== null && holds !== yes && "is-false")}
        data-side=${sideOf(seat)}
        aria-pressed=${yes ? "true" : "false"}
        onClick=${() => change((draft) => toggleSaid(draft, lance, seat, match.ruleset))}
      >
        <span>${shortName(match, seat)}</span><b>${t(yes ? "yes" : "no")}</b>
      </button>`;
    })}
  </div>`;
}

function nobodyBets(words) {
  const side = SIDES.find((each) => words.some((yes, seat) => yes && sideOf(seat) === each));
  return side ? t("only_pair_has", { side }) : t("nobody_has");
}

/** The calls of one lance: nobody yet, a bet to answer, or closed. */
function Bets({ calls, lance, onChange }) {
  if (!calls.length) {
    return html`<div class="bets">
      <span class="bets__paso">${t("paso")}</span>
      ${SIDES.map(
        (side) => html`<button class="key" data-side=${side} key=${side}
          aria-label=${t("bets_label", { side, lance: t(`lance.${lance}`) })}
          onClick=${() => onChange(bet(calls, side))}>${t("bets_2", { side })}</button>`,
      )}
    </div>`;
  }
  if (isClosed(calls)) {
    return html`<div class="bets">
      <span class="bets__told"><${Told} calls=${calls} /></span>
      <button class="key" onClick=${() => onChange(calls.slice(0, -1))}>${t("change")}</button>
    </div>`;
  }
  const last = calls.at(-1);
  const answers = other(last.by);
  const least = calls.length > 1 ? standing(calls.slice(0, -1)) + 2 : 2;
  const ofLance = t(`lance.${lance}`);
  return html`<div class="bets bets--open">
    <div class="bets__row" role="group" aria-label=${`${last.by} · ${ofLance}`} data-side=${last.by}>
      <span class="bets__told"><${Told} calls=${calls} /></span>
      <span class="bets__keys">${last.call === "envido" &&
      html`<button class="key key--step" disabled=${last.stake <= least} aria-label=${t("bet_less")} onClick=${() => onChange(enlarge(calls, -1))}>−</button>
        <button class="key key--step" aria-label=${t("bet_more")} onClick=${() => onChange(enlarge(calls, 1))}>+</button>
        <button class="key" onClick=${() => onChange(intoOrdago(calls))}>${t("ordago")}</button>`}
      <button class="key key--step" aria-label=${t("bet_away")} onClick=${() => onChange(calls.slice(0, -1))}>✕</button></span>
    </div>
    <div class="bets__row bets__row--answers" role="group" aria-label=${`${answers} · ${ofLance}`} data-side=${answers}>
      <b class="tag">${answers}</b>
      <button class="key key--yes" onClick=${() => onChange(answer(calls, "quiero"))}>${t("seen")}</button>
      <button class="key key--no" onClick=${() => onChange(answer(calls, "no_quiero"))}>${t("refused")}</button>
      ${last.call === "envido" &&
      html`<button class="key" onClick=${() => onChange(bet(calls, answers))}>${t("raise")}</button>
        <button class="key" onClick=${() => onChange([...calls, { by: answers, call: "ordago" }])}>${t("ordago")}</button>`}
    </div>
  </div>`;
}

const Told = ({ calls }) =>
  calls.map(
    (call, place) => html`${place > 0 && " · "}<span class="call"><b class="tag" data-side=${call.by}>${call.by}</b> ${
      call.call === "envido" ? t("envido_n", { n: call.stake }) : t(`call_${call.call}`)
    }</span>`,
  );
