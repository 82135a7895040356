// In place of a screen that is not loaded yet: asks for it until it is there.

import { loadLater } from "../loading.js";
import { html, useEffect } from "../view.js";
import { t } from "../words.js";

const AGAIN_MS = 3_000;

export function Coming({ app }) {
  useEffect(() => {
    const load = () => loadLater(app).catch(() => {}); // there is no network: tried again
    load();
    const timer = setInterval(load, AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return html`<p class="panel" role="status">${t(app.now.reached === false ? "later_away" : "loading")}</p>`;
}
