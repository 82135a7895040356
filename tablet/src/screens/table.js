// The table between two hands: the score and the next thing to do.

import { inOrder, isBlank, isNext, move, newDraft, ORDERS } from "../draft.js";
import { isWon } from "../fold.js";
import { go } from "../nav.js";
import { Board, Taken } from "../parts/score.js";
import { Coming } from "../parts/coming.js";
import { HandState } from "../parts/hand-state.js";
import { Round } from "../parts/round.js";
import { mayChange, pairName } from "../people.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";

export function TableScreen({ app, now }) {
  const { local } = app;
  if (!local) return html`<p class="panel">${t(now.reached === false ? "no_table_yet" : "loading")}</p>`;
  const { current, next } = local;
  const playing = current?.status === "playing";
  return html`<div class="halves"><div class="half">
    ${current && html`<${Board} match=${current} />`}
    ${playing && html`<${Round} match=${current} mano=${current.mano} />`}
    </div><div class="half">
    ${current?.games.some(({ winner }) => winner) && html`<${now.later?.Confirmations ?? Coming} app=${app} match=${current} />`}
    ${playing && (current.hand ? html`<${Next} app=${app} now=${now} match=${current} />` : html`<p class="panel note--warn">${waitsFor(current)}</p>`)}
    ${!playing && next.map((card) => html`<${Ready} card=${card} />`)}
    ${!playing && !next.length && html`<p class="panel">${t(now.table?.device?.pair ? "pair_over" : current ? "match_over" : "no_match")}</p>`}
    ${now.called && now.later && html`<${now.later.Called} now=${now} of=${[current, ...next]} />`}
    ${current && html`<${Last} now=${now} match=${current} />`}
    ${current && html`<${Around} now=${now} match=${current} />`}
  </div></div>`;
}

const waitsFor = (match) =>
  match.awaits ? t("awaiting_pair", { side: match.awaits }) : t(isWon(match) ? "awaiting_ruling" : "awaiting_claim");

function Next({ app, now, match }) {
  const draft = now.draft?.edit ? now.draft.under : now.draft; // closes a correction, keeps a hand
  const here = draft && draft.match === match.id;
  const begun = here && isNext(draft, match);
  const open = (next) => {
    app.draw(next);
    go("hand");
  };
  const order = now.settings.order ?? ORDERS[0];
  // Changing between with and without cards keeps what was typed in both ways.
  const withCards = () => {
    if (begun) return open(inOrder(draft.entry === "stones" ? move(move(draft, "change"), "cards") : draft, order));
    const fresh = newDraft(match, { order });
    return open(now.rehearsal && now.later ? now.later.dealIn(fresh, match) : fresh);
  };
  const withoutCards = () => open(begun ? move(move(draft, "change"), "stones") : newDraft(match, { quick: true, order }));
  const place = { game: match.game.number, hand: match.hand.number };
  return html`<section class="next">
    <button class="key key--go" onClick=${withCards}>
      ${t(begun && !isBlank(draft) ? "go_on_hand" : "enter_hand", place)}
    </button>
    <button class="key" onClick=${withoutCards}>${t("quick")}</button>
    ${!match.history.length && !match.games.some((game) => game.winner) && html`<${NotBegun} app=${app} match=${match} />`}
    ${here && !begun && html`<button class="key" onClick=${() => open(draft)}>${t("go_on_hand", draft)}</button>`}
  </section>`;
}

/** Takes back a wrong start or wrong seats with two taps; only before the first hand. */
function NotBegun({ app, match }) {
  const [sure, setSure] = useState(false);
  const takeBack = () => app.act({ kind: "match.take_back_start", match: match.id });
  if (!sure) return html`<button class="key" onClick=${() => setSure(true)}>${t("begin_undo")}</button>`;
  return html`<div class="keys" role="group" aria-label=${t("begin_undo")}>
    <button class="key key--no" onClick=${takeBack}>${t("begin_undo_sure")}</button>
    <button class="key" onClick=${() => setSure(false)}>‹ ${t("back")}</button>
  </div>`;
}

const Ready = ({ card }) => html`<section class="panel">
  <h2>${t("next_match")}</h2>
  <p><b class="tag" data-side="A">A</b> ${pairName(card, "A")}</p>
  <p><b class="tag" data-side="B">B</b> ${pairName(card, "B")}</p>
  <button class="key key--go" onClick=${() => go(`start/${card.id}`)}>${t("begin_match")}</button>
</section>`;

function Last({ now, match }) {
  const hand = match.history.at(-1);
  if (!hand) return null;
  return html`<button class="last" onClick=${() => go(`shown/${hand.game}/${hand.number}`)}>
    <span>${t("last_hand", { game: hand.game, hand: hand.number })}</span>
    <${Taken} stones=${hand.stones} />
    <${HandState} hand=${hand} flying=${now.flying} />
  </button>`;
}

const Around = ({ now, match }) => html`<nav class="around">
  <button class="key" onClick=${() => go("history")}>${t("history")}</button>
  <button class="key" disabled=${!match.history.length || !mayChange(now, match, match.history.at(-1))} onClick=${() => go("undo")}>${t("undo")}</button>
  <button class="key key--call" onClick=${() => go("call")}>${t("call")}</button>
</nav>`;
