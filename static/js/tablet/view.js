// What every part of the screen is drawn with.
export {
  html,
  render,
  useEffect,
  useErrorBoundary,
  useMemo,
  useRef,
  useState,
} from "../../vendor/htm-preact/standalone.module.js";

/** Class names in one text; what is false is left out. */
export const cls = (...names) => names.filter(Boolean).join(" ");
