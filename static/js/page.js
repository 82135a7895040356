// What every page runs: the live updates when the page follows a tournament.

import { follow } from "./live.js";

const { liveUrl, liveNumber } = document.body.dataset;
if (liveUrl) {
  follow(liveUrl, liveNumber ? Number(liveNumber) : null);
}
