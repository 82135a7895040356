// The device's own key. It signs every agreement of a pair, so that nobody can later claim another
// agreement. The secret key never leaves the browser. Without WebCrypto (plain http) nothing is
// signed, and the agreement says so.

const NAME = "signing";
const KINDS = {
  ed25519: [{ name: "Ed25519" }, { name: "Ed25519" }],
  p256: [{ name: "ECDSA", namedCurve: "P-256" }, { name: "ECDSA", hash: "SHA-256" }],
};

const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const alone = (work) => (navigator.locks ? navigator.locks.request("mus-tablet-key", work) : work());

/**
 * The text to be signed, the same as in `scoring/outbox/rules.py`.
 * @param {string} slug
 * @param {{match?: number, game?: number, score?: number[], hands?: number, by?: string[]}} action
 */
export const agreementText = (slug, { match, game, score = [], hands, by = [] }) =>
  ["mus-agreement/1", slug, match, game ? `game ${game}` : "match", score.join(" "), hands, by.join("")].join("\n");

export class Signer {
  /** @type {Promise<any> | null} */
  found = null;

  /** @param {import("./types").Kept} store */
  constructor(store) {
    this.store = store;
  }

  /** Takes the key that was read from the store, so that it outlives the store. @param {any} kept */
  know(kept) {
    if (kept) this.found ??= Promise.resolve(kept);
  }

  /** The stored key: `{kind, text, secret}`; null when no key can be made. */
  key() {
    this.found ??= alone(() => this.keptOrMade()).catch(() => null);
    return this.found;
  }

  /** Reads the key or makes it. If two tabs start together, the first makes it and the second reads
   * it. */
  async keptOrMade() {
    const { values } = await this.store.read();
    if (values[NAME]) return values[NAME];
    const made = await this.made();
    await this.store.write({ values: { [NAME]: made } });
    return made;
  }

  async made() {
    for (const [kind, [how]] of Object.entries(KINDS)) {
      try {
        const made = crypto.subtle.generateKey(how, false, ["sign", "verify"]);
        const pair = /** @type {CryptoKeyPair} */ (await made);
        const open = await crypto.subtle.exportKey("raw", pair.publicKey);
        return { kind, text: `${kind}:${base64(open)}`, secret: pair.privateKey };
      } catch {
        // The browser does not know this kind: try the next.
      }
    }
    throw new Error("no key can be made here");
  }

  /** The public key and the signature of an agreement; null when nothing can be signed. */
  async sign(slug, action) {
    const key = await this.key();
    if (!key) return null;
    try {
      const text = new TextEncoder().encode(agreementText(slug, action));
      const signature = await crypto.subtle.sign(KINDS[key.kind][1], key.secret, text);
      return { key: key.text, signature: base64(signature) };
    } catch {
      return null;
    }
  }
}
