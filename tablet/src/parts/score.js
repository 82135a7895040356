// The score as on the real table: amarracos of five stones, single stones, adentro (S7).

import { tally } from "../../mus/course.js";
import { rulesetIn } from "../fold.js";
import { pairName, SIDES } from "../people.js";
import { cls, html, withScores } from "../view.js";
import { t } from "../words.js";

/** Both pairs: name, games won, stones of the game in progress. */
export function Board({ match }) {
  const score = match.game?.score ?? match.games.at(-1)?.score ?? [0, 0];
  const { target } = rulesetIn(match, match.game?.number ?? match.games.length);
  const needed = match.all_played ? match.best_of : (match.best_of + 1) / 2;
  return html`<section class="board" aria-label=${t("score")}>
    ${SIDES.map(
      (side, place) => html`<div class="board__side" data-side=${side}>
        <div class="board__name"><b class="tag">${side}</b><span>${pairName(match, side)}</span></div>
        <${Games} won=${match.games_won[place]} needed=${needed} of=${match.vaca > 1 ? "vacas_won" : "games_won"} />
        <${Stones} score=${score[place]} target=${target} />
      </div>`,
    )}
    ${match.vaca > 1 && match.game && html`<p class="note board__claim">${t("in_vaca", {
      games: tally(match.games.map((game) => game.winner), match.vaca).games.join("–"), needed: match.vaca,
    })}</p>`}
    ${target !== match.ruleset.target && html`<p class="note board__claim">${t("to_stones", { target })}</p>`}
    <${Claims} match=${match} />
  </section>`;
}

/** The hands whose stones the table claimed otherwise, until somebody has ruled or nothing is open any more (S8). */
const Claims = ({ match }) => match.history
  .filter((hand) => (hand.waits || match.open_rulings) && !hand.ruled && hand.record.claim && String(hand.record.claim) !== String(hand.stones))
  .map((hand) => html`<p class="note note--warn board__claim" key=${hand.number}>${withScores(t("claim_open", {
    game: hand.game, hand: hand.number, said: hand.record.claim.join("–"), stones: hand.stones.join("–"),
  }))}</p>`);

const Games = ({ won, needed, of }) => html`<div
  class="games"
  role="img"
  aria-label=${t(of, { won, needed })}
>
  ${Array.from({ length: needed }, (_, n) => html`<i class=${cls(n < won && "is-won")}></i>`)}
</div>`;

export function Stones({ score, target }) {
  const amarracos = Math.floor(score / 5);
  const inside = score >= target - 5 && score < target;
  const label = t("stones_label", { score, amarracos, stones: score % 5 });
  return html`<div class="stones">
    <span class="stones__number">${score}</span>
    <span class="stones__drawn" role="img" aria-label=${label}>
      ${Array.from({ length: amarracos }, () => html`<i class="amarraco"></i>`)}
      ${Array.from({ length: score % 5 }, () => html`<i class="stone"></i>`)}
    </span>
    ${inside && html`<b class="inside">${t("inside")}</b>`}
  </div>`;
}

/** "A +5 B +3": what both took in a hand. */
export const Taken = ({ stones }) => html`<span>${SIDES.map(
  (side, place) => html`<b class="tag" data-side=${side}>${side}</b> +${stones[place]} `,
)}</span>`;
