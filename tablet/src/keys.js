// Unique keys. By its key the server recognises a repeated action.

/** A new key. `crypto.randomUUID` exists only with https; random bytes exist everywhere. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
