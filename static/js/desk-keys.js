// Keyboard control of the desk. An element names its key: data-press="c". The key opens a link; a button, which would
// change something, is only brought into focus, for Enter to press. On a device the keys can be turned off (WCAG 2.1.4).

import { showHints } from "./hints.js";

const TWO_DIGITS = 600; // a second digit within these milliseconds belongs to the first
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OFF = "desk-keys-off";
let typed = "";
let wants = "match"; // what a table's number opens: its match, or after "." the form for its result
let waiting = 0;

/** Whether somebody is typing in a field: then keys are letters, not commands.
 * @param {EventTarget | null} target */
function isWriting(target) {
  return target instanceof Element && target.closest("input, select, textarea, [contenteditable]") !== null;
}

/** Whether the keys are turned off on this device. A browser that stores nothing has them on. */
function areOff() {
  try {
    return localStorage.getItem(OFF) === "1";
  } catch {
    return false;
  }
}

/** @param {string} number */
function table(number) {
  return document.querySelector(`.wall [data-table="${number}"]`);
}

/** A digit waits for a second one while some longer table number begins with it.
 * @param {string} key */
function digit(key) {
  clearTimeout(waiting);
  typed += key;
  const now = typed;
  const longer = now !== "0" && document.querySelector(`.wall [data-table^="${now}"]:not([data-table="${now}"])`);
  const open = () => {
    const found = table(String(Number(now)));
    if (wants === "match") found?.click();
    else found?.parentElement.querySelector("[data-focuses]:not([open]) > summary")?.click();
    typed = "";
    wants = "match";
  };
  if (longer && now.length < 2) waiting = setTimeout(open, TWO_DIGITS);
  else open();
}

/** Moves the focus to the neighbouring table, by position on the screen: up and down, to the nearest of the next row.
 * @param {number[]} step */
function move([x, y]) {
  const tables = [...document.querySelectorAll(".wall [data-table]")];
  const here = tables.indexOf(document.activeElement);
  if (here < 0) return tables[0]?.focus();
  if (x) return tables[here + x]?.focus();
  const from = tables[here].getBoundingClientRect();
  const beyond = tables
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - from.top) * y > 4)
    .sort((a, b) => (a.box.top - b.box.top) * y || Math.abs(a.box.left - from.left) - Math.abs(b.box.left - from.left));
  return beyond[0]?.one.focus();
}

document.addEventListener("keydown", (event) => {
  const keys = document.getElementById("keys");
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target) || keys?.open || areOff()) return;
  if (event.key === "?" && keys) keys.showModal();
  else if (event.key === "f") showHints();
  else if (event.key === "." && document.querySelector(".wall")) wants = "result";
  else if (/^[0-9]$/.test(event.key) && document.querySelector(".wall")) digit(event.key);
  else if (STEPS[event.key] && document.activeElement?.closest(".wall")) move(STEPS[event.key]);
  else {
    const pressed = /^[a-z]$/.test(event.key) && document.querySelector(`[data-press="${event.key}"]`);
    if (!pressed) return;
    if (pressed.matches("a")) pressed.click();
    else pressed.focus({ focusVisible: true });
  }
  event.preventDefault();
});

for (const box of document.querySelectorAll("[data-keys-work]")) {
  box.checked = !areOff();
  box.addEventListener("change", () => localStorage.setItem(OFF, box.checked ? "0" : "1"));
}
for (const button of document.querySelectorAll("[data-keys]")) {
  button.hidden = false;
  button.addEventListener("click", () => document.getElementById("keys").showModal());
}
