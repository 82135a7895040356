// A key that repeats while it is held. What it does may take the key itself away: the finger that
// holds it is followed on the window.

import { html, useRef } from "../view.js";

const HELD_MS = 420;
const AGAIN_MS = 110;

/** `onPress`: a tap; `onHold`: again and again while it is held, which is then no tap. */
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
/** A finger that rests asks for no menu. */
const keep = (event) => event.preventDefault();
