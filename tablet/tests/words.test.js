// The language of the texts: without a network the app speaks one that it has.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { languages, speakOneOf, t } from "../src/words.js";

const made = [];
after(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

async function having(...codes) {
  const folder = await mkdtemp(join(tmpdir(), "words-of-"));
  made.push(folder);
  for (const language of codes)
    await writeFile(join(folder, `words-${language}.mjs`), `export default { hand: "${language}" };`);
  const content = String(pathToFileURL(join(folder, "words-es.mjs")));
  globalThis.document = /** @type {any} */ ({
    querySelector: () => ({ getAttribute: () => content }),
    documentElement: {},
  });
}

test("the language that is wanted, where its texts can be had", async () => {
  await having("es", "eu");
  await speakOneOf(["eu", "es"]);
  assert.equal(t("hand"), "eu");
  assert.equal(document.documentElement.lang, "eu");
});

test("where they cannot, the first one that is there", async () => {
  await having("fr");
  await speakOneOf(["eu", "es", "en", "fr"]);
  assert.equal(t("hand"), "fr");
});

test("the languages are those of the page", () => {
  const attributes = { "data-languages": '{"es": "Español", "ca": "Català"}' };
  globalThis.document = /** @type {any} */ ({ querySelector: () => ({ getAttribute: (name) => attributes[name] }) });
  assert.deepEqual(languages(), { es: "Español", ca: "Català" });
});

test("without any texts the app goes on all the same", async () => {
  await having();
  await speakOneOf(["eu", "es"]);
  assert.equal(t("nothing.of.this"), "nothing.of.this");
});

test("no text has a hole within its singular or plural, where nothing fills it", async () => {
  for (const code of ["es", "eu", "en", "fr"]) {
    const { default: texts } = await import(`../src/ui/${code}.js`);
    assert.deepEqual(Object.values(texts).filter((text) => /\[[^\]]*\{[^\]]*\|/.test(text)), []);
  }
});
