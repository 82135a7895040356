// Reads a hand record from a JSON value, and lists every malformed field (mus/record.py).

import { cardFrom, holdingOf, isJoker, mostOf, suitMissing, written } from "./cards.js";
import { DECLARED_LANCES, FIELDS, FORMAT, LANCES, MOST_LISTED } from "./data.js";
import { readRuleset } from "./ruleset.js";
import { cut, fault, isObject, isPlain, own, whole, words } from "./values.js";

const CALLS = ["envido", "ordago", "quiero", "no_quiero"];

/** `{record, faults, unread}`; `unread` names the parts that could not be read. A null record: the
 * value is no object. */
export function read(value) {
  if (!isObject(value)) return { record: null, faults: [fault("bad_json", "")] };
  const reader = new Reader(value);
  return { record: reader.record(), faults: reader.faults, unread: reader.unread };
}

/** The four cards in a text or a list; null when they are not four cards. A joker may lack its
 * value. */
export function fourCards(given) {
  const tokens = typeof given === "string" ? words(given) : given;
  if (!Array.isArray(tokens) || tokens.length !== 4) return null;
  const cards = tokens.map((token) => (typeof token === "string" ? cardFrom(token) : null));
  return cards.includes(null) ? null : cards;
}

class Reader {
  constructor(value) {
    this.value = value;
    this.faults = [];
    this.unread = new Set();
  }

  record() {
    this.frame();
    const cards = this.cards();
    const holdings = cards && cards.map((four) => holdingOf(four, this.ruleset));
    const of = (lance) => holdings?.map((holding) => holding[lance] > 0);
    return {
      id: this.get("id"),
      ruleset: this.ruleset,
      mano: this.mano(),
      score: this.two("score", "bad_score", this.ruleset.target - 1) ?? [0, 0],
      cards,
      holdings,
      held: { pares: of("pares"), juego: of("juego") },
      declared: this.declared(),
      bets: this.bets(),
      infractions: this.infractions(),
      claim: this.two("claim", "bad_claim", Infinity),
    };
  }

  get(name) {
    return own(this.value, name);
  }

  get last() {
    return this.ruleset.seats - 1;
  }

  bad(code, path, unread, params) {
    this.faults.push(fault(code, path, params));
    this.unread.add(unread);
  }

  frame() {
    for (const name of Object.keys(this.value)) {
      if (!FIELDS.includes(name)) this.bad("bad_json", cut(name), "frame");
    }
    const format = this.get("format");
    if (format !== undefined && format !== FORMAT) this.bad("bad_json", "format", "frame");
    if (!isPlain(this.get("id"))) this.bad("bad_json", "id", "frame");
    const before = this.faults.length;
    this.ruleset = readRuleset(this.get("ruleset"), this.faults);
    if (this.faults.length > before) this.unread.add("ruleset");
  }

  mano() {
    const mano = whole(this.get("mano"));
    if (mano !== null && mano <= this.last) return mano;
    this.bad("bad_mano", "mano", "mano", { last: this.last });
    return 0;
  }

  two(name, code, last) {
    const given = this.get(name);
    if (given == null) return null;
    const pair = Array.isArray(given) && given.length === 2 ? given.map(whole) : [null];
    if (pair.every((number) => number !== null && number <= last)) return pair;
    this.bad(code, name, name, { last });
    return null;
  }

  cards() {
    const given = this.get("cards");
    if (given == null) return null;
    const { seats } = this.ruleset;
    if (!Array.isArray(given) || given.length !== seats) {
      this.bad("bad_cards", "cards", "cards", { seats });
      return null;
    }
    const shown = given.map((four, seat) => this.four(four, `cards[${seat}]`));
    this.count(shown.flatMap((four) => four ?? []));
    return this.unread.has("cards") ? null : shown;
  }

  four(given, path) {
    const tokens = typeof given === "string" ? words(given) : given;
    if (!Array.isArray(tokens) || tokens.length !== 4) {
      this.bad("bad_cards", path, "cards", { seats: this.ruleset.seats });
      return null;
    }
    const cards = [];
    tokens.forEach((token, position) => {
      const card = typeof token === "string" ? cardFrom(token) : null;
      if (card && (this.ruleset.jokers || !card.standsFor)) cards.push(card);
      else this.bad("bad_card", `${path}[${position}]`, "cards", { given: token });
    });
    if (cards.length < 4) return null;
    this.checkVariants(path, cards);
    return cards;
  }

