// Shows a stored draw match by match, as cards that turn over one after another.

const list = document.querySelector("[data-reveal]");
const bar = document.querySelector("[data-reveal-bar]");
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

if (list && bar) {
  const steps = [...list.querySelectorAll("[data-step]")];
  const count = bar.querySelector("[data-reveal-count]");
  const again = bar.querySelector("[data-reveal-again]");
  const all = bar.querySelector("[data-reveal-all]");
  // Slow enough for an audience to follow, but at most half a minute in total.
  const pause = Math.max(350, Math.min(1_600, 30_000 / steps.length));
  let timer = null;

  const say = (shown) => (count.textContent = shown < steps.length ? `${shown} / ${steps.length}` : "");

  function finish() {
    clearInterval(timer);
    timer = null;
    for (const step of steps) step.classList.remove("is-hidden");
    say(steps.length);
    all.hidden = true;
    again.hidden = false;
    list.removeAttribute("aria-busy");
  }

  function start() {
    let shown = 0;
    for (const step of steps) step.classList.add("is-hidden");
    list.setAttribute("aria-busy", "true");
    again.hidden = true;
    all.hidden = false;
    say(0);
    all.focus({ preventScroll: true });
    timer = setInterval(() => {
      const step = steps[shown];
      if (!step) return finish();
      shown += 1;
      step.classList.remove("is-hidden");
      step.classList.add("is-turning");
      if (!calm) step.scrollIntoView({ block: "nearest", behavior: "smooth" });
      say(shown);
    }, pause);
  }

  bar.hidden = false;
  again.addEventListener("click", start);
  all.addEventListener("click", finish);
  if (list.dataset.reveal === "now") {
    history.replaceState(null, "", location.pathname); // a reload shows the whole draw at once
    if (!calm) start();
  }
}
