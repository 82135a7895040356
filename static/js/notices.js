// Subscribes this browser to the notice that a pair is called, or unsubscribes it: on the page of its
// own, and by one tap on the page of the pair, whose parts a live update may put back as they were.

const box = () => document.querySelector("[data-watch]");
const part = (name) => box()?.querySelector(`[data-watch-${name}]`);

/** @type {boolean | null} whether this browser is told; null while that is not known */
let isOn = null;

/** The server's own words. */
class Refused extends Error {}

/** What went wrong, in the reader's words: browsers tell of their push service in English, in codes.
 * @param {unknown} error */
function explain(error) {
  if (error instanceof Refused) return say(error.message);
  const names = { NotAllowedError: "denied", AbortError: "unreachable", NetworkError: "unreachable" };
  return say(names[error?.name] ?? "failed");
}

/** @param {string} name the name of a sentence in the page */
function say(name) {
  const said = part("said");
  if (said) said.textContent = said.dataset[name] ?? name;
}

/** @param {string} text URL-safe base64 */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {string} method @param {PushSubscription | null} subscription */
function ask(address, method, subscription) {
  const body = JSON.stringify(subscription ?? {});
  return fetch(address, { method, body, headers: { "Content-Type": "application/json" } });
}

/** @param {string} method @param {PushSubscription} subscription */
async function tell(method, subscription) {
  const answer = await ask(box().dataset.watch, method, subscription);
  if (!answer.ok) throw new Refused((await answer.json().catch(() => ({}))).problems?.join(" ") ?? "failed");
}

/** Whether the server still knows this browser (it may have given its place to another one), and the
 * key with which it can ask.
 * @param {PushSubscription | null} subscription */
async function known(subscription) {
  const answer = await ask(box().dataset.watched, "POST", subscription);
  return answer.ok ? answer.json() : { told: true };
}

function show(on = isOn) {
  isOn = on;
  if (isOn === null || !box()) return;
  part("ask").hidden = isOn;
  part("stop").hidden = !isOn;
  const page = part("page");
  if (page) page.hidden = true;
}

/** The pairs that this browser is told of, by where it asked. */
const mine = () => new Set(JSON.parse(localStorage.getItem("watched") ?? "[]"));
function keep(pairs) {
  localStorage.setItem("watched", JSON.stringify([...pairs]));
}

async function begin() {
  if (!box()) return;
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    // An iPhone has them only for a page on its home screen. The pair's page leads to the one that says so.
    if (!part("page")) say(navigator.standalone === false ? "home" : "missing");
    return;
  }
  const here = box().dataset.watch;
  const isMine = mine().has(here);
  const registration = isMine ? await navigator.serviceWorker.getRegistration("/t/") : null;
  const subscription = (await registration?.pushManager.getSubscription()) ?? null;
  const isLost = isMine && !(subscription && (await known(subscription).catch(() => ({ told: true }))).told);
  if (isLost) {
    const rest = mine();
    rest.delete(here);
    keep(rest);
    say("lost");
  }
  show(isMine && !isLost);
}

async function start() {
  if ((await Notification.requestPermission()) !== "granted") return say("denied");
  const registration = await navigator.serviceWorker.register("/t/notices-worker.js", { scope: "/t/" });
  await navigator.serviceWorker.ready;
  const key = bytes(box().dataset.key ?? (await known(null)).key);
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await tell("POST", subscription);
  keep(mine().add(box().dataset.watch));
  show(true);
  say("on");
}

async function stop() {
  const registration = await navigator.serviceWorker.getRegistration("/t/");
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await tell("DELETE", subscription);
  const rest = mine();
  rest.delete(box().dataset.watch);
  keep(rest);
  show(false);
  say("off");
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-watch-ask]")) start().catch(explain);
  else if (event.target.closest?.("[data-watch-stop]")) stop().catch(explain);
});
document.addEventListener("live:swapped", () => show());
begin().catch(explain);
