// The tools with which every part of the screen is drawn.
import { html, useEffect, useRef } from "../vendor/htm-preact/standalone.module.js";

export {
  h,
  html,
  render,
  useEffect,
  useErrorBoundary,
  useMemo,
  useRef,
  useState,
} from "../vendor/htm-preact/standalone.module.js";

/** Joins class names; false values are left out. */
export const cls = (...names) => names.filter(Boolean).join(" ");

/** A sentence in which no score breaks after its dash. @param {string} text */
export const withScores = (text) =>
  text.split(/(\d+–\d+)/).map((part, n) => (n % 2 ? html`<span class="whole">${part}</span>` : part));

/** Moves the focus to `find()` when a change of `steps` has removed the element that had it. */
export function useFocus(find, steps) {
  const before = useRef();
  useEffect(() => {
    if (before.current && document.activeElement === document.body) find()?.focus({ preventScroll: true });
    before.current = true;
  }, steps);
}
