// One tab of the app sends at a time. Web Locks exist on https alone; elsewhere a lease in
// localStorage does, renewed by nobody: a tab that dies loses it after its length.

const NAME = "mus-tablet-send";
const LEASE_MS = 25_000;

export async function inTurn(work) {
  if (navigator.locks) {
    return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => lock && work());
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
    // A lease longer than leases are comes from a clock that was wrong: it counts for nothing.
    if (left > 0 && left <= LEASE_MS) return false;
    localStorage.setItem(NAME, `${mine} ${Date.now() + LEASE_MS}`);
  } catch {
    // No localStorage, or no room in it: the server answers a double delivery as well.
  }
  return true;
}

function give(mine) {
  try {
    if (localStorage.getItem(NAME)?.startsWith(mine)) localStorage.removeItem(NAME);
  } catch {
    // As above.
  }
}
