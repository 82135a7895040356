// Tells screen readers what changed on the page: a score, a result. Each `[data-say]` element
// carries a sentence; only new sentences are announced.

const PAUSE = 300; // one update may change several places

export function announce(region) {
  let known = sentences();
  let waiting = null;
  const compare = () => {
    waiting = null;
    const now = sentences();
    const fresh = [...now].filter(([key, text]) => known.get(key) !== text).map(([, text]) => text);
    known = now;
    if (fresh.length) region.textContent = fresh.join(" ");
  };
  new MutationObserver(() => {
    waiting ??= setTimeout(compare, PAUSE);
  }).observe(document.getElementById("content"), {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["data-say"],
  });
}

function sentences() {
  const all = document.querySelectorAll("#content [data-say]");
  return new Map([...all].map((element) => [element.id || element.dataset.key, element.dataset.say]));
}