  /** Checks of the variants: every joker says what it stands for; juego real has its suits. */
  checkVariants(path, cards) {
    cards.forEach((card, position) => {
      if (this.ruleset.jokers && isJoker(card) && !card.standsFor) {
        this.bad("joker_unresolved", `${path}[${position}]`, "cards", { card: written(card) });
      }
    });
    const bare = suitMissing(cards, this.ruleset.juego_real);
    if (bare >= 0) {
      this.bad("bad_card", `${path}[${bare}]`, "cards", { given: written(cards[bare]) });
    }
  }

  /** Checks that no rank is more frequent than in the pack, and no suited card comes twice (C1). */
  count(cards) {
    const tooMany = (rank, count, most) =>
      this.bad("too_many_of_rank", "cards", "cards", { rank, count, most });
    for (const [rank, count] of tally(cards.map((card) => card.rank))) {
      const most = mostOf(rank, this.ruleset);
      if (count > most) tooMany(rank, count, most);
    }
    if (this.ruleset.jokers) {
      // With jokers only two real sotas remain; an S without a suit counts as one of them.
      const plain = cards.filter((card) => card.rank === "S" && !isJoker(card)).length;
      if (plain > 2 && plain <= 4) tooMany("S", plain, 2);
    }
    for (const [card, count] of tally(cards.filter((each) => each.suit).map(written))) {
      if (count > 1) this.bad("duplicate_card", "cards", "cards", { card });
    }
  }

  declared() {
    const given = this.get("declared");
    const said = {};
    if (!isObject(given)) return said;
    for (const name of Object.keys(given)) {
      const path = `declared.${cut(name)}`;
      if (!DECLARED_LANCES.includes(name)) this.bad("bad_lance", path, path);
      else if (this.isDeclaration(given[name])) said[name] = given[name];
    }
    return said;
  }

  isDeclaration(given) {
    return (
      Array.isArray(given) &&
      given.length === this.ruleset.seats &&
      given.every((word) => typeof word === "boolean")
    );
  }

  bets() {
    const given = this.get("bets") ?? {};
    if (!isObject(given)) {
      this.bad("bad_call", "bets", "bets");
      return LANCES.map(() => []);
    }
    for (const name of Object.keys(given)) {
      if (!LANCES.includes(name)) this.bad("bad_lance", `bets.${cut(name)}`, "bets");
    }
    return LANCES.map((lance) => this.calls(`bets.${lance}`, own(given, lance) ?? []));
  }

  calls(path, given) {
    if (!isShortList(given)) {
      this.bad("bad_call", path, path);
      return [];
    }
    const calls = given.map(callFrom);
    calls.forEach((call, position) => {
      if (!call) this.bad("bad_call", `${path}[${position}]`, path);
    });
    return calls.filter(Boolean);
  }

  infractions() {
    const given = this.get("infractions") ?? [];
    const bad = (path) => this.bad("bad_infraction", path, "infractions", { last: this.last });
    if (!isShortList(given)) {
      bad("infractions");
      return [];
    }
    const seats = new Set();
    given.forEach((said, position) => {
      const seat = accused(said);
      if (seat !== null && seat <= this.last) seats.add(seat);
      else bad(`infractions[${position}]`);
    });
    return [...seats].sort();
  }
}

/** A longer list is no hand, and is not looked into. */
const isShortList = (given) => Array.isArray(given) && given.length <= MOST_LISTED;

/** How often each value occurs, in the order of first appearance. */
function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function callFrom(said) {
  if (!isObject(said)) return null;
  const { by, call, stake, ...others } = said;
  if (Object.keys(others).length || (by !== "A" && by !== "B") || !CALLS.includes(call)) return null;
  if (stake == null) return { by, call, stake: null };
  const stones = whole(stake);
  return stones !== null && call === "envido" ? { by, call, stake: stones } : null;
}

function accused(said) {
  if (!isObject(said) || Object.keys(said).length !== 2) return null;
  return own(said, "kind") === "false_claim" ? whole(own(said, "seat")) : null;
}
