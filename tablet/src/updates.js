// Installs the service worker: the app then starts without network, and a new version waits until
// the referee accepts it. Neither touches the actions that wait to be sent.

import { languages } from "./words.js";

const LOOK_MS = 10 * 60_000;
const LATER_MS = 60_000;

export async function watchUpdates(app) {
  if (!("serviceWorker" in navigator)) return; // plain http: the app says so in the settings
  const { serviceWorker } = navigator;
  try {
    const registration = await serviceWorker.register("/referee/sw.js", { updateViaCache: "none" });
    // The very first worker is no update, so it is not offered.
    const offer = () => {
      if (registration.waiting && registration.active) {
        app.set({ update: () => take(registration) });
      }
    };
    offer();
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => {
        if (installing.state === "installed") offer();
      });
    });
    setInterval(() => registration.update().catch(() => {}), LOOK_MS);
    addEventListener("online", () => registration.update().catch(() => {}));
    // The current language is cached at once; the others follow a minute later.
    const ready = await serviceWorker.ready;
    ready.active?.postMessage({ words: [app.now.settings.language] });
    setTimeout(() => ready.active?.postMessage({ words: Object.keys(languages()) }), LATER_MS);
    app.set({ worker: true });
  } catch {
    app.set({ worker: false });
  }
  serviceWorker.addEventListener("controllerchange", () => taken && location.reload());
}

let taken = false;

function take(registration) {
  taken = true;
  registration.waiting?.postMessage("take over");
}
