// What every page runs: the live updates when the page follows a tournament, and its print buttons.

import { follow } from "./live.js";

const { liveUrl, liveNumber } = document.body.dataset;
if (liveUrl) {
  follow(liveUrl, liveNumber ? Number(liveNumber) : null);
}

// After follow(), which compares the parts of the page as the server sent them.
function dress(root = document) {
  for (const button of root.querySelectorAll("[data-print]")) button.hidden = false;
}
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-print]")) print();
});
document.addEventListener("live:swapped", (event) => dress(event.target));
dress();
