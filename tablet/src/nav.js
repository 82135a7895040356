import { newScreen } from "./guard.js";

/** Goes to another screen, such as "history/1/3". The browser's back button works. */
export const go = (where) => {
  newScreen();
  location.hash = `#/${where}`;
};
