// Both pairs confirm on the screen how a game or the match ended.

import { LEVEL } from "../../mus/course.js";
import { outcomeOf } from "../fold.js";
import { sidesHere } from "../people.js";
import { cls, html, withScores } from "../view.js";
import { t } from "../words.js";

/**
 * Every end without the agreement of the pairs that agree here. The end of the match also counts for its last game;
 * earlier games have their own. Asked for while no hand of the next game is entered; after that folded
 * into one line, which leaves the next hand on the screen. The desk shows which ends nobody agreed to.
 */
export function Confirmations({ app, match }) {
  const ended = match.games.filter((each) => each.winner).reverse();
  const isWon = outcomeOf(match) !== null;
  const open = ended.slice(isWon ? 1 : 0).filter(({ number }) =>
    sidesHere(app, match).some((side) => !match.confirmed.games[number]?.includes(side)));
  const isFresh = !isWon && match.hand?.number === 1 && open[0]?.number === match.game.number - 1;
  const [asked, later] = isFresh ? [open.slice(0, 1), open.slice(1)] : [[], open];
  const one = (game) => html`<${OfGame} key=${game.number} app=${app} match=${match} game=${game} />`;
  return html`
    ${isWon && html`<${OfMatch} app=${app} match=${match} />`}
    ${asked.map(one)}
    ${later.length > 0 && html`<details class="panel later" key="later">
      <summary>${t("not_agreed", { n: later.length })}</summary>
      ${later.map(one)}
    </details>`}
  `;
}

function OfMatch({ app, match }) {
  const score = match.games_won.join("–");
  const outcome = outcomeOf(match);
  const text = outcome === LEVEL ? t("match_level", { score }) : t("match_won", { side: outcome, score });
  const sides = sidesHere(app, match).filter((side) => !match.awaits || side === match.awaits);
  return html`<${Ask} sides=${sides} text=${text} by=${match.confirmed.match}
    onAgree=${(side) => app.act({ kind: "match.confirm", match: match.id, by: [side], score: match.games_won, hands: match.history.length })} />`;
}

function OfGame({ app, match, game: { number, winner, score, hands } }) {
  const text = t("game_won", { game: number, side: winner, score: score.join("–") });
  return html`<${Ask} sides=${sidesHere(app, match)} text=${text} by=${match.confirmed.games[number] ?? []}
    onAgree=${(side) =>
      app.act({ kind: "game.confirm", match: match.id, game: number, by: [side], score, hands })} />`;
}

const Ask = ({ sides, text, by, onAgree }) => html`<section class="panel confirm">
  <h2>${withScores(text)} ${by.length < 2 && sides.length > 1 && t("both_agree")}</h2>
  ${by.length > 1 ? `✓ ${t("reason_agreed")}` : html`<div class="confirm__keys">
    ${sides.map((side) => {
      const agreed = by.includes(side);
      return html`<button
        class=${cls("key", agreed && "is-on")}
        data-side=${side}
        aria-pressed=${agreed ? "true" : "false"}
        onClick=${() => agreed || onAgree(side)}
      >
        ${agreed ? "✓ " : ""}${t("agree", { side })}
      </button>`;
    })}
  </div>`}
</section>`;
