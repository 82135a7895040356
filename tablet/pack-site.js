// Joins and shortens the styles and scripts of the pages into `static/packed/`, which is kept in
// the repository like the tablet's `dist/`. `--check` writes nothing and fails when a file is out
// of date.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundled } from "./pack.js";

const STATIC = join(dirname(fileURLToPath(import.meta.url)), "../static");
const PACKED = join(STATIC, "packed");

/** Packed style → its parts, in the order of the cascade. */
const SITE = ["tokens", "base", "layout", "components", "bracket"];
const STYLES = {
  "site.css": SITE,
  // All styles of the bracket's page in one file: a sixth smaller, and one request.
  "bracket.css": [...SITE, "wall screen", "print"],
  "more.css": ["plain", "panels", "blocks", "forms", "tables", "game"],
  "print.css": ["print", "print-more"],
  "town.css": ["panels", "town"],
  "wall.css": ["wall"],
  "way.css": ["way"],
};
/** Packed script → the module with which it begins. */
const SCRIPTS = { "site.js": "page", "swap.js": "swap", "bracket.js": "bracket", "mine.js": "mine" };
/** The modules that a script loads later, each by its own address. */
const LATER = ["./swap.js", "./bracket.js", "./mine.js"];
/** @param {string} name */
const entry = (name) => join(STATIC, `js/${name}.js`);

/** An import of a style; a second word limits it to a medium: "wall screen".
 * @param {string} name */
const imported = (name) => name.replace(/^(\S+)/, '@import "./css/$1.css"') + ";";

/** Removes the space before the value of a custom property, which browsers ignore but the minifier
 * keeps. Quoted text stays, and so does a value that is only a space.
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
    // The fonts are not packed: their relative address is right from both folders.
    external: ["*.woff2"],
    target: "esnext",
  }));

async function packed() {
  const styles = Object.entries(STYLES).map(async ([name, from]) => [name, await joined(from)]);
  const scripts = Object.entries(SCRIPTS).map(async ([name, from]) => [name, await bundled({ entryPoints: [entry(from)], external: LATER })]);
  const made = await Promise.all([...styles, ...scripts]);
  return Object.fromEntries([...made, ["sources.json", await sources()]]);
}

/** The hashes of the source files: a test without Node.js then sees when the packed files are out
 * of date. */
async function sources() {
  const styles = Object.values(STYLES).flat().map((name) => `css/${name.split(" ")[0]}.css`);
  const paths = [...new Set([...styles, ...(await modules())])].sort();
  const hashes = paths.map(async (path) => [
    path,
    createHash("sha256").update(await readFile(join(STATIC, path))).digest("hex").slice(0, 16),
  ]);
  return `${JSON.stringify(Object.fromEntries(await Promise.all(hashes)), null, 1)}\n`;
}

/** The scripts and all modules that they import. */
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
