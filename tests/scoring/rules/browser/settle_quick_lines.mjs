// Settles hands entered by their outcome: `[value, score, target]` a line in, a settlement out.
import { readFileSync } from "node:fs";
import { settleQuick } from "../../../../static/js/mus/index.js";

const settled = readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => {
  const [value, score, target] = JSON.parse(line);
  return JSON.stringify(settleQuick(value, { score, target }));
});
process.stdout.write(settled.join("\n"));
