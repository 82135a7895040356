// Packs the app's modules into the few served files in `dist/`. They are kept in the repository, so
// that running the product needs no Node.js. `--check` writes nothing and fails when `dist/` is out
// of date; `--watch` packs again at every change.

import { parse } from "acorn";
import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, watch, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "terser";

const HERE = dirname(fileURLToPath(import.meta.url));
const DIST = join(HERE, "dist");
const TOKENS = join(HERE, "../static/css/tokens.css");
const FONT_FACE = /@font-face\s*\{[^}]*\}/g;
const TOKEN = /^\s*(--[\w-]+):[^;]*;/gm;
const COMMON = /** @type {const} */ ({ minify: true, charset: "utf8", legalComments: "none", target: "es2022" });

/** Shortens one module without changing what it does. @param {string} source */
export const minified = async (source) => (await transform(source, COMMON)).code;

/** @param {import("esbuild").BuildOptions} options */
export async function bundled(options) {
  const made = await build({ ...COMMON, bundle: true, format: "esm", write: false, ...options });
  return made.outputFiles?.[0]?.text ?? "";
}

/** The app's program. After esbuild Terser takes another thirtieth from what a first visit downloads. */
async function program() {
  const made = await bundled({ entryPoints: [join(HERE, "src/app.js")], plugins: [withoutIndentation] });
  const { code = "" } = await minify(made, { module: true, ecma: 2020, compress: { passes: 3 } });
  return code;
}

/** Both catalogues of a language in one file: the texts of the rules and those of the app.
 * @param {string} code */
const wordsOf = (code) =>
  bundled({
    stdin: {
      contents: `import rules from "./i18n/${code}.js"; import app from "./ui/${code}.js"; export default { ...rules, ...app };`,
      resolveDir: join(HERE, "src"),
    },
  });

/** Of the site's colours and measures takes what the app's styles name. Leaves the fonts out: they
 * would be half of the first visit's download, and the device's own are there at once. */
const onlyWhatIsUsed = {
  name: "only-what-is-used",
  /** @param {import("esbuild").PluginBuild} plugged */
  setup(plugged) {
    plugged.onLoad({ filter: /tokens\.css$/ }, async ({ path }) => {
      const files = (await filesIn(join(HERE, "css"))).map((file) => readFile(file, "utf8"));
      const named = new Set((await Promise.all(files)).join("").match(/--[\w-]+/g));
      const tokens = (await readFile(path, "utf8")).replace(FONT_FACE, "");
      const contents = tokens.replace(TOKEN, (declared, name) => (named.has(name) ? declared : ""));
      return { contents, loader: "css" };
    });
  },
};

/** Leaves out the spaces of the templates of `html` that are not drawn, which no minifier touches.
 * Other strings stay as they are. */
const withoutIndentation = {
  name: "without-indentation",
  /** @param {import("esbuild").PluginBuild} plugged */
  setup(plugged) {
    plugged.onLoad({ filter: /tablet.src.*\.js$/ }, async ({ path }) => {
      const contents = unindented(await readFile(path, "utf8"));
      return { contents, loader: "js" };
    });
  },
};

/** @param {string} source */
export function unindented(source) {
  /** @type {{start: number, end: number, short: string}[]} */
  const texts = [];
  /** @param {any} node */
  const look = (node) => {
    if (node?.type === "TaggedTemplateExpression" && node.tag.name === "html") {
      texts.push(...shortened(source, node.quasi.quasis));
    }
    if (node && typeof node === "object") Object.values(node).forEach(look);
  };
  look(parse(source, { ecmaVersion: "latest", sourceType: "module" }));
  let made = "";
  let last = 0;
  for (const { start, end, short } of texts.sort((a, b) => a.start - b.start)) {
    made += source.slice(last, start) + short;
    last = end;
  }
  return made + source.slice(last);
}

/** The texts of one template between its values. htm trims a text at its line breaks, with all
 * spaces around them; between the attributes of a tag one space does.
 * @param {string} source @param {import("acorn").TemplateElement[]} quasis */
function shortened(source, quasis) {
  let tag = false;
  let quote = "";
  return quasis.map(({ start, end }) => {
    const parts = source.slice(start, end).split(/([<>"'])/);
    const short = parts.map((part, place) => {
      if (quote || (tag && /["']/.test(part))) quote = part === quote ? "" : quote || part;
      else if (part === "<" || part === ">") tag = part === "<";
      else if (tag) return part.replace(/\s+/g, " ");
      else return trimmed(part, parts[place - 1] ?? ">", parts[place + 1] ?? "<");
      return part;
    });
    return { start, end, short: short.join("") };
  });
}

/** A text as htm trims it, at the ends where a tag or a value is.
 * @param {string} text @param {string} before @param {string} after */
function trimmed(text, before, after) {
  const begun = before === ">" ? text.replace(/^\s*\n\s*/, "") : text;
  return after === "<" ? begun.replace(/\s*\n\s*$/, "") : begun;
}

/** File name → text, for every served file. */
async function packed() {
  const worker = await readFile(join(HERE, "src/sw.js"), "utf8");
  const codes = (await readdir(join(HERE, "src/i18n"))).map((file) => file.replace(".js", ""));
  const words = codes.map(async (code) => [`words-${code}.js`, await wordsOf(code)]);
  const files = [
    ["app.js", await program()],
    ["app.css", await bundled({ entryPoints: [join(HERE, "css/index.css")], plugins: [onlyWhatIsUsed], target: "esnext" })],
    ["sw.js", await minified(worker)],
    ...(await Promise.all(words)),
  ];
  return Object.fromEntries([...files, ["sources.json", await sources()]]);
}

/** The hashes of the sources of `dist/`: a test without Node.js then sees when it is out of
 * date. */
async function sources() {
  const folders = ["src", "mus", "css", "vendor"].map((folder) => join(HERE, folder));
  const found = (await Promise.all(folders.map(filesIn))).flat();
  const paths = [...found, TOKENS, join(HERE, "pack.js"), join(HERE, "package-lock.json")];
  const named = paths.map(async (path) => [
    relative(join(HERE, ".."), path).replaceAll("\\", "/"),
    createHash("sha256").update(await readFile(path)).digest("hex").slice(0, 16),
  ]);
  const hashes = (await Promise.all(named)).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(hashes), null, 1)}\n`;
}

/** @param {string} folder @returns {Promise<string[]>} */
async function filesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const kept = entries.filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name));
  return kept.map((entry) => join(entry.parentPath, entry.name));
}

async function write() {
  const files = await packed();
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST);
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(DIST, name), text)));
}

async function check() {
  const stale = [];
  for (const [name, text] of Object.entries(await packed())) {
    const kept = await readFile(join(DIST, name), "utf8").catch(() => null);
    if (kept !== text) stale.push(`dist/${name}`);
  }
  if (!stale.length) return;
  console.error(`${stale.join(", ")} not as the sources make it: run npm run pack in tablet/`);
  process.exitCode = 1;
}

async function watchSources() {
  await write();
  for await (const { filename } of watch(HERE, { recursive: true })) {
    if (/^(src|mus|css|vendor)[\\/]/.test(filename ?? "")) await write().catch(console.error);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , how] = process.argv;
  await (how === "--check" ? check : how === "--watch" ? watchSources : write)();
}
