// Cards as they are written, and what four of them are worth as numbers that compare, the larger
// the better, 0 for no pares or no juego (cards.py, holdings.py: C1 to C4, W2 to W6, §10).

import { JOKER_SUITS, JUEGO_ORDER, SPELLINGS, STRENGTHS, SUITS } from "./data.js";
import { own } from "./values.js";

const BASE = 11;

/** The card a token names: rank, suit or "", what a joker stands for or ""; null: no such card. */
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

export const written = ({ rank, suit }) => rank + suit;

/** The holding of four cards; jokers already say what they stand for. */
export function holdingOf(cards, ruleset) {
  const holding = plain(cards, ruleset);
  const readings = ruleset.jokers && cards.some(isJoker) ? readingsOf(cards) : [cards];
  const possible = readings.map((reading) => plain(reading, ruleset));
  return {
    ...holding,
    // Whether a yes or a no can be true: with jokers, some value of them makes it true.
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
    .map((card) => STRENGTHS[ruleset.kings][card.standsFor || card.rank])
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

/** Three sevens and a ten-point card, in the form the table plays (§10). */
function isJuegoReal(cards, form) {
  const others = cards.filter((card) => card.rank !== "7");
  if (form === "none" || others.length !== 1) return false;
  const [tenth] = others;
  if (form === "three_sevens") return "RCS3".includes(tenth.standsFor || tenth.rank);
  if (form === "sota_oros") return isBareSota(tenth) && tenth.suit === "o";
  return isBareSota(tenth) && new Set(cards.map((card) => card.suit)).size === 4;
}

/** The first of four cards whose unwritten suit decides a juego real; -1: none does. */
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
