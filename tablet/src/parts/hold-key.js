// A key that repeats while it is held. Its action may remove the key from the screen, so the end of
// the touch is observed on the window.

import { html, useRef } from "../view.js";

const HELD_MS = 420;
const AGAIN_MS = 110;

/** `onPress`: called for a tap; `onHold`: called repeatedly while the key is held, instead of
 * `onPress`. */
export function HoldKey({ onPress, onHold, children, ...more }) {
  const finger = useRef(/** @type {{held: boolean}} */ ({ held: false })).current;
  const down = () => {
    finger.held = false;
    let timer = setTimeout(function again() {
      finger.held = true;
      onHold();
      timer = setTimeout(again, AGAIN_MS);
    }, HELD_MS);
    const up = () => {
      clearTimeout(timer);
      for (const name of ENDS) removeEventListener(name, up);
    };
    for (const name of ENDS) addEventListener(name, up);
  };
  const press = () => finger.held || onPress();
  return html`<button ...${more} onPointerDown=${down} onClick=${press} onContextMenu=${keep}>${children}</button>`;
}

const ENDS = ["pointerup", "pointercancel", "blur"];
/** A long touch opens no menu. */
const keep = (event) => event.preventDefault();
