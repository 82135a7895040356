// Packs the app's modules into the few served files in `dist/`. They are kept in the repository, so
// that running the product needs no Node.js. `--check` writes nothing and fails when `dist/` is out
// of date; `--watch` packs again at every change.

import { parse } from "acorn";
import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, watch, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "terser";
import { html } from "./vendor/htm-preact/standalone.module.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const DIST = join(HERE, "dist");
const VIEW = join(HERE, "src/view.js");
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

/** The app's two programs: what every table needs, and `later.js`, which takes what both need from the
 * first. They are built together, so that both have the same short names for it. */
async function programs() {
  const first = join(HERE, "src/app.js");
  const inFirst = new Set(await modulesOf(first));
  const parts = (await modulesOf(join(HERE, "src/later.js"))).filter((path) => !inFirst.has(path));
  const taken = await takenBy(parts, inFirst);
  const names = Object.fromEntries([...taken].map((name, number) => [name, `$${number.toString(36)}`]));
  const shared = Object.entries(names).map(([name, short]) => {
    const [path, exported] = name.split("#");
    return `export { ${exported} as ${short} } from ${JSON.stringify(path)};`;
  });
  return {
    "app.js": await smallest({ stdin: { contents: [`import ${JSON.stringify(first)};`, ...shared].join("\n"), resolveDir: HERE } }),
    "later.js": await smallest({ entryPoints: [join(HERE, "src/later.js")], plugins: [fromTheFirst(inFirst, names)] }),
  };
}

/** The modules that one needs at once, by their paths. @param {string} entry */
async function modulesOf(entry) {
  const made = await build({ ...COMMON, entryPoints: [entry], bundle: true, format: "esm", write: false, metafile: true });
  return Object.keys(made.metafile.inputs).map((path) => join(process.cwd(), path));
}

/** What modules take by name from those of the first program: "path#name".
 * @param {string[]} parts @param {Set<string>} inFirst */
async function takenBy(parts, inFirst) {
  const taken = new Set([`${VIEW}#h`]); // for the templates
  for (const path of parts) {
    const { body } = parse(await readFile(path, "utf8"), { ecmaVersion: "latest", sourceType: "module" });
    for (const { source, specifiers = [] } of /** @type {any[]} */ (body)) {
      const from = source && join(dirname(path), source.value);
      if (inFirst.has(from)) specifiers.forEach(({ imported }) => taken.add(`${from}#${imported.name}`));
    }
  }
  return [...taken].sort();
}

/** Imports of the first program's modules become imports of the program.
 * @param {Set<string>} inFirst @param {Record<string, string>} names */
const fromTheFirst = (inFirst, names) => ({
  name: "from-the-first",
  /** @param {import("esbuild").PluginBuild} plugged */
  setup(plugged) {
    plugged.onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
      const there = resolve(resolveDir, path);
      return inFirst.has(there) ? { path: there, namespace: "first" } : undefined;
    });
    plugged.onResolve({ filter: /^\.\/app\.js$/, namespace: "first" }, ({ path }) => ({ path, external: true }));
    plugged.onLoad({ filter: /./, namespace: "first" }, ({ path }) => {
      const here = Object.entries(names).filter(([name]) => name.startsWith(`${path}#`));
      return { contents: here.map(([name, short]) => `export { ${short} as ${name.split("#")[1]} } from "./app.js";`).join("\n") };
    });
  },
});

/** After esbuild Terser takes another thirtieth from what a first visit downloads.
 * @param {import("esbuild").BuildOptions} options */
async function smallest({ plugins = [], ...options }) {
  const made = await bundled({ ...options, plugins: [...plugins, withoutTemplates] });
  const { code = "" } = await minify(made, { module: true, ecma: 2020, compress: { passes: 3 } });
  return code;
}

/** The catalogues of a language: the texts of the rules and those of the app in one file, and those
 * of `later.js` in another.
 * @param {string} code */
