// Settles the records it reads (one JSON value a line) and writes one settlement a line.
import process from "node:process";
import { text } from "node:stream/consumers";
import { settle } from "./mus/index.js";

/** @param {string} line A settlement, or what kept the engine from one. */
function settled(line) {
  try {
    return settle(JSON.parse(line));
  } catch (error) {
    return { ok: false, errors: [{ code: "fault", message: String(error) }] };
  }
}

const lines = (await text(process.stdin)).split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => JSON.stringify(settled(line))).join("\n"));
