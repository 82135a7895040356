// Calls the server. Every call returns `{status, body}`; status 0 means no answer, `late` that none
// came within the patience, and `portal` that a page of the wifi network came in its place.

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
      redirect: "manual", // the API redirects nowhere; a network that wants a login does
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
    const answer = parsed(text);
    const isPage = response.ok && Boolean(text) && answer === null;
    const portal = isPage || response.type === "opaqueredirect" || response.status === 511;
    return { status: response.status, body: answer, etag: response.headers.get("ETag"), portal };
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
