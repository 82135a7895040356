// What every part of the screen is drawn with.
import { useEffect, useRef } from "../vendor/htm-preact/standalone.module.js";

export {
  html,
  render,
  useEffect,
  useErrorBoundary,
  useMemo,
  useRef,
  useState,
} from "../vendor/htm-preact/standalone.module.js";

/** Class names in one text; what is false is left out. */
export const cls = (...names) => names.filter(Boolean).join(" ");

/** Where the focus goes, once that is painted, when a step has taken away what had it. */
export function useFocus(find, steps) {
  const before = useRef();
  useEffect(() => {
    if (before.current && document.activeElement === document.body) find()?.focus({ preventScroll: true });
    before.current = true;
  }, steps);
}
