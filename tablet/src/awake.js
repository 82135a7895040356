// Keeps the screen awake while a match is played at this table: nobody types a hand on a dark glass. A browser lets go of
// the lock whenever the page is hidden, and may refuse it to save its battery.

/** @param {{local: {match: any} | null}} app */
export function stayAwake(app) {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  const ask = async () => {
    const isNeeded = !document.hidden && app.local?.match;
    if (!isNeeded || !navigator.wakeLock || (lock && !lock.released)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  };
  document.addEventListener("visibilitychange", ask);
  addEventListener("pointerdown", ask);
  ask();
}
