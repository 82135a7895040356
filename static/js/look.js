// Keeps a page up to date that tells of several tournaments and so follows no stream of one: while
// somebody sees it, it is asked for again every so often. An unchanged one costs a 304.

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
