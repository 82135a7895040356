// The rules of Mus in the browser: the same JSON in, the same JSON out as the Python engine, to
// which tests/tablet/twin/ holds it. No dependencies, no network.

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