async function wordsOf(code) {
  const packed = (contents) => bundled({ stdin: { contents, resolveDir: join(HERE, "src") } });
  const [first, later] = await Promise.all([
    packed(`import rules from "./i18n/${code}.js"; import app from "./ui/${code}.js"; export default { ...rules, ...app };`),
    packed(`export { later as default } from "./ui/${code}.js";`),
  ]);
  return [[`words-${code}.js`, first], [`later-${code}.js`, later]];
}

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

/** Makes the templates of `html` into the calls that they stand for: shorter, and nothing is left to
 * be read on the device. */
const withoutTemplates = {
  name: "without-templates",
  /** @param {import("esbuild").PluginBuild} plugged */
  setup(plugged) {
    plugged.onLoad({ filter: /tablet.src.*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const code = compiled(source);
      const contents = code === source ? code : `import { h as $h } from ${JSON.stringify(VIEW)};\n${code}`;
      return { contents, loader: "js" };
    });
    // What reads templates is no longer needed.
    plugged.onLoad({ filter: /standalone\.module\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: source.replace("fe=function", "fe=/* @__PURE__ */function"), loader: "js" };
    });
  },
};

/** @param {string} source */
export function compiled(source) {
  const tree = parse(source, { ecmaVersion: "latest", sourceType: "module" });
  /** The text of a node, its templates made into calls. @param {any} node @returns {string} */
  const textOf = (node) => {
    let made = "";
    let last = node.start;
    for (const { start, end, quasi } of templatesIn(node)) {
      const statics = quasi.quasis.map(({ value }) => value.cooked);
      made += source.slice(last, start) + callOf(statics, quasi.expressions.map(textOf));
      last = end;
    }
    return made + source.slice(last, node.end);
  };
  return textOf(tree);
}

/** The outermost templates of a node. @param {any} node @returns {any[]} */
function templatesIn(node) {
  if (!node || typeof node !== "object") return [];
  if (node.type === "TaggedTemplateExpression" && node.tag.name === "html") return [node];
  return Object.values(node).flatMap(templatesIn).sort((a, b) => a.start - b.start);
}

/** Stands for the value of an expression while `html` reads a template: as a value, within a string,
 * or, spread, as the name of an attribute. */
class Hole {
  /** @param {number} number */
  constructor(number) {
    this[`\0${number}\0`] = true;
  }

  toString() {
    return Object.keys(this)[0];
  }
}

/** The call that a template stands for, with the codes of its expressions.
 * @param {string[]} statics @param {string[]} codes */
export function callOf(statics, codes) {
  const drawn = html(/** @type {any} */ (statics), ...codes.map((_code, number) => new Hole(number)));
  /** @param {any} value @returns {string} */
  const code = (value) => {
    if (value instanceof Hole) return within(String(value))[1];
    if (Array.isArray(value)) return `[${value.map(code)}]`;
    if (typeof value === "string") return value.includes("\0") ? within(value).join("+") : JSON.stringify(value);
    if (typeof value !== "object") return String(value);
    const { type, props: { children, ...props }, key, ref } = value;
    const named = Object.entries({ ...props, ...(key != null && { key }), ...(ref != null && { ref }) });
    const given = named.map(([name, each]) => (name.includes("\0") ? `...${within(name)[1]}` : `${JSON.stringify(name)}:${code(each)}`));
    const inside = children === undefined ? [] : [children].flat().map(code);
    return `$h(${[code(type), given.length ? `{${given}}` : "null", ...inside]})`;
  };
  /** The parts of a text, every second one an expression. @param {string} text */
  const within = (text) => text.split("\0").map((part, place) => (place % 2 ? `(${codes[Number(part)]})` : JSON.stringify(part)));
  return code(drawn);
}

/** File name → text, for every served file. */
async function packed() {
  const worker = await readFile(join(HERE, "src/sw.js"), "utf8");
  const codes = (await readdir(join(HERE, "src/i18n"))).map((file) => file.replace(".js", ""));
  const files = [
    ...Object.entries(await programs()),
    ["app.css", await bundled({ entryPoints: [join(HERE, "css/index.css")], plugins: [onlyWhatIsUsed], target: "esnext" })],
    ["sw.js", await minified(worker)],
    ...(await Promise.all(codes.map(wordsOf))).flat(),
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
