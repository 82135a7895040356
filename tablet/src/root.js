// The screens and the frame around them. The address says which screen: "#/history/1/3".

import { Bar, Banners } from "./parts/bar.js";
import { Coming } from "./parts/coming.js";
import { HandScreen } from "./screens/hand.js";
import { JoinScreen } from "./screens/join.js";
import { StartScreen } from "./screens/start.js";
import { TableScreen } from "./screens/table.js";
import { newScreen } from "./guard.js";
import { go } from "./nav.js";
import { html, useEffect, useErrorBoundary, useFocus, useMemo, useState } from "./view.js";
import { t } from "./words.js";

// The others are in `later.js`.
const SCREENS = { "": TableScreen, start: StartScreen, hand: HandScreen, join: JoinScreen };
const WITHOUT_TABLE = new Set(["settings", "waiting", "join", "rehearse"]);

const whereNow = () => location.hash.replace(/^#\/?/, "").split("/");

const screenOf = (name, later) => SCREENS[name] ?? (later ? (later.SCREENS[name] ?? TableScreen) : Coming);

/** Catches the error of a screen: then offers the export of waiting actions, and a way back. */
function Careful({ children, now, app }) {
  const [error] = useErrorBoundary((told) => console.error(told));
  if (!error) return children;
  return html`<section class="panel panel--bad" role="alert">
    <h1>${t("screen_failed")}</h1>
    <p class="soft">${String(error)}</p>
    <button class="key key--go" onClick=${() => go("")}>${t("to_table")}</button>
    <button class="key" onClick=${() => app.note({ draft: null }).then(() => go(""))}>${t("without_draft")}</button>
    ${now.later && html`<${now.later.Export} items=${[...now.items, ...(now.draft ? [{ action: now.draft }] : [])]} />`}
  </section>`;
}

export function Root({ app, sync }) {
  const [now, setNow] = useState(app.now);
  const [where, setWhere] = useState(whereNow);
  useEffect(() => {
    app.listeners.add(setNow);
    setNow(app.now);
    const moved = () => {
      newScreen();
      setWhere(whereNow());
      scrollTo(0, 0);
    };
    addEventListener("hashchange", moved);
    return () => {
      app.listeners.delete(setNow);
      removeEventListener("hashchange", moved);
    };
  }, []);
  useEffect(() => {
    document.documentElement.dataset.theme = now.settings.theme;
  }, [now.settings.theme]);
  const [name, ...rest] = where;
  const joined = now.device || now.rehearsal;
  const Screen =
    (now.joining || !joined) && !WITHOUT_TABLE.has(name) ? JoinScreen : screenOf(name, now.later);
  const title = () => document.querySelector("h1");
  useEffect(() => {
    document.title = [title()?.textContent, t("app")].filter(Boolean).join(" · ");
  }, [Screen, where, now.settings.language]);
  useFocus(() => {
    title()?.setAttribute("tabindex", "-1");
    return title();
  }, [Screen, where]);
  // So that a tap is answered in one frame, parts that it does not change are not drawn again.
  const { draft, keeping, update, ...shown } = now;
  const around = useMemo(
    () => html`<${Bar} app=${app} now=${now} screen=${Screen === JoinScreen ? "join" : name} />
      <${Banners} app=${app} now=${now} screen=${name} />`,
    [Screen, name, keeping, update, ...Object.values(shown)],
  );
  const screen = useMemo(
    () => html`<${Careful} key=${where.join()} app=${app} now=${now}>
      ${now.unsaved
        ? html`<${now.later?.NoRoom ?? Coming} app=${app} sync=${sync} unsaved=${now.unsaved} />`
        : html`<${Screen} app=${app} now=${now} sync=${sync} rest=${rest} />`}
    <//>`,
    [Screen, where, draft, ...Object.values(shown)],
  );
  return html`${around}<main class="screen" id="content">${screen}</main>`;
}
