// For a page that shows frames of a Mus tournament: gives each frame the height of what is in it, and
// tells it whether this page is light or dark. Nothing else is read or changed.

(() => {
  const from = new URL(document.currentScript.src).origin;
  const frames = () => [...document.querySelectorAll("iframe")].filter((frame) => frame.src.startsWith(`${from}/`));

  /** Whether this page is dark, by what lies behind the frame. */
  function theme(frame) {
    for (let box = frame.parentElement; box; box = box.parentElement) {
      const [red, green, blue, alpha = 1] = getComputedStyle(box).backgroundColor.match(/[\d.]+/g).map(Number);
      if (alpha) return (red * 299 + green * 587 + blue * 114) / 1000 < 128 ? "dark" : "light";
    }
    return matchMedia("(prefers-color-scheme: dark)").matches &&
      getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "dark" : "light";
  }

  function tell() {
    for (const frame of frames()) frame.contentWindow.postMessage({ mus: "theme", theme: theme(frame) }, from);
  }

  addEventListener("message", ({ data, origin, source }) => {
    if (origin !== from || !data?.mus) return;
    if (data.mus === "ready") tell();
    const frame = frames().find((one) => one.contentWindow === source);
    if (frame && data.mus === "height" && data.height > 0) frame.style.height = `${Math.ceil(data.height)}px`;
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
  for (const one of [document.documentElement, document.body]) {
    if (one) new MutationObserver(tell).observe(one, { attributes: true });
  }
  tell();
})();
