// The names of players, seats and pairs.

import { t } from "./words.js";

export const SIDES = ["A", "B"];
export const sideOf = (seat) => SIDES[seat % 2];

/** The name of the player on a seat; the number of the seat while the match has no seating. */
export function seatName(match, seat) {
  const side = sideOf(seat);
  const player = match?.seating?.[side]?.[Math.floor(seat / 2)];
  return match?.pairs?.[side]?.players?.[player - 1] || t("seat", { number: seat + 1 });
}

/**
 * The shortest name for a key that no other player has. In order: the first word; with the last
 * word's initial; the whole name; the first word with the seat's number.
 */
export function shortName(match, seat) {
  const others = Array.from({ length: match.ruleset.seats }, (_, each) => each).filter((each) => each !== seat);
  const tells = SHORT.find((short) => {
    const mine = short(seatName(match, seat));
    return others.every((each) => short(seatName(match, each)) !== mine);
  });
  return tells ? tells(seatName(match, seat)) : `${firstOf(seatName(match, seat))} ${seat + 1}`;
}

const firstOf = (name) => name.split(/\s+/)[0];
const initialOf = (word) => (word.length > 2 ? [`${word.slice(0, 1)}.`] : word ? [word] : []);
const SHORT = [
  firstOf,
  (name) => [firstOf(name), ...initialOf(name.split(/\s+/).slice(1).at(-1) ?? "")].join(" "),
  (name) => name,
];

export const pairName = (match, side) => match?.pairs?.[side]?.name ?? t("pair", { side });

export const namesOf = (match) => ({ seat: (seat) => seatName(match, seat) });

/** As `namesOf`, with the names that the keys have. */
export const shortNamesOf = (match) => ({ seat: (seat) => shortName(match, seat) });

/**
 * Whether this device may change a hand. On a pair's phone: only a hand of this pair, while nobody
 * else has entered one after it and the match is played, as the server has it.
 *
 * @param {{device?: {id: number} | null, table?: import("./types").Table | null}} now
 * @param {import("./types").Match} match
 * @param {import("./types").Hand} hand
 */
export function mayChange({ device, table }, match, hand) {
  const pair = table?.device?.pair;
  if (!pair) return true;
  const changed = match.history.slice(match.history.indexOf(hand));
  return match.status === "playing" &&
    changed.every(({ by }) => !by || by.id === device?.id || by.label.endsWith(` pair ${pair}`));
}

/** The sides that agree on this device: both, or on a pair's phone that pair's alone. */
export function sidesHere(app, match) {
  const own = app.now.table?.device?.pair;
  return SIDES.filter((side) => !own || match.pairs[side].number === own);
}
