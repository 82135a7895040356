// Packing: shorter code that does the same, with every space in a text kept.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";

const TEXTS = [
  "S = m ( {", "a => b && c", "  two  spaces, and // no comment", "/* kept */", "a ; b , c { d",
  "quote ' and ` and \\ sign",
];
const isInstalled = existsSync(new URL("../node_modules/esbuild", import.meta.url));
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

test("templates are drawn alike with fewer spaces and line breaks", needs, async () => {
  const { unindented } = await import("../pack.js");
  const template = (on) => `
    html\`<section
      class="a  b"
    >
      <b>one</b>
      two
      <i>\${${on}}</i>
      \${${on} &&
      html\`<p>
        three  four \${5}
        <br />
      </p>\`}
    </section>\``;
  const { html } = await import("../src/view.js");
  const seen = (name, value) => (name.startsWith("__") ? undefined : value); // Preact's own counts
  const drawn = (source) => JSON.stringify(new Function("html", `return ${source}`)(html), seen);
  for (const on of [true, false]) {
    const short = unindented(template(on));
    assert.ok(!/>\n|\n</.test(short));
    assert.equal(drawn(short.trim()), drawn(template(on).trim()));
  }
});
