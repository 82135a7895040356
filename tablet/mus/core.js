// The rules of Mus as the tablet needs them, without messages in English.

import { holdingOf as holdingOfCards, isJoker } from "./cards.js";
import { fourCards } from "./record.js";
import { rulesetFrom } from "./ruleset.js";

export { mayBet } from "./betting.js";
export { CHOICES, LANCES, PRESETS, RANKS, RULES_VERSION, SUITS } from "./data.js";
export { settleQuick } from "./quick.js";
export { rulesetFrom, withTarget } from "./ruleset.js";
export { settleOrRefuse } from "./settling.js";

/**
 * What four cards ("R R 7 A", or a list of tokens) are worth in each lance; null when they are not
 * four cards that can be judged, or there is no such rule set.
 */
export function holdingOf(cards, ruleset) {
  const rules = rulesetFrom(ruleset);
  const four = rules && fourCards(cards);
  const unknown = (card) => (rules.jokers ? isJoker(card) && !card.standsFor : card.standsFor);
  return four && !four.some(unknown) ? holdingOfCards(four, rules) : null;
}

/** The true declarations of pares and juego of each seat; null for a seat whose cards cannot be
 * judged. */
export function declarationsFromCards(cards, ruleset) {
  const holdings = (cards ?? []).map((four) => holdingOf(four, ruleset));
  return {
    pares: holdings.map((holding) => holding && holding.pares > 0),
    juego: holdings.map((holding) => holding && holding.juego > 0),
  };
}
