// Repeats a draw in the reader's own browser (docs/draw.md). It needs no server: all data is in the
// page. Its own SHA-256 also works without https, as in a room without internet.

const K = [];
const INITIAL = [];

for (let found = 0, n = 2; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (found < 8) INITIAL.push(fraction(n ** (1 / 2)));
  K.push(fraction(n ** (1 / 3)));
  found += 1;
}

/** @param {number} x its first 32 bits after the binary point are returned */
function fraction(x) {
  return ((x - Math.floor(x)) * 2 ** 32) | 0;
}

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** SHA-256 in hexadecimal of a text's UTF-8. @param {string} text */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const length = ((bytes.length + 72) >> 6) << 6;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  const state = INITIAL.slice();
  for (let at = 0; at < length; at += 64) block(state, view, at);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** @param {number[]} state @param {DataView} view @param {number} at */
function block(state, view, at) {
  const w = [];
  for (let t = 0; t < 64; t++) {
    if (t < 16) w.push(view.getInt32(at + 4 * t));
    else {
      const a = w[t - 15], b = w[t - 2];
      const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w.push((w[t - 16] + low + w[t - 7] + high) | 0);
    }
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
}

/**
 * @typedef {{ algorithm: string, seed: string, numbers: number[], matches: (number | null)[][],
 *   seeds?: number[], clubs?: [number, string][] }} Drawn
 */

/** The matches of round 1; for the circle and for groups, of all rounds.
 * @param {Drawn} told @returns {(number | null)[][]} */
export function draw(told) {
  if (told.algorithm === "mus-individuals/1") return []; // tables are drawn round by round
  const pairs = told.numbers.length;
  const order = inOrder(told.seed, told.numbers, "pair");
  if (told.algorithm === "mus-circle/1" || told.algorithm === "mus-groups/1") {
    const sizes = groupSizes(pairs, told.matches.length);
    const laid = filled(order, sizes, seatsInTurn(sizes), told).map(circle);
    return order.flatMap((_number, turn) => laid.flatMap((rounds) => rounds[turn] ?? []));
  }
  if (told.algorithm === "mus-circle/2") {
    const once = circle(order).flat();
    const back = once.map(([one, other]) => [other, one]);
    const times = [...Array(Math.floor(told.matches.length / once.length)).keys()];
    return times.flatMap((n) => (n % 2 ? back : once));
  }
  const seeded = (told.seeds ?? []).filter((n) => order.includes(n)).length;
  if (told.algorithm === "mus-groups/2") {
    const sizes = sizesTold(told.matches);
    const laid = filled(order, sizes, seatsInTurn(sizes), told).map(circle);
    const turns = [...Array(Math.floor(told.matches.length / Math.floor(pairs / 2))).keys()];
    return turns.flatMap((turn) => laid.flatMap((rounds) => rounds[turn]));
  }
  let sizes, seats;
  if (told.algorithm.startsWith("mus-rounds/")) {
    sizes = inTwos(pairs);
    seats = sizes.map((_size, n) => n).slice(0, Math.floor(pairs / 2));
    if (told.algorithm === "mus-rounds/3" && pairs % 2) seats.unshift(seats.length);
  } else {
    seats = seatsOf(bracketSize(pairs) / 2);
    sizes = withByes(told.seed, pairs, told.algorithm === "mus-draw/3" ? seats.slice(0, seeded) : []);
  }
  return filled(order, sizes, seats, told).map((match) => [match[0], match[1] ?? null]);
}

/** The recipes that `draw` knows. */
const KNOWN = [
  "mus-draw/1", "mus-draw/2", "mus-draw/3", "mus-rounds/1", "mus-rounds/2", "mus-rounds/3",
  "mus-circle/1", "mus-circle/2", "mus-groups/1", "mus-groups/2", "mus-individuals/1",
];

/** @param {string} seed @param {number[]} list @param {string} name */
function inOrder(seed, list, name) {
  const keys = new Map(list.map((n) => [n, sha256(`${seed}:${name}:${n}`)]));
  const key = (/** @type {number} */ n) => keys.get(n) ?? "";
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Sizes of the matches: two pairs each, and one alone when the number is odd.
 * @param {number} pairs */
const inTwos = (pairs) => [...Array(Math.ceil(pairs / 2)).keys()].map((n) => Math.min(2, pairs - 2 * n));

/** The power of two that holds so many pairs. @param {number} pairs */
function bracketSize(pairs) {
  let size = 1;
  while (size < pairs) size *= 2;
  return size;
}

/** Sizes of the matches of round 1: 2 pairs, or 1 for a bye.
 * @param {string} seed @param {number} pairs @param {number[]} resting seats of seeds that rest first */
function withByes(seed, pairs, resting) {
  const size = bracketSize(pairs);
  const groups = inOrder(seed, [...Array(Math.floor(size / 4)).keys()], "group");
  const halves = groups.map((g) => 2 * g + (parseInt(sha256(`${seed}:half:${g}`).slice(-1), 16) % 2));
  /** @type {number[]} */
  const byes = [];
  for (const match of [...resting, ...halves])
    if (!byes.includes(match) && !byes.includes(match ^ 1)) byes.push(match);
  for (const match of [...resting, ...halves.flatMap((half) => [half, half ^ 1])])
    if (!byes.includes(match)) byes.push(match);
  const chosen = new Set(byes.slice(0, size - pairs));
  return [...Array(size / 2).keys()].map((match) => (chosen.has(match) ? 1 : 2));
}

/** @param {number} places */
function seatsOf(places) {
  let seats = [0];
  while (seats.length < places) seats = [...seats.map((s) => 2 * s), ...[...seats].reverse().map((s) => 2 * s + 1)];
  return seats;
}

/** The groups that take the seeds: forwards, then backwards, skipping full groups.
 * @param {number[]} sizes */
function seatsInTurn(sizes) {
  const there = sizes.map((_size, group) => group);
  const left = [...sizes];
  /** @type {number[]} */
  const seats = [];
  while (left.some(Boolean)) {
    for (const group of [...there, ...[...there].reverse()]) {
      if (left[group]-- > 0) seats.push(group);
      else left[group] = 0;
    }
  }
  return seats;
}

/** The sizes of the most even groups in which `matches` matches are played.
 * @param {number} pairs @param {number} matches */
function groupSizes(pairs, matches) {
  for (let count = 1; count < pairs; count++) {
    const sizes = [...Array(count).keys()].map((g) => Math.floor(pairs / count) + (g < pairs % count ? 1 : 0));
    if (sizes.reduce((sum, n) => sum + (n * (n - 1)) / 2, 0) === matches) return sizes;
  }
  return [pairs];
}

/** How many pairs are joined by these matches, the largest group first.
 * @param {(number | null)[][]} matches */
function sizesTold(matches) {
  /** @type {Set<number | null>[]} */
  let groups = [];
  for (const match of matches) {
    const joined = groups.filter((group) => match.some((n) => group.has(n)));
    groups = groups.filter((group) => !joined.includes(group));
    groups.push(new Set([...match, ...joined.flatMap((group) => [...group])]));
  }
  return groups.map((group) => group.size).sort((a, b) => b - a);
}

/** Everybody against everybody, round by round. @param {number[]} order */
function circle(order) {
  /** @type {(number | null)[]} */
  let ring = order.length % 2 ? [...order, null] : [...order];
  const rounds = [];
  for (let turn = 0; turn < ring.length - 1; turn++) {
    const made = [];
    for (let n = 0; n < ring.length / 2; n++) {
      const both = [ring[n], ring[ring.length - 1 - n]];
      if (!both.includes(null)) made.push(turn % 2 && n === 0 ? both.reverse() : both);
    }
    rounds.push(made);
    ring = [ring[0], ring[ring.length - 1], ...ring.slice(1, -1)];
  }
  return rounds;
}

/**
 * Puts seeds on their seats and the others in order; then separates clubmates as far as possible.
 * @param {number[]} order @param {number[]} sizes @param {number[]} seats @param {Drawn} told
 */
function filled(order, sizes, seats, told) {
  const seeds = (told.seeds ?? []).filter((n) => order.includes(n)).slice(0, seats.length);
  const clubs = new Map(told.clubs ?? []);
  const rest = order.filter((n) => !seeds.includes(n));
  /** @type {number[][]} */
  const groups = sizes.map(() => []);
  seeds.forEach((number, at) => groups[seats[at]].push(number));
  groups.forEach((group, at) => group.push(...rest.splice(0, sizes[at] - group.length)));
  const together = (/** @type {number[][]} */ ...some) =>
    some.reduce((sum, group) => {
      const named = group.map((n) => clubs.get(n)).filter(Boolean);
      return sum + named.length - new Set(named).size;
    }, 0);
  const parted = (/** @type {number[]} */ one, /** @type {number} */ place) => {
    for (const other of groups) {
      const before = together(one, other);
      for (let there = other.length - 1; other !== one && there >= 0; there--) {
        if (seeds.includes(other[there])) continue;
        [one[place], other[there]] = [other[there], one[place]];
        if (together(one, other) < before) return;
        [one[place], other[there]] = [other[there], one[place]];
      }
    }
  };
  for (const one of groups) {
    for (let place = one.length - 1; clubs.size && place >= 0; place--) {
      if (!seeds.includes(one[place]) && together(one)) parted(one, place);
    }
  }
  return groups;
}

/**
 * mus-commit/1, or mus-commit/2, which also covers seeds and clubs.
 * @param {{ recipe?: string, algorithm: string, numbers: number[], head: string, secret: string,
 *   seeds?: number[], clubs?: [number, string][] }} of
 */
export function commitment({ recipe = "mus-commit/1", algorithm, numbers, head, secret, seeds = [], clubs = [] }) {
  const listed = [...numbers].sort((a, b) => a - b).join(",");
  const wishes = recipe === "mus-commit/1" ? [] : [seeds.join(","), clubs.map(([n, club]) => `${n}=${club}`).join(",")];
  return sha256([recipe, algorithm, listed, ...wishes, head, secret].join("\n"));
}

/** mus-seed/1. @param {{secret: string, words: string[]}} of */
export function seedOf({ secret, words }) {
  return sha256(["mus-seed/1", secret, ...words].join("\n"));
}

/** The parts that do not check: commitment, promise (of the recipe), seed, matches, recipe.
 * @param {any} told @returns {string[]} */
export function faults(told) {
  const found = [];
  if (told.commitment && told.secret) {
    if (commitment({ ...told, algorithm: told.promised }) !== told.commitment) found.push("commitment");
    if (told.seed && told.recipe !== "mus-commit/1" && told.promised !== told.algorithm) found.push("promise");
    if (told.seed && seedOf(told) !== told.seed) found.push("seed");
  }
  if (told.seed && !KNOWN.includes(told.algorithm)) found.push("recipe");
  else if (told.seed && JSON.stringify(draw(told)) !== JSON.stringify(told.matches)) found.push("matches");
  return found;
}

if (typeof document !== "undefined") {
  for (const button of document.querySelectorAll("[data-draw-again]")) {
    button.removeAttribute("hidden");
    button.addEventListener("click", () => {
      const box = /** @type {HTMLElement} */ (button.closest("[data-draw]"));
      const found = faults(JSON.parse(box.dataset.draw ?? "{}"));
      for (const said of box.querySelectorAll("[data-said]")) {
        const which = said.getAttribute("data-said");
        const came = !found.length ? "right" : found.join() === "recipe" ? "unknown" : "wrong";
        said.toggleAttribute("hidden", which !== came);
      }
    });
  }
}
