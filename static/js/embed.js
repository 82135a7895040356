// A page in a frame of somebody else's page: it tells the host how high it is, and takes the host's
// appearance where none was chosen in its address. The host's side is js/embed-host.js; without it
// nothing happens.

const CHOSEN = new URLSearchParams(location.search).has("theme");
const main = document.getElementById("content");
let told = 0;

/** Tells the height. A bracket is as high as its frame where it can be: it asks for more room, never
 * for less. */
function tell() {
  const page = document.documentElement;
  const isTree = main.querySelector(".wall") !== null;
  const height = isTree ? Math.max(page.scrollHeight, page.clientHeight) : Math.ceil(main.getBoundingClientRect().height);
  if (height === told) return;
  told = height;
  parent.postMessage({ mus: "height", height }, "*");
}

addEventListener("message", ({ data, source }) => {
  if (source !== parent || data?.mus !== "theme" || CHOSEN) return;
  if (["light", "dark"].includes(data.theme)) document.documentElement.dataset.theme = data.theme;
});

if (parent !== window) {
  new ResizeObserver(tell).observe(main);
  parent.postMessage({ mus: "ready" }, "*");
}
