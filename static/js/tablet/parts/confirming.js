// Both pairs confirm on the screen how a game or the match ended.

import { SIDES } from "../people.js";
import { cls, html } from "../view.js";
import { t } from "../words.js";

/** The last end that has not been confirmed by both: of the match, or of its last game. */
export function Confirmations({ app, match }) {
  const game = [...match.games].reverse().find((each) => each.winner);
  if (match.status === "finished" && match.winner) {
    const [a, b] = match.games_won;
    const text = t("match_won", { side: match.winner, score: `${a}–${b}` });
    return html`<${Ask} text=${text} by=${match.confirmed.match}
      onAgree=${(side) => app.act({ kind: "match.confirm", match: match.id, by: [side], score: match.games_won })} />`;
  }
  if (!game) return null;
  const by = match.confirmed.games[game.number] ?? [];
  if (by.length === 2) return null;
  const score = game.score.join("–");
  const text = t("game_won", { game: game.number, side: game.winner, score });
  return html`<${Ask} text=${text} by=${by}
    onAgree=${(side) =>
      app.act({ kind: "game.confirm", match: match.id, game: game.number, by: [side], score: game.score })} />`;
}

const Ask = ({ text, by, onAgree }) => html`<section class="panel confirm">
  <h2>${text} ${by.length < 2 && t("both_agree")}</h2>
  ${by.length > 1 ? `✓ ${t("reason_agreed")}` : html`<div class="confirm__keys">
    ${SIDES.map((side) => {
      const agreed = by.includes(side);
      return html`<button
        class=${cls("key", agreed && "is-on")}
        data-side=${side}
        aria-pressed=${agreed ? "true" : "false"}
        onClick=${() => agreed || onAgree(side)}
      >
        ${agreed ? "✓ " : ""}${t(agreed ? "agreed" : "agree", { side })}
      </button>`;
    })}
  </div>`}
</section>`;
