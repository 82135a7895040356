// Puts the changed parts of a freshly fetched page into the open one, without taking anything
// away from the reader: focus, scrolling, opened details and half-filled forms stay.

import { announce } from "./announce.js";
import { morph } from "./morph.js";
import { html } from "./sent.js";

let shown = new Map(); // id → the HTML the server last sent for it

/** What the page was when it was loaded (js/sent.js). */
export function begin(sent) {
  shown = sent;
  const region = document.getElementById("said");
  if (region) announce(region);
}

/** Swaps every `[data-live][id]` that differs. Returns the ids that had to wait for the reader. */
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
    shown.set(old.id, text);
    done.push(replace(old, document.importNode(next, true)));
  }
  return waiting;
}

function inUse(element) {
  if (element.closest("form[data-edited]") || element.querySelector("form[data-edited]")) return true;
  const active = document.activeElement;
  return element.contains(active) && active.matches("input:not([type=hidden]), select, textarea");
}

/** The parts of news with whole texts: a list copies [from, length] at a time from `told`, the news
 * before, or, where `page` says how long it is, from the page as it was loaded. Undefined when that
 * is not to be had. */
export async function whole({ page, parts }, told) {
  const before = page ? await loaded().catch(() => "") : told;
  const isKnown = page ? before.length === page : before || !parts.some(([, text]) => Array.isArray(text));
  const copied = (one) => (Array.isArray(one) ? before.substr(...one) : one);
  return isKnown ? parts.map(([name, text]) => [name, [text].flat().map(copied).join("")]) : undefined;
}

/** What follows the head of the page as it was loaded, cut as in web/live/shorter.py. */
async function loaded() {
  const response = await fetch(location.href, { cache: "force-cache" });
  const page = await response.text();
  return page.slice(page.indexOf("<body")).replace(/[ \t\r\n]{2,}/g, "\n");
}

/** Puts parts that a stream told (name, HTML) in their places. False: one of them has no place. */
export function apply(parts) {
  const places = parts.map(([name, text]) => [placeOf(name), text]);
  if (places.some(([place]) => !place || inUse(place))) return false;
  for (const [place, text] of places) {
    const made = document.createElement("template");
    // eslint-disable-next-line no-restricted-syntax -- the server's own HTML, escaped there
    made.innerHTML = text;
    shown.delete(place.closest("[data-live][id]").id);
    replace(place, document.importNode(made.content.firstElementChild, true));
  }
  return true;
}

/** "match-hands/h12": the element with this data-key in the element with this id. */
function placeOf(name) {
  const [id, key] = name.split("/");
  const root = document.getElementById(id);
  return key === undefined ? root : root?.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

function replace(old, next) {
  for (const marked of [old, ...old.querySelectorAll(".just-changed")]) {
    marked.classList.remove("just-changed");
    if (!marked.classList.length) marked.removeAttribute("class");
  }
  const changed = changedIn(old, next);
  const { id } = old;
  const key = old.dataset.key;
  morph(old, next);
  const now = id ? document.getElementById(id) : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  // Only now is the old mark gone for the eye: an animation begins when its class comes anew.
  now.getBoundingClientRect();
  for (const one of changed.map((changedKey) => inside(now, changedKey))) one?.classList.add("just-changed");
  for (const inner of now.querySelectorAll("[data-live][id]")) shown.set(inner.id, html(inner));
  now.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true }));
  return now;
}

// What carries a data-key is marked when it changed; without keys the whole element is.
function changedIn(old, next) {
  const keyed = [...next.querySelectorAll("[data-key]")];
  if (!keyed.length) return [""];
  return keyed
    .filter((element) => {
      const before = inside(old, element.dataset.key);
      return !before || html(before) !== html(element);
    })
    .map((element) => element.dataset.key);
}

const inside = (root, key) =>
  key ? root.querySelector(`[data-key="${CSS.escape(key)}"]`) : root;
