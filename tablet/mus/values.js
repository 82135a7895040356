// Checks of JSON values that the rules share, and the making of faults (record.py, faults.py).

/** A property of the object itself, so that "__proto__" or "constructor" finds nothing
 * inherited. */
export const own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is a whole number, 0 or more, that JSON keeps exactly. -0 counts as 0. */
export const whole = (value) =>
  Number.isSafeInteger(value) && value >= 0 ? value + 0 : null;

/** Whether a value can be returned as an id: null, text, true, false, or a number that JSON keeps
 * exactly. */
export const isPlain = (value) =>
  value == null ||
  typeof value === "string" ||
  typeof value === "boolean" ||
  (typeof value === "number" && Math.abs(value) < 2 ** 53);

/** Shortens a long text for a message, never within a character. */
export function cut(text) {
  if (text.length <= 40) return text;
  const characters = [...text];
  return characters.length <= 40 ? text : `${characters.slice(0, 40).join("")}…`;
}

/** The words of a text, split as Python does: some control characters also count as spaces. */
export const words = (text) =>
  // eslint-disable-next-line no-control-regex
  text.split(/[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/).filter(Boolean);

export function fault(code, path, params = {}) {
  if ("given" in params) params.given = shown(params.given);
  return { code, path, params: { path: path || "record", ...params } };
}

/** A given value as Python writes it, so that both engines make the same message. */
function shown(given) {
  if (typeof given === "string") return cut(given);
  if (given == null) return "None";
  if (typeof given === "boolean") return given ? "True" : "False";
  if (typeof given === "number") return numeral(given);
  return Array.isArray(given) ? "[…]" : "{…}";
}

function numeral(number) {
  const size = Math.abs(number);
  if (!(size < 2 ** 53)) return "…";
  if (size && size < 1e-4) {
    return number.toExponential().replace(/-(\d)$/, (_, digit) => `-0${digit}`);
  }
  return String(number);
}
