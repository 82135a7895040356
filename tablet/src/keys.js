// A key that no other device makes: what tells the server that a retry is a retry.

/** `crypto.randomUUID` exists on https alone; random bytes exist everywhere. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
