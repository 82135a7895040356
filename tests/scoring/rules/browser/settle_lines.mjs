// Settles the records it reads (one JSON value a line) and writes one settlement a line.
import { readFileSync } from "node:fs";
import { settle } from "../../../../static/js/mus/index.js";

const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => JSON.stringify(settle(JSON.parse(line)))).join("\n"));
