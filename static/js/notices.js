// Subscribes this browser to the notice that a pair is called, or unsubscribes it.

const box = document.querySelector("[data-watch]");
const [ask, stop, said] = ["ask", "stop", "said"].map((name) => box.querySelector(`[data-watch-${name}]`));

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
  said.textContent = said.dataset[name] ?? name;
}

/** @param {string} text URL-safe base64 */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {string} method @param {PushSubscription} subscription */
async function tell(method, subscription) {
  const body = JSON.stringify(subscription);
  const answer = await fetch(box.dataset.watch, { method, body, headers: { "Content-Type": "application/json" } });
  if (!answer.ok) throw new Refused((await answer.json().catch(() => ({}))).problems?.join(" ") ?? "failed");
}

/** Whether the server still knows this browser: it may have given its place to another one.
 * @param {PushSubscription} subscription */
async function isTold(subscription) {
  const body = JSON.stringify(subscription);
  const answer = await fetch(box.dataset.watched, { method: "POST", body, headers: { "Content-Type": "application/json" } });
  return !answer.ok || (await answer.json()).told;
}

function show(isOn) {
  ask.hidden = isOn;
  stop.hidden = !isOn;
}

async function begin() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    // An iPhone has them only for a page on its home screen.
    return say(navigator.standalone === false ? "home" : "missing");
  }
  const registration = await navigator.serviceWorker.register("/t/notices-worker.js", { scope: "/t/" });
  const known = await registration.pushManager.getSubscription();
  const mine = new Set(JSON.parse(localStorage.getItem("watched") ?? "[]"));
  const keep = () => localStorage.setItem("watched", JSON.stringify([...mine]));
  const isMine = Boolean(known) && mine.has(box.dataset.watch);
  const isLost = isMine && !(await isTold(known).catch(() => true));
  if (isLost) {
    mine.delete(box.dataset.watch);
    keep();
    say("lost");
  }
  show(isMine && !isLost);

  ask.addEventListener("click", async () => {
    try {
      if ((await Notification.requestPermission()) !== "granted") return say("denied");
      await navigator.serviceWorker.ready;
      const key = bytes(box.dataset.key);
      const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      await tell("POST", subscription);
      mine.add(box.dataset.watch);
      keep();
      show(true);
      say("on");
    } catch (error) {
      explain(error);
    }
  });

  stop.addEventListener("click", async () => {
    try {
      const subscription = await registration.pushManager.getSubscription();
      if (subscription) await tell("DELETE", subscription);
      mine.delete(box.dataset.watch);
      keep();
      show(false);
      say("off");
    } catch (error) {
      explain(error);
    }
  });
}

begin().catch(explain);
