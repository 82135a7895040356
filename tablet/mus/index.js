// The rules of Mus in the browser. They take and return the same JSON as the Python engine;
// tests/tablet/twin/ checks this.

export {
  CHOICES,
  declarationsFromCards,
  holdingOf,
  LANCES,
  mayBet,
  PRESETS,
  RANKS,
  RULES_VERSION,
  rulesetFrom,
  settleOrRefuse,
  settleQuick,
  SUITS,
} from "./core.js";
export { TEMPLATES } from "./messages.js";
export { messageOf, settle } from "./settle.js";
