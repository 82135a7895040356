// Asks the browser to create or use a passkey, and sends the answer in the surrounding form.

/** @param {string} text URL-safe base64 */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The options for the browser, with bytes in place of the page's base64 text. */
function asked(options) {
  const known = (list) => list?.map((one) => ({ ...one, id: bytes(one.id) }));
  return {
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
    ...(options.excludeCredentials && { excludeCredentials: known(options.excludeCredentials) }),
    ...(options.allowCredentials && { allowCredentials: known(options.allowCredentials) }),
  };
}

/** @param {PublicKeyCredential} credential */
function told({ id, rawId, type, response }) {
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const given = parts.filter((part) => response[part]);
  return JSON.stringify({ id, rawId: text(rawId), type, response: Object.fromEntries(given.map((part) => [part, text(response[part])])) });
}

const form = document.querySelector("[data-passkey]");
const said = form.querySelector("[data-passkey-said]");
const say = (name) => {
  said.textContent = said.dataset[name];
};

async function ask() {
  say("waiting");
  const publicKey = asked(JSON.parse(form.dataset.passkey));
  const isNew = Boolean(publicKey.user);
  try {
    const credential = await (isNew ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey }));
    form.elements.answer.value = told(credential);
    form.submit();
  } catch (error) {
    say(error.name === "InvalidStateError" ? "known" : "failed");
  }
}

if (window.PublicKeyCredential) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
} else {
  say("missing");
  form.querySelector("button[type=submit]").disabled = true;
}
