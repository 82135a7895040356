// Installs the service worker: the app then starts without network, and a new version waits until
// the referee accepts it. Neither touches the actions that wait to be sent.

import { languages } from "./words.js";

const LOOK_MS = 10 * 60_000;
const RETRY_MS = 15_000;
const SHELL = "/referee/app/";

/** Sets `offline` of the app: "never" where a browser has no service worker (plain http), else
 * "ready" or "failed". Null until it is known. `later`: when the first hand is behind the table.
 * @param {import("./app-state").AppState} app @param {Promise<void>} later */
export async function watchUpdates(app, later) {
  if (!("serviceWorker" in navigator)) return app.set({ offline: "never" });
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("controllerchange", () => taken && location.reload());
  const update = () => void serviceWorker.getRegistration().then((known) => known?.update()).catch(() => {});
  setInterval(update, LOOK_MS);
  addEventListener("online", update);
  await install(app, later);
}

/** Tries until the app can start without network.
 * @param {import("./app-state").AppState} app @param {Promise<void>} later */
async function install(app, later) {
  const active = await registered(app).catch(() => null);
  const isReady = Boolean(active && (await caches.match(SHELL).catch(() => null)));
  app.set({ offline: isReady ? "ready" : "failed" });
  if (!isReady) return void setTimeout(() => install(app, later), RETRY_MS);
  // The current language is kept at once; all the rest when nobody waits for it any more.
  active?.postMessage({ keep: [`words-${app.now.settings.language}.js`] });
  void later.then(() => {
    const all = Object.keys(languages()).flatMap((code) => [`words-${code}.js`, `later-${code}.js`]);
    active?.postMessage({ keep: ["later.js", ...all] });
  });
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
