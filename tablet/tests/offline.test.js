// What the app says of working without network: only what its worker has really cached; and the
// login page of a wifi network, which is never taken for the app nor for the server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";

mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
const page = (text, more = {}) => new Response(text, { headers: { "Content-Type": "text/html" }, ...more });
const script = () => new Response("code", { headers: { "Content-Type": "text/javascript" } });
const KNOWN = { version: "v1", shell: "/shell", folder: "/", files: ["app.js"], icons: ["/icon.png"], more: ["words-es.js"] };

/** The service worker with a server of its own: what it caches, and how its install ends. */
function worker(server) {
  const cache = new Map();
  const heard = {};
  const caches = {
    keys: async () => [],
    open: async () => ({
      match: async (path) => cache.get(path)?.clone(),
      put: async (path, answer) => void cache.set(path, answer),
      keys: async () => [],
    }),
  };
  const self = { addEventListener: (name, work) => (heard[name] = work), location: { origin: "http://x" } };
  class Request { constructor(url) { this.url = url; } }
  const fetch = async (request) => server(request.url);
  const source = readFileSync(new URL("../src/sw.js", import.meta.url), "utf8");
  new Function("self", "KNOWN", "caches", "fetch", "Request", source)(self, KNOWN, caches, fetch, Request);
  const install = () => new Promise((done) => {
    heard.install({ waitUntil: (work) => work.then(() => done("installed"), () => done("failed")) });
  });
  const open = (url, mode = "cors") => new Promise((done) => {
    const request = { url: `http://x${url}`, mode, method: "GET" };
    heard.fetch({ request, respondWith: done });
  });
  return { cache, install, open };
}
const GOOD = { "/shell": () => page("<meta content=v1>"), "/app.js": script, "/icon.png": () => new Response("png") };
const serving = (more = {}) => (url) => ({ ...GOOD, ...more })[url.replace("http://x", "")]();

for (const [what, server] of Object.entries({
  "a file that fails": { "/app.js": () => new Response("", { status: 503 }) },
  "a login page in place of a file": { "/app.js": () => page("Sign in") },
  "a login page in place of the app": { "/shell": () => page("Sign in") },
  "the page of another version": { "/shell": () => page("<meta content=v0>") },
})) {
  test(`${what} ends the install: nothing is promised`, async () => {
    assert.equal(await worker(serving(server)).install(), "failed");
  });
}

test("a login page is shown to whoever asks for the app without it, and never cached", async () => {
  const { cache, open } = worker(serving({ "/shell": () => page("Sign in") }));
  assert.equal(await (await open("/shell", "navigate")).text(), "Sign in");
  assert.equal(cache.size, 0);
});

/** A browser whose worker installs as told, try by try. */
function browser(outcomes) {
  const cached = { now: false };
  const register = async () => {
    const outcome = outcomes.shift();
    if (outcome === "throws") throw new TypeError("no network");
    const good = outcome === "good";
    cached.now = outcome !== "empty" && good;
    const installing = { state: good || outcome === "empty" ? "activated" : "redundant", postMessage: () => {} };
    return { active: installing.state === "activated" ? installing : null, installing, addEventListener: () => {} };
  };
  const serviceWorker = { register, addEventListener: () => {}, getRegistration: async () => undefined };
  Object.defineProperty(globalThis, "navigator", { value: { serviceWorker }, configurable: true });
  Object.assign(globalThis, { addEventListener: () => {}, caches: { match: async () => cached.now } });
}
const { watchUpdates } = await import("../src/updates.js");
const NEVER = new Promise(() => {});
const watched = () => {
  const said = [];
  return { now: { settings: { language: "es" } }, said, set: ({ offline }) => offline && said.push(offline) };
};
const turn = async () => {
  for (let times = 0; times < 20; times += 1) await null;
};

test("without a worker nothing is promised", async () => {
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  const app = watched();
  await watchUpdates(/** @type {any} */ (app), NEVER);
  assert.deepEqual(app.said, ["never"]);
});

test("a failed install is said and tried again, until the worker is active and the page cached", async () => {
  browser(["bad", "throws", "empty", "good"]);
  const app = watched();
  await watchUpdates(/** @type {any} */ (app), NEVER);
  for (let times = 0; times < 3; times += 1) {
    mock.timers.tick(15_000);
    await turn();
  }
  assert.deepEqual(app.said, ["failed", "failed", "failed", "ready"]);
});

const { ask } = await import("../src/api.js");
for (const [what, answer, portal] of /** @type {[string, () => any, boolean][]} */ ([
  ["a page in place of an answer", () => page("<h1>Sign in</h1>"), true],
  ["a way to a page elsewhere", () => ({ status: 0, type: "opaqueredirect", ok: false, text: async () => "", headers: new Headers() }), true],
  ["the status for it", () => new Response("", { status: 511 }), true],
  ["the answer of the server", () => new Response("{}"), false],
  ["a fault of the server", () => page("<h1>Bad gateway</h1>", { status: 502 }), false],
  ["nothing new", () => new Response(null, { status: 304 }), false],
])) {
  test(`${what} is ${portal ? "" : "not "}a network that wants a login`, async () => {
    globalThis.fetch = async () => answer();
    assert.equal(Boolean((await ask("GET", "/table/")).portal), portal);
  });
}
