// Runs on every page: live updates when the page follows a tournament, and print buttons.

import { bracket, mine } from "./later.js";
import { follow } from "./live.js";
import { share } from "./share.js";

const { liveUrl, liveNumber } = document.body.dataset;
if (liveUrl) follow(liveUrl, liveNumber ? Number(liveNumber) : null);

// A result that is still being computed causes no event: the page asks until it is there.
const COMING = 5_000;
function lookForComing() {
  if (!document.querySelector("[data-coming]")) return;
  if (!document.hidden) dispatchEvent(new Event("live:look"));
  setTimeout(lookForComing, COMING);
}
setTimeout(lookForComing, COMING);

// Called after follow(), which needs the page's parts exactly as the server sent them.
function dress(root = document) {
  for (const button of root.querySelectorAll("[data-print]")) button.hidden = false;
}
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-print]")) print();
  share(event);
});
document.addEventListener("live:swapped", (event) => dress(event.target));
dress();
bracket();
mine();

// From the second page on, style sheets are in the browser's cache (web/templatetags/styles.py).
addEventListener("pagehide", () => {
  document.cookie = "been=1; path=/; max-age=2592000; samesite=lax";
});

// Paper cannot be opened: closed details are opened for printing and closed again afterwards.
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("details.hand:not([open])")];
  for (const details of unfolded) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of unfolded) details.open = false;
});
