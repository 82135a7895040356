// Reads records, one JSON value on each line, and writes a settlement for each.
import process from "node:process";
import { text } from "node:stream/consumers";
import { settle } from "./mus/index.js";

/** The settlement of a line, or the error that prevented it. @param {string} line */
function settled(line) {
  try {
    return settle(JSON.parse(line));
  } catch (error) {
    return { ok: false, errors: [{ code: "fault", message: String(error) }] };
  }
}

const lines = (await text(process.stdin)).split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => JSON.stringify(settled(line))).join("\n"));
