// Describes an action and its content in words.

import { t } from "../words.js";

export function titleOf({ kind, game, hand, about }) {
  if (about) return t(`kind_${kind}`, { what: titleOf(about) });
  const place = game ? t(hand ? "hand_place" : "game_place", { game, hand }) : "";
  return kind === "hand.record" && place ? place : `${t(`kind_${kind}`)} ${place}`;
}

export function contentOfAction({ kind, record, message, reason, by = [], first_mano: mano }) {
  const begun = kind === "match.start" && t("mano_is", { name: t("seat", { number: mano + 1 }) });
  const agreed = by.map((side) => t("agree", { side }));
  return [begun, record && contentOfRecord(record), message, reason && `“${reason}”`, ...agreed].filter(Boolean).join(" · ");
}

/** A hand in one line: cards, bets, claim. A value that is not a hand is shown unchanged. */
export function contentOfRecord(record) {
  try {
    return lineOf(record);
  } catch {
    return JSON.stringify(record);
  }
}

function lineOf({ cards, bets = {}, claim, quick, infractions }) {
  if (quick) return `${t("bare")} ${quick.stones.join("–")} ${quick.game_winner ?? ""}`;
  const four = (each) => (typeof each === "string" ? each : each.join(" "));
  const told = Object.entries(bets).map(([lance, calls]) => {
    const said = calls.map((c) => `${c.by} ${t(`call_${c.call}`)}${c.stake ? ` ${c.stake}` : ""}`);
    return t("told", { name: t(`lance.${lance}`), what: said.join(", ") });
  });
  return [
    cards?.map(four).join(" | "),
    ...told,
    infractions?.length && "G0",
    claim && `${t("claim")} ${claim.join("–")}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The text for a hand whose stones differ from those shown, or for an action that the desk
 * closed. */
export function noticeText({ became, action, game, hand, shown, now }) {
  if (became) return t(`desk_${became}`, { what: `${titleOf(action)} · ${contentOfAction(action)}` });
  return t("settled_otherwise", { game, hand, shown: shown.join("–"), now: now.join("–") });
}
