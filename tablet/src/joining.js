// Joining a table by its link, /referee/app/#join=<token>: scanned, typed or pasted.

import { ask } from "./api.js";

const TOKEN = /(?:#join=|\/referee\/join\/|^)([A-Za-z0-9_.:~-]{6,})\/?$/;

/** If the address has a token, asks whether to join, and removes the token from the address. */
export function takeToken(app) {
  if (!location.hash.startsWith("#join=")) return;
  app.set({ joining: tokenIn(location.hash) });
  history.replaceState(null, "", `${location.pathname}#/`);
}

export const tokenIn = (text) => TOKEN.exec(text.trim())?.[1] ?? null;

/** Ends the question after the device is bound. False when another code was scanned meanwhile. */
export function bound(app, token) {
  if (app.now.joining && app.now.joining !== token) return false;
  app.set({ joining: null });
  return true;
}

/**
 * Binds this device to the table; resolves to the errors, an empty list on success. A device that
 * joined before sends its old token, so that it remains the same device. `name`: its name for
 * people.
 *
 * @param {import("./app-state").AppState} app
 * @param {string} token
 * @param {string} name
 */
export async function join(app, token, name = "") {
  const { settings, device: before } = app.now;
  const { language } = settings;
  const label = name.trim() || (before ? "" : deviceLabel());
  const key = await app.signer.key();
  const body = {
    token, label, ...(before && { known_as: before.token }), ...(key && { public_key: key.text }),
  };
  const { status, body: answer } = await ask("POST", "/devices/join/", { body, language });
  if (status !== 201 || !answer?.device_token) return answer?.errors ?? [{ code: "no_answer" }];
  const { device_token: raw, device, table, tournament } = answer;
  const values = { device: { token: raw, ...device, table, tournament }, table: null, etag: null };
  await app.keep({ values });
  return [];
}

/** A label for the organizer's list of devices: enough to distinguish two tablets. */
function deviceLabel() {
  const [, system] = /\((.*?)\)/.exec(navigator.userAgent) ?? [];
  return (system ?? "").split(";").slice(-2).join(" ").trim().slice(0, 60);
}
