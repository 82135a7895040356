// Follows matches: `[games, settings]` a line in, the course or the problem out.
import { readFileSync } from "node:fs";
import { follow } from "../../../../static/js/mus/course.js";

const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
const courses = lines.map((line) => JSON.stringify(follow(...JSON.parse(line))));
process.stdout.write(courses.join("\n"));
