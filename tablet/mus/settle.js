// Settles a hand record or refuses it: the open format, with messages in English.

import { MOST_FAULTS } from "./data.js";
import { TEMPLATES } from "./messages.js";
import { settleOrRefuse } from "./settling.js";
import { fault, isObject, isPlain, own } from "./values.js";

/** The settlement of any JSON value, or `ok: false` with every fault. Never throws. */
export function settle(value) {
  try {
    const { settlement, faults } = settleOrRefuse(value);
    return settlement ?? refusal(isObject(value) ? own(value, "id") : null, faults);
  } catch {
    return refusal(null, [fault("bad_json", "")]); // not JSON: a getter that throws
  }
}

const refusal = (id, faults) => ({
  ...(id != null && isPlain(id) && { id }),
  ok: false,
  errors: faults.slice(0, MOST_FAULTS).map((each) => ({ code: each.code, path: each.path, message: messageOf(each) })),
});

/** The message of a fault; `templates` may be of another language. */
export const messageOf = ({ code, params }, templates = TEMPLATES) =>
  templates[code].replace(/%\((\w+)\)s/g, (_, name) => params[name]);
