// A hand that exists, or was refused, as a draft again.

import { newDraft } from "./draft.js";
import { contentOf } from "./fold.js";

/** @import { Draft, HandRecord } from "./types" */

/** The draft of an existing hand, for a correction, or of a refused hand.
 * @param {any} match @param {{game: number, hand: number, record: HandRecord, edit?: Draft["edit"]}} hand @returns {Draft} */
export function draftOf(match, { game, hand, record, edit = null }) {
  const content = contentOf(record);
  const seats = match.ruleset.seats;
  const cards = content.cards?.map((four) => (typeof four === "string" ? four.split(/\s+/) : four));
  return {
    ...newDraft({ ...match, game: { number: game, score: record.score ?? [0, 0] }, hand: { number: hand }, mano: record.mano }),
    manoFree: hand === 1 && match.ruleset.first_hand === "corrida",
    cards: cards ?? Array.from({ length: seats }, () => []),
    step: content.quick ? "stones" : "lances",
    entry: content.quick ? "stones" : cards ? "cards" : "unseen",
    said: { ...newDraft({ ...match, game: {}, hand: {} }).said, ...content.declared },
    bets: content.bets ?? {},
    infractions: (content.infractions ?? []).map((each) => each.seat),
    claim: content.claim ?? null,
    quick: { stones: [null, null], game_winner: null, ...content.quick },
    edit,
  };
}
