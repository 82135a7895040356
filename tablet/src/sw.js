// The app's service worker. The app's files are cached under their version; all other requests, and
// every POST, go to the network unchanged. The server puts `KNOWN` before this code.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const NAME = `tablet-${KNOWN.version}`;
/** The address of a file of this version. @param {string} file */
const at = (file) => KNOWN.folder + file;
const NEEDED = [KNOWN.shell, ...KNOWN.files.map(at)];
const FILES = new Set([...NEEDED.slice(1), ...KNOWN.icons, ...KNOWN.more.map(at)]);

worker.addEventListener("install", (event) => {
  // No skipWaiting: a new version waits until the referee accepts it, between two hands.
  event.waitUntil(keepAll());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(dropOlder().then(() => worker.clients.claim()));
});

worker.addEventListener("message", (event) => {
  if (event.data === "take over") worker.skipWaiting();
  else if (event.data.keep) event.waitUntil(keepMore(event.data.keep));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (FILES.has(url.pathname)) event.respondWith(kept(url.pathname, request));
  else if (request.mode === "navigate") {
    if (url.pathname === KNOWN.shell) event.respondWith(kept(KNOWN.shell, request));
    else event.respondWith(fetch(request).catch(() => appInstead()));
  }
});

/** Caches what the app starts from; without any of it the install fails, and the page tries again. The
 * app starts without its icons, so they are only tried. */
async function keepAll() {
  const cache = await caches.open(NAME);
  await Promise.all([...NEEDED, ...(await inUse())].map((path) => fetched(cache, path, fresh(path))));
  await Promise.allSettled(KNOWN.icons.map((path) => fetched(cache, path, fresh(path))));
}

/** Fetches a file and caches it. The login page of a wifi network, which answers in place of
 * everything, is no file of the app: throws.
 * @param {Cache} cache @param {string} path @param {Request} request */
async function fetched(cache, path, request) {
  const answer = await fetch(request);
  if (!(await isOurs(path, answer.clone()))) throw new TypeError(`not the app: ${path}`);
  await cache.put(path, answer);
}

/** @param {string} path @param {Response} answer */
async function isOurs(path, answer) {
  if (!answer.ok || answer.redirected) return false;
  if (path === KNOWN.shell) return (await answer.text()).includes(KNOWN.version);
  return !(answer.headers.get("Content-Type") ?? "").startsWith("text/html");
}

/** The server is always asked whether the page is another one; a file with its version in the address may come from any
 * cache. */
const fresh = (url) =>
  new Request(url, { cache: url === KNOWN.shell ? "no-cache" : "default", credentials: "omit" });

/** What the previous version kept of what not every device needs: an update takes nothing away. For a
 * first version the page says what to keep. */
async function inUse() {
  const names = (await caches.keys()).filter((name) => name.startsWith("tablet-"));
  const before = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const paths = before.flat().map((request) => request.url);
  return KNOWN.more.filter((file) => paths.some((path) => path.endsWith(`/${file}`))).map(at);
}

async function keepMore(files) {
  const cache = await caches.open(NAME);
  for (const url of files.map(at)) {
    if (!(await cache.match(url))) await fetched(cache, url, fresh(url)).catch(() => {});
  }
}

async function dropOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith("tablet-") && name !== NAME);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function kept(path, request) {
  const cache = await caches.open(NAME);
  const known = await cache.match(path);
  if (known) return known;
  const answer = await fetch(request);
  if (await isOurs(path, answer.clone())) await cache.put(path, answer.clone());
  return answer;
}

/** The app, in place of a page of the referee that cannot load without network. */
async function appInstead() {
  const cache = await caches.open(NAME);
  return (await cache.match(KNOWN.shell)) ?? Response.error();
}
