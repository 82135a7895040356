// Starts the match: who sits where, who drew the highest card, and four kings when both pairs want
// them. While one pair alone does, the match does not start.

import { go } from "../nav.js";
import { Nothing } from "../parts/nothing.js";
import { Mano, Middle } from "../parts/round.js";
import { pairName, SIDES } from "../people.js";
import { cls, html, useState } from "../view.js";
import { t } from "../words.js";

const ORDERS = [
  [1, 2],
  [2, 1],
];

export function StartScreen({ app, rest }) {
  const card = app.local?.next.find((each) => String(each.id) === rest[0]);
  const [seating, setSeating] = useState({ A: [1, 2], B: [1, 2] });
  const [mano, setMano] = useState(/** @type {number | null} */ (null));
  const [kings, setKings] = useState(/** @type {string[]} */ ([]));
  const [names, setNames] = useState(/** @type {Record<string, string[]>} */ ({}));
  if (!card) return html`<${Nothing} text="match_begun" />`;
  const player = (seat) => {
    const side = SIDES[seat % 2];
    return card.pairs[side].players[seating[side][seat >> 1] - 1];
  };
  const alone = kings.length === 1 && { side: kings[0], other: SIDES.find((side) => side !== kings[0]) };
  const begin = async () => {
    const action = { kind: "match.start", match: card.id, seating, first_mano: mano };
    const more = Object.values(names).flat().some((name) => name.trim()) ? { names } : {};
    if (await app.act({ ...action, four_kings: kings.length === 2, ...more })) go("");
  };
  return html`<div class="hand"><section class="start halves">
    <div class="half">
    <h1>${t("who_sits")}</h1>
    <p class="soft">${t("who_sits_how")}</p>
    <div class="round">
      ${[0, 1, 2, 3].map(
        (seat) => html`<button
          class=${cls("round__seat", `round__seat--${seat}`, mano === seat && "is-mano")}
          data-side=${SIDES[seat % 2]}
          aria-pressed=${mano === seat ? "true" : "false"}
          onClick=${() => setMano(seat)}
        >
          <small>${t("seat", { number: seat + 1 })} ${mano === seat && html`<${Mano} />`}</small><b>${player(seat)}</b>
        </button>`,
      )}
      <${Middle} />
    </div>
    </div>
    <div class="half">
    ${SIDES.map(
      (side) => html`<button
        class="key"
        data-side=${side}
        onClick=${() =>
          setSeating({ ...seating, [side]: ORDERS.find((o) => o[0] !== seating[side][0]) })}
      >
        ⇄ ${t("swap", { side })} · ${pairName(card, side)}
      </button>`,
    )}
    ${SIDES.filter((side) => card.pairs[side].is_club).map(
      (side) => html`<fieldset class="kings field" data-side=${side}>
        <legend>${t("who_plays", { club: card.pairs[side].name })}</legend>
        ${[0, 1].map(
          (at) => html`<input
            maxlength="80"
            aria-label=${card.pairs[side].players[at]}
            placeholder=${card.pairs[side].players[at]}
            onInput=${(event) => {
              const both = [...(names[side] ?? ["", ""])];
              both[at] = event.target.value;
              setNames({ ...names, [side]: both });
            }}
          />`,
        )}
      </fieldset>`,
    )}
    ${card.four_kings_allowed &&
    html`<fieldset class="kings">
      <legend>${t("four_kings")}</legend>
      ${SIDES.map((side) => {
        const on = kings.includes(side);
        const toggled = on ? kings.filter((each) => each !== side) : [...kings, side];
        return html`<button
          class=${cls("key", on && "is-on")}
          data-side=${side}
          aria-pressed=${on ? "true" : "false"}
          onClick=${() => setKings(toggled)}
        >
          ${on ? "✓ " : ""}${t("pair_wants", { side })}
        </button>`;
      })}
      <p class="kings__say" role="status">${alone ? t("kings_alone", alone) : kings.length === 2 && t("kings_agreed")}</p>
    </fieldset>`}
    </div>
  </section>
  <footer class="foot">
    <button class="key key--go" disabled=${mano === null || alone} onClick=${begin}>
      ${mano === null ? t("choose_mano") : alone ? t("kings_missing", alone) : t("start_now")}
    </button>
  </footer></div>`;
}
