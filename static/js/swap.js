// Puts the changed parts of a newly fetched page into the open page. Nothing of the reader's is
// lost: focus, scrolling, opened details and half-filled forms stay.

import { announce } from "./announce.js";
import { keyedIn, morph } from "./morph.js";
import { html } from "./sent.js";

let shown = new Map(); // id → the HTML the server last sent for it

/** Takes the parts of the page as they were when it loaded (js/sent.js). */
export function begin(sent) {
  shown = sent;
  const region = document.getElementById("said");
  if (region) announce(region);
}

/** Swaps every `[data-live][id]` that differs. Returns the ids of parts that the reader is using
 * and that must wait. */
export function swap(fresh) {
  const waiting = [];
  const done = [];
  for (const old of document.querySelectorAll("[data-live][id]")) {
    const next = fresh.getElementById(old.id);
    if (!next || done.some((element) => element.contains(old))) continue;
    const text = html(next);
    if (shown.get(old.id) === text) continue;
    if (inUse(old)) {
      waiting.push(old.id);
      continue;
    }
    if (isWhole(old)) {
      location.reload();
      return [];
    }
    shown.set(old.id, text);
    done.push(replace(old, document.importNode(next, true)));
  }
  return waiting;
}

/** Whether the page's script has made more of this part than the server sent: then only the whole
 * page can follow a change. */
const isWhole = (element) => "whole" in element.dataset;

function inUse(element) {
  if (element.closest("form[data-edited]") || element.querySelector("form[data-edited]")) return true;
  const active = document.activeElement;
  return element.contains(active) && active.matches("input:not([type=hidden]), select, textarea");
}

/** Puts a stream's parts (name, HTML) in place. False when a part has no place or is in use. */
export function apply(parts) {
  const places = parts.map(([name, text]) => [placeOf(name), text]);
  if (places.some(([place]) => !place || inUse(place))) return false;
  if (places.some(([place]) => isWhole(place))) {
    location.reload();
    return true;
  }
  for (const [place, text] of places) {
    const made = document.createElement("template");
    // eslint-disable-next-line no-restricted-syntax -- HTML that the server made and escaped
    made.innerHTML = text;
    shown.delete(place.closest("[data-live][id]").id);
    replace(place, document.importNode(made.content.firstElementChild, true));
  }
  return true;
}

/** "match-hands/g1/h12" means h12 in g1 in the element with id match-hands (morph.js says of keys). */
function placeOf(name) {
  const [id, ...keys] = name.split("/");
  return inside(document.getElementById(id), keys);
}

const inside = (root, keys) => keys.reduce((place, key) => place && keyedIn(place).get(key), root);

function replace(old, next) {
  for (const marked of [old, ...old.querySelectorAll(".just-changed")]) {
    marked.classList.remove("just-changed");
    if (!marked.classList.length) marked.removeAttribute("class");
  }
  const changed = changedIn(old, next);
  const place = readersPlace(old);
  const now = morph(old, next);
  place?.();
  // Forces a layout: the animation restarts only if the browser has seen the class removed.
  now.getBoundingClientRect();
  for (const one of changed.map((keys) => inside(now, keys))) one?.classList.add("just-changed");
  for (const inner of now.querySelectorAll("[data-live][id]")) shown.set(inner.id, html(inner));
  now.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true }));
  return now;
}

/** What puts the part that the reader looks at back to where it was in the window, when text above
 * it grew. Browsers do so by themselves only for nodes that stay. */
function readersPlace(root) {
  if (root.getBoundingClientRect().top >= 0) return null;
  const inView = [...root.querySelectorAll("[data-key]")].reverse().find((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < innerHeight / 2 && bottom > innerHeight / 4;
  });
  const before = inView?.getBoundingClientRect().top;
  return inView && (() => {
    if (inView.isConnected) scrollBy({ top: inView.getBoundingClientRect().top - before, behavior: "instant" });
  });
}

// Returns where the changed elements with a key are; [[]] means the whole element, which has no keys.
function changedIn(old, next) {
  return next.querySelector("[data-key]") ? [...changedKeys(old, next, [])] : [[]];
}

function* changedKeys(old, next, path) {
  const before = old ? keyedIn(old) : new Map();
  for (const [key, element] of keyedIn(next)) {
    const was = before.get(key);
    if (was && html(was) === html(element)) continue;
    yield [...path, key];
    yield* changedKeys(was, element, [...path, key]);
  }
}
