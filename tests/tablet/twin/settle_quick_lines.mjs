// Settles hands entered by their outcome: `[value, score, target]` a line in, a settlement out.
import process from "node:process";
import { text } from "node:stream/consumers";
import { settleQuick } from "../../../tablet/mus/index.js";

const settled = (await text(process.stdin)).split("\n").filter(Boolean).map((line) => {
  const [value, score, target] = JSON.parse(line);
  return JSON.stringify(settleQuick(value, { score, target }));
});
process.stdout.write(settled.join("\n"));
