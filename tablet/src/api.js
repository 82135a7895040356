// Calls the server. Every call returns `{status, body}`; status 0 means no answer, and `late` that
// none came within the patience.

const PATIENCE_MS = 20_000;

/**
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: object, etag?: string | null, language?: string}} more
 * @returns {Promise<import("./types").Answer>}
 */
export async function ask(method, path, { token, body, etag, language } = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const response = await fetch(`/api/v1${path}`, {
      method,
      signal: stop.signal,
      credentials: "omit",
      cache: "no-store",
      headers: {
        Accept: "application/json",
        ...(body && { "Content-Type": "application/json" }),
        ...(token && { Authorization: `Device ${token}` }),
        ...(etag && { "If-None-Match": etag }),
        ...(language && { "Accept-Language": language }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = response.status === 304 ? "" : await response.text();
    return { status: response.status, body: parsed(text), etag: response.headers.get("ETag") };
  } catch {
    return { status: 0, body: null, etag: null, late: stop.signal.aborted };
  } finally {
    clearTimeout(timer);
  }
}

/** Null when the answer is not JSON: the login page of a wifi network is no answer of the
 * server. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
