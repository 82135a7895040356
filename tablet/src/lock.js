// Only one tab of the app sends at a time. Web Locks exist only with https; otherwise a lease in
// localStorage is used. It is never renewed: after a tab dies, its lease runs out.

const NAME = "mus-tablet-send";
const LEASE_MS = 25_000;

export async function inTurn(work) {
  if (navigator.locks) {
    let asked = false;
    const alone = (lock) => {
      asked = true;
      return lock && work();
    };
    try {
      return await navigator.locks.request(NAME, { ifAvailable: true }, alone);
    } catch (error) {
      if (asked) throw error; // else denied, with all storage of the site: a lease will do
    }
  }
  const mine = String(Math.random());
  if (!take(mine)) return undefined;
  try {
    return await work();
  } finally {
    give(mine);
  }
}

function take(mine) {
  try {
    const [, until] = (localStorage.getItem(NAME) ?? " 0").split(" ");
    const left = Number(until) - Date.now();
    // A lease with more time left than LEASE_MS comes from a wrong clock: it is ignored.
    if (left > 0 && left <= LEASE_MS) return false;
    localStorage.setItem(NAME, `${mine} ${Date.now() + LEASE_MS}`);
  } catch {
    // No localStorage, or no room in it: send anyway, for the server accepts repeated actions.
  }
  return true;
}

function give(mine) {
  try {
    if (localStorage.getItem(NAME)?.startsWith(mine)) localStorage.removeItem(NAME);
  } catch {
    // No localStorage: there is no lease to give back.
  }
}
