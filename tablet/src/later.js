// What a table needs only after its first hand, in a file of its own (`loading.js`): a first visit
// waits for none of it.

import { CallScreen } from "./screens/call.js";
import { CorrectScreen } from "./screens/correct.js";
import { HistoryScreen, OneHand } from "./screens/history.js";
import { RehearseScreen } from "./rehearsal.js";
import { SettingsScreen } from "./screens/settings.js";
import { UndoScreen } from "./screens/undo.js";
import { WaitingScreen } from "./screens/waiting.js";

export { consequences } from "./ahead.js";
export { noticeText, titleOf } from "./parts/action-words.js";
export { Correction } from "./parts/changes.js";
export { Called } from "./parts/called.js";
export { Confirmations } from "./parts/confirming.js";
export { Export } from "./parts/export.js";
export { Infraction } from "./parts/infraction.js";
export { NoRoom } from "./parts/no-room.js";
export { dealIn, Dealt } from "./rehearsal.js";

export const SCREENS = {
  correct: CorrectScreen,
  history: HistoryScreen,
  shown: OneHand,
  undo: UndoScreen,
  call: CallScreen,
  waiting: WaitingScreen,
  settings: SettingsScreen,
  rehearse: RehearseScreen,
};
