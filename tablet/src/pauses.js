// The pauses of the day, from the last table that the tablet received. Their times are known in
// advance, so they are shown without network too.

const hour = (at) => new Date(at).toTimeString().slice(0, 5);

/** The current pause, or the next one; null when none is announced.
 * @param {import("./types.js").Table | null} table @param {number} at
 * @returns {{on: boolean, from: string, until: string, reason: string} | null} */
export function pauseAt(table, at) {
  const ahead = (table?.pauses ?? []).filter((one) => Date.parse(one.ends_at) > at);
  const [first] = ahead.sort((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
  if (!first) return null;
  const { starts_at, ends_at, reason } = first;
  return { on: Date.parse(starts_at) <= at, from: hour(starts_at), until: hour(ends_at), reason };
}
