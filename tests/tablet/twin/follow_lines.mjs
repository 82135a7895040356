// Follows matches: `[games, settings]` a line in, the course or the problem out.
import process from "node:process";
import { text } from "node:stream/consumers";
import { follow } from "../../../tablet/mus/course.js";

const lines = (await text(process.stdin)).split("\n").filter(Boolean);
const courses = lines.map((line) => JSON.stringify(follow(...JSON.parse(line))));
process.stdout.write(courses.join("\n"));
