// Packing: shorter code that does the same, with every space in a text kept.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const TEXTS = [
  "S = m ( {", "a => b && c", "  two  spaces, and // no comment", "/* kept */", "a ; b , c { d",
  "quote ' and ` and \\ sign",
];
const isInstalled = existsSync(new URL("../node_modules/esbuild", import.meta.url));
const { parse } = isInstalled ? await import("acorn") : {};
const needs = isInstalled ? {} : { skip: "needs what package-lock.json lists: npm ci" };

test("the texts inside the code stay as they are written", needs, async () => {
  const { minified } = await import("../pack.js");
  const literals = TEXTS.map((text) => JSON.stringify(text)).join(", ");
  const nested = "html`<p>  ${on && html`<b> a  =  b </b>`} // no comment </p>`";
  const source = `
    // A comment that goes.
    const html = (parts, ...values) => String.raw({ raw: parts }, ...values);
    export const texts = [${literals}];
    export const on = true;
    export const drawn = ${nested};
  `;
  const code = await minified(source);
  const { texts, drawn } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  assert.ok(!code.includes("A comment that goes"));
  assert.deepEqual(texts, TEXTS);
  assert.equal(drawn, "<p>  <b> a  =  b </b> // no comment </p>");
});

test("every template of the app is drawn alike by the calls it is packed as", needs, async () => {
  const { callOf } = await import("../pack.js");
  const { h, html } = await import("../src/view.js");
  const folder = new URL("../src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true }).filter((file) => String(file).endsWith(".js"));
  const templates = files.flatMap((file) => templatesOf(readFileSync(new URL(String(file), folder), "utf8")));
  assert.ok(templates.length > 100);
  const seen = (name, value) => (name.startsWith("__") ? undefined : typeof value === "function" ? value() : value); // Preact's own counts
  for (const statics of templates) {
    const holes = statics.slice(1).map((_text, place) => place);
    for (const value of [(place) => `v${place}`, (place) => [null, 7, "x", false][place % 4]]) {
      // In front of an attribute stands what is spread.
      const values = holes.map((place) => (statics[place].endsWith("...") ? { [`data-${place}`]: place } : value(place)));
      const call = callOf(statics, holes.map((place) => `v[${place}]`));
      const made = new Function("$h", "v", `return ${call}`)(h, values);
      assert.equal(JSON.stringify(made, seen), JSON.stringify(html(statics, ...values), seen), statics.join("…"));
    }
  }
});

test("what stands around templates, and within them, stays as it is written", needs, async () => {
  const { compiled } = await import("../pack.js");
  const { h, html } = await import("../src/view.js");
  const source = "const f = (on) => html`<p class=\"a  b\">\n  two  ${on && html`<b>${on} html</b>`}\n</p>`; return f(7);";
  const wrapped = `function drawn() { ${source} }`;
  const seen = (name, value) => (name.startsWith("__") ? undefined : value);
  const run = (code) => JSON.stringify(new Function("$h", "html", `${code}; return drawn();`)(h, html), seen);
  assert.ok(!compiled(wrapped).includes("html`"));
  assert.equal(run(compiled(wrapped)), run(wrapped));
});

/** The texts of each template of a module, by the places where values stand. */
function templatesOf(source) {
  const found = [];
  const look = (node) => {
    if (node?.type === "TaggedTemplateExpression" && node.tag.name === "html") found.push(node.quasi.quasis.map(({ value }) => value.cooked));
    if (node && typeof node === "object") Object.values(node).forEach(look);
  };
  look(parse(source, { ecmaVersion: "latest", sourceType: "module" }));
  return found;
}
