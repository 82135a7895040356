// The styles and the script of every page, joined and shortened: `static/packed/`, kept in the
// repository as the tablet's `dist/` is. `--check` writes nothing and fails when a file is stale.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundled } from "./pack.js";

const STATIC = join(dirname(fileURLToPath(import.meta.url)), "../static");
const PACKED = join(STATIC, "packed");

/** Packed style → what it is joined of, in the order in which one rule wins over another. */
const SITE = ["tokens", "base", "layout", "components", "bracket"];
const STYLES = {
  "site.css": SITE,
  // All of the bracket's own page in one: together they are a sixth smaller, and asked for once.
  "bracket.css": [...SITE, "wall screen", "print"],
  "more.css": ["plain", "panels", "blocks", "forms", "tables", "game"],
  "print.css": ["print", "print-more"],
  "town.css": ["panels", "town"],
  "wall.css": ["wall"],
  "way.css": ["way"],
};
/** Packed script → where it begins. */
const SCRIPTS = { "site.js": "page", "swap.js": "swap", "bracket.js": "bracket", "mine.js": "mine" };
/** What a script asks for later, by its own address. */
const LATER = ["./swap.js", "./bracket.js", "./mine.js"];
/** @param {string} name */
const entry = (name) => join(STATIC, `js/${name}.js`);

/** A style, and where it is for alone: "wall screen". @param {string} name */
const imported = (name) => name.replace(/^(\S+)/, '@import "./css/$1.css"') + ";";

/** The gap before the value of a property of our own, which a browser leaves out, and the minifier
 * does not; what stands in quotes stays, and so does a value that is nothing else.
 * @param {string} css */
const withoutGaps = (css) => css.replace(/"[^"]*"|'[^']*'|([{;]--[\w-]+:) (?=[^\s;}])/g, (all, name) => name ?? all);

/** @param {string[]} names */
const joined = async (names) =>
  withoutGaps(await bundled({
    stdin: {
      contents: names.map(imported).join("\n"),
      loader: "css",
      resolveDir: STATIC,
    },
    // The fonts stay where they are: both folders lie beside theirs.
    external: ["*.woff2"],
    target: "esnext",
  }));

async function packed() {
  const styles = Object.entries(STYLES).map(async ([name, from]) => [name, await joined(from)]);
  const scripts = Object.entries(SCRIPTS).map(async ([name, from]) => [name, await bundled({ entryPoints: [entry(from)], external: LATER })]);
  const made = await Promise.all([...styles, ...scripts]);
  return Object.fromEntries([...made, ["sources.json", await sources()]]);
}

/** What the files were made of, by hash: a test without Node.js sees that they are stale. */
async function sources() {
  const styles = Object.values(STYLES).flat().map((name) => `css/${name.split(" ")[0]}.css`);
  const paths = [...new Set([...styles, ...(await modules())])].sort();
  const hashes = paths.map(async (path) => [
    path,
    createHash("sha256").update(await readFile(join(STATIC, path))).digest("hex").slice(0, 16),
  ]);
  return `${JSON.stringify(Object.fromEntries(await Promise.all(hashes)), null, 1)}\n`;
}

/** The script and all that it imports. */
async function modules() {
  const { metafile } = await build({ entryPoints: Object.values(SCRIPTS).map(entry), outdir: PACKED, bundle: true, format: "esm", write: false, metafile: true, absWorkingDir: STATIC });
  return Object.keys(metafile.inputs);
}

async function write() {
  await mkdir(PACKED, { recursive: true });
  const files = Object.entries(await packed());
  await Promise.all(files.map(([name, text]) => writeFile(join(PACKED, name), text)));
}

async function check() {
  for (const [name, text] of Object.entries(await packed())) {
    const kept = await readFile(join(PACKED, name), "utf8").catch(() => null);
    if (kept === text) continue;
    console.error(`static/packed/${name} is not as its sources make it: run npm run pack in tablet/`);
    process.exitCode = 1;
  }
}

await (process.argv[2] === "--check" ? check : write)();
