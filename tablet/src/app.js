// Starts the tablet's app: the store, the texts, the screens, then the outbox and the worker.

import { AppState } from "./app-state.js";
import { stayAwake } from "./awake.js";
import { openStore } from "./db.js";
import { watchTaps } from "./guard.js";
import { takeToken } from "./joining.js";
import { laterInTime } from "./loading.js";
import { Root } from "./root.js";
import { Sync } from "./sync.js";
import { watchUpdates } from "./updates.js";
import { html, render } from "./view.js";
import { firstLanguage, languages, speakOneOf } from "./words.js";

const app = new AppState(await openStore());
await app.reload();
const language = firstLanguage(app.now.settings.language);
app.set({ settings: { ...app.now.settings, language } });
await speakOneOf([language, ...Object.keys(languages())]);

const sync = new Sync(app);
takeToken(app);
addEventListener("hashchange", () => takeToken(app)); // a code scanned while the app is open

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.textContent = "";
watchTaps();
render(html`<${Root} app=${app} sync=${sync} />`, root);
sync.start();
watchUpdates(app, laterInTime(app));
stayAwake(app);
navigator.storage?.persist?.();
