// Reads cards, and gives the worth of four cards as numbers: the larger number wins; 0 means no
// pares or no juego (cards.py, holdings.py: C1 to C4, W2 to W6, §10).

import { JOKER_SUITS, JUEGO_ORDER, SPELLINGS, STRENGTHS, SUITS } from "./data.js";
import { own } from "./values.js";

const BASE = 11;

/** The card of a token: rank, suit or "", and what a joker stands for or "". Null: no such card. */
export function cardFrom(token) {
  const equals = token.indexOf("=");
  const face = equals < 0 ? token : token.slice(0, equals);
  const suit = SUITS.find((letter) => face.endsWith(letter)) ?? "";
  const rank = own(SPELLINGS, face.slice(0, face.length - suit.length));
  if (!rank) return null;
  if (equals < 0) return { rank, suit, standsFor: "" };
  const joker = { rank, suit, standsFor: own(SPELLINGS, token.slice(equals + 1)) };
  return isJoker(joker) && "RA".includes(joker.standsFor ?? "?") ? joker : null;
}

/** With ten kings the sotas of oros and copas are jokers. */
export const isJoker = ({ rank, suit }) => rank === "S" && JOKER_SUITS.includes(suit);

/** A card's place in the order. In a pack without twos a 4 is an ace, with eight kings. */
export const placeOf = ({ rank, standsFor }, { kings, without_twos }) =>
  STRENGTHS[kings][kings === 8 && without_twos && rank === "4" ? "A" : standsFor || rank];

/** How many cards of a rank are in the pack. */
export const mostOf = (rank, { without_twos, ninth_king = "none", ninth_ace = "none" }) =>
  rank === "2" && without_twos ? 0 : [[ninth_king, "R"], [ninth_ace, "A"]].reduce(
    (count, [from, to]) => (from === "none" ? count : count + Number(rank === to) - Number(rank === from)), 4);

export const written = ({ rank, suit }) => rank + suit;

/** The holding of four cards; every joker must already say what it stands for. */
export function holdingOf(cards, ruleset) {
  const holding = plain(cards, ruleset);
  const readings = ruleset.jokers && cards.some(isJoker) ? readingsOf(cards) : [cards];
  const possible = readings.map((reading) => plain(reading, ruleset));
  return {
    ...holding,
    // Whether a declared yes (`may`) or no (`mayLack`) can be true for some value of the jokers.
    may: {
      pares: possible.some((h) => h.pares),
      juego: possible.some((h) => h.juego),
    },
    mayLack: {
      pares: possible.some((h) => !h.pares),
      juego: possible.some((h) => !h.juego),
    },
  };
}

function plain(cards, ruleset) {
  const places = cards
    .map((card) => placeOf(card, ruleset))
    .sort((a, b) => b - a);
  const total = places.reduce((sum, place) => sum + (place < 8 ? place : 10), 0);
  const [pares, paresWorth] = paresOf(places);
  const rank = JUEGO_ORDER.indexOf(total) + 1;
  const juego = rank && isJuegoReal(cards, ruleset.juego_real) ? JUEGO_ORDER.length + 1 : rank;
  return {
    grande: digits(places),
    chica: digits(places.map((place) => BASE - place).reverse()),
    pares,
    juego,
    punto: total <= 30 ? total : 0,
    total,
    worth: { pares: paresWorth, juego: juego && (total === 31 ? 3 : 2) },
  };
}

const digits = (places) => places.reduce((number, place) => number * BASE + place, 0);

/** Key and worth: par 1, medias 2, duples 3 (W4). */
function paresOf([first, second, third, fourth]) {
  if (first === second && third === fourth) return [3 * BASE ** 2 + first * BASE + third, 3];
  if (second === third && (third === first || third === fourth)) return [2 * BASE ** 2 + second, 2];
  if (first === second) return [BASE ** 2 + first, 1];
  if (second === third) return [BASE ** 2 + second, 1];
  return third === fourth ? [BASE ** 2 + third, 1] : [0, 0];
}

const isBareSota = (card) => card.rank === "S" && !card.standsFor;

/** Whether the cards are three sevens and a ten-point card, in the variant of the rule set
 * (§10). */
function isJuegoReal(cards, form) {
  const others = cards.filter((card) => card.rank !== "7");
  if (form === "none" || others.length !== 1) return false;
  const [tenth] = others;
  if (form === "three_sevens") return "RCS3".includes(tenth.standsFor || tenth.rank);
  if (form === "sota_oros") return isBareSota(tenth) && tenth.suit === "o";
  return isBareSota(tenth) && new Set(cards.map((card) => card.suit)).size === 4;
}

/** The index of the first card whose missing suit decides a juego real; -1 when there is none. */
export function suitMissing(cards, form) {
  if (form !== "sota_oros" && form !== "fourth_suit") return -1;
  const faces = cards.map((card) => card.rank).sort().join("");
  if (faces !== "777S") return -1;
  return cards.findIndex((c) => !c.suit && (c.rank === "S" || form === "fourth_suit"));
}

function readingsOf(cards) {
  return cards.reduce(
    (readings, card) =>
      readings.flatMap((reading) =>
        isJoker(card)
          ? [[...reading, { ...card, standsFor: "R" }], [...reading, { ...card, standsFor: "A" }]]
          : [[...reading, card]],
      ),
    [[]],
  );
}
