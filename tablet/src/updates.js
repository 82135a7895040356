// Installs the service worker: the app then starts without network, and a new version waits until
// the referee accepts it. Neither touches the actions that wait to be sent.

import { languages } from "./words.js";

const LOOK_MS = 10 * 60_000;
const LATER_MS = 60_000;
const RETRY_MS = 15_000;
const SHELL = "/referee/app/";

/** Sets `offline` of the app: "never" where a browser has no service worker (plain http), else
 * "ready" or "failed". Null until it is known. @param {import("./app-state").AppState} app */
export async function watchUpdates(app) {
  if (!("serviceWorker" in navigator)) return app.set({ offline: "never" });
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("controllerchange", () => taken && location.reload());
  const update = () => void serviceWorker.getRegistration().then((known) => known?.update()).catch(() => {});
  setInterval(update, LOOK_MS);
  addEventListener("online", update);
  await install(app);
}

/** Tries until the app can start without network. @param {import("./app-state").AppState} app */
async function install(app) {
  const active = await registered(app).catch(() => null);
  const isReady = Boolean(active && (await caches.match(SHELL).catch(() => null)));
  app.set({ offline: isReady ? "ready" : "failed" });
  if (!isReady) return void setTimeout(() => install(app), RETRY_MS);
  // The current language is cached at once; the others follow a minute later.
  active?.postMessage({ words: [app.now.settings.language] });
  setTimeout(() => active?.postMessage({ words: Object.keys(languages()) }), LATER_MS);
}

/** The active worker, when there is one or the installing one has become it; null when its install
 * has failed. */
async function registered(app) {
  const registration = await navigator.serviceWorker.register("/referee/sw.js", { updateViaCache: "none" });
  // The very first worker is no update, so it is not offered.
  const offer = () => {
    if (registration.waiting && registration.active) app.set({ update: () => take(registration) });
  };
  offer();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") offer();
    });
  });
  const first = registration.active ?? registration.installing ?? registration.waiting;
  while (first && !["activated", "redundant"].includes(first.state)) {
    await new Promise((done) => first.addEventListener("statechange", done, { once: true }));
  }
  return registration.active;
}

let taken = false;

function take(registration) {
  taken = true;
  registration.waiting?.postMessage("take over");
}
