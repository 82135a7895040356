// The device's own key: made once, stored, never sent; and the text that it signs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Signer, agreementText } from "../src/signing.js";
import { Shelf, tabletWith, taken } from "./device.js";

const AGREED = { kind: "game.confirm", match: 7, game: 1, by: ["A"], score: [40, 12], hands: 9 };
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Whether the owner of a key has signed a text. */
async function holds({ key, signature }, text) {
  const open = await crypto.subtle.importKey("raw", bytes(key.split(":")[1]), { name: "Ed25519" }, true, ["verify"]);
  return crypto.subtle.verify({ name: "Ed25519" }, open, bytes(signature), new TextEncoder().encode(text));
}

test("what is signed is the text that the server makes", () => {
  // tests/tournament/tables/test_rules.py has a signature over the same text.
  assert.equal(agreementText("zarautz-cup", AGREED), "mus-agreement/1\nzarautz-cup\n7\ngame 1\n40 12\n9\nA");
  const { game, ...whole } = { ...AGREED, score: [2, 1], by: ["B"] };
  assert.equal(agreementText("cup", whole), "mus-agreement/1\ncup\n7\nmatch\n2 1\n9\nB");
});

test("a device makes its key once, and nobody can take it out", async () => {
  const shelf = new Shelf();
  const made = await new Signer(shelf).key();
  assert.match(made.text, /^ed25519:/);
  assert.equal(made.secret.extractable, false);
  assert.equal((await new Signer(shelf).key()).text, made.text);
});

test("an agreement goes out signed, and anything else as it is", async () => {
  const { app, asked, sync } = await tabletWith({ server: taken() });
  await app.act({ ...AGREED });
  await app.act({ kind: "call.raise", match: 7, message: "come" });
  const [agreed, call] = app.now.items.map((each) => each.action);
  assert.equal(await holds(agreed.signed, agreementText("open", AGREED)), true);
  assert.equal(await holds(agreed.signed, agreementText("open", { ...AGREED, score: [40, 13] })), false);
  assert.equal("signed" in call, false);
  await sync.send();
  assert.deepEqual(asked[0].body.actions[0].signed, agreed.signed);
});

test("a finger that taps twice agrees once", async () => {
  const { app } = await tabletWith({ server: taken() });
  await Promise.all([app.act({ ...AGREED }), app.act({ ...AGREED })]);
  assert.equal(app.now.items.length, 1);
});

test("without WebCrypto, as over plain http, an agreement says that it is not signed", async (t) => {
  t.mock.getter(crypto, "subtle", () => undefined);
  const { app } = await tabletWith({ server: taken() });
  await app.act({ ...AGREED });
  assert.equal(app.now.items[0].action.signed, null);
});

test("a browser without Ed25519 signs with P-256", async (t) => {
  const { subtle } = crypto;
  const made = subtle.generateKey;
  const generateKey = (how, ...more) =>
    how.name === "Ed25519" ? Promise.reject(new Error("NotSupportedError")) : made.call(subtle, how, ...more);
  t.mock.method(subtle, "generateKey", generateKey);
  const shelf = new Shelf();
  const signer = new Signer(shelf);
  const { key, signature } = await signer.sign("open", AGREED);
  assert.match(key, /^p256:/);
  assert.equal(bytes(signature).length, 64);
});

test("a store that was emptied gets the key back", async () => {
  const { app, shelf } = await tabletWith({ server: taken() });
  const { text } = await app.signer.key();
  shelf.values = {};
  await app.refresh();
  assert.equal(shelf.values.signing.text, text);
});

test("a store that was emptied gets back a key that nothing was signed with since the app began", async () => {
  const shelf = new Shelf();
  const { text } = await new Signer(shelf).key();
  const { values: kept } = await shelf.read();
  const { app, shelf: other } = await tabletWith({ server: taken() });
  Object.assign(other.values, kept);
  await app.reload();
  other.values = {};
  await app.refresh();
  assert.equal(other.values.signing?.text, text);
  assert.equal((await app.signer.key()).text, text);
});
