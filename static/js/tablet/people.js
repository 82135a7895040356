// Who sits where, in the words of the table.

import { t } from "./words.js";

export const SIDES = ["A", "B"];
export const sideOf = (seat) => SIDES[seat % 2];

/** The player on a seat, of a match that has been seated; the number of the seat otherwise. */
export function seatName(match, seat) {
  const side = sideOf(seat);
  const player = match?.seating?.[side]?.[Math.floor(seat / 2)];
  return match?.pairs?.[side]?.players?.[player - 1] || t("seat", { number: seat + 1 });
}

/** Short enough for a key: the first word of a name, or all of it where two share the first. */
export function shortName(match, seat) {
  const first = (each) => seatName(match, each).split(/\s+/)[0];
  const others = Array.from({ length: match.ruleset.seats }, (_, each) => each);
  const same = others.some((each) => each !== seat && first(each) === first(seat));
  return same ? seatName(match, seat) : first(seat);
}

export const pairName = (match, side) => match?.pairs?.[side]?.name ?? t("pair", { side });

export const namesOf = (match) => ({ seat: (seat) => seatName(match, seat) });
