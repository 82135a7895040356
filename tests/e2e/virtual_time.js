// Time that passes only when a test says so: `?time=virtual` in the address. Frames come every 16 ms.

const real = window.setTimeout.bind(window);
let now = 0;
let last = 0;
/** @type {Map<number, {at: number, work: () => void}>} */
const due = new Map();

/** Lets what waits for no time at all happen: promises, and the events of a changed address. */
const settle = async () => {
  for (let turn = 0; turn < 12; turn += 1) await null;
  await new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(null);
    port2.postMessage(null);
  });
};

async function advance(ms) {
  const end = now + ms;
  await settle();
  for (;;) {
    const [next] = [...due].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at || a[0] - b[0]);
    if (!next) break;
    now = next[1].at;
    due.delete(next[0]);
    next[1].work();
    await settle();
  }
  now = end;
}

if (new URLSearchParams(location.search).get("time") === "virtual") {
  const later = (work, ms = 0) => {
    due.set((last += 1), { at: now + Math.max(ms, 1), work });
    return last;
  };
  Object.assign(window, {
    setTimeout: later,
    clearTimeout: (id) => void due.delete(id),
    setInterval: () => 0,
    requestAnimationFrame: (work) => later(() => work(now), 16),
    cancelAnimationFrame: (id) => void due.delete(id),
  });
  // Frames of a fading cover take real time.
  Element.prototype.animate = undefined;
  // What a screen learns of it later, in real time, would move the keys below.
  Object.defineProperty(navigator, "storage", { value: undefined });
}
Object.assign(window, { advance, real });
