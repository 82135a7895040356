// Keeps a page up to date that shows several tournaments, and so cannot follow one stream: while
// visible, it is fetched again from time to time. An unchanged page costs only a 304.

import { Page } from "./live.js";
import { remembered } from "./sent.js";

const AT_MOST = 60_000;

export function lookEvery(usual) {
  const page = new Page("", 0, remembered());
  let wait = usual;
  const again = async () => {
    const reached = document.hidden || (await page.look());
    wait = reached ? usual : Math.min(wait * 2, AT_MOST);
    setTimeout(again, wait);
  };
  setTimeout(again, wait);
  document.addEventListener("visibilitychange", () => document.hidden || page.look());
}
