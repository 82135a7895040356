// For each record it reads: the lance that each line names, how its cards compared, and the facts of its
// false words. One JSON a line, in the form of test_explain.py.
import process from "node:process";
import { text } from "node:stream/consumers";
import { explain } from "../../../tablet/mus/explain.js";

const COMPARED = {
  "why.best": ({ seat }) => ["better", seat],
  "why.mano": ({ seat, equal }) => ["equal", seat, equal],
  "why.only": () => ["alone"],
  "why.refused": () => ["refused"],
};
const whyOf = ({ key, params }) => COMPARED[key]?.(params) ?? ["awarded"];

for (const line of (await text(process.stdin)).split("\n").filter(Boolean)) {
  const { lines, penalties } = explain(JSON.parse(line));
  process.stdout.write(`${JSON.stringify({
    lines: lines.map(({ label, why }) => [label.params.lance, ...whyOf(why)]),
    notes: penalties.filter(({ facts }) => facts).map(({ facts }) => ({
      ...facts, paid: facts.paid.map(({ pair, kind, stones }) => [pair, kind, stones]),
    })),
  })}\n`);
}
