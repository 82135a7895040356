// House rules: presets, and settings that replace those of the preset (mus/ruleset.py, §9, §10).

import { CHOICES, DEFAULT_PRESET, PRESETS } from "./data.js";
import { cut, fault, isObject, own, whole } from "./values.js";

/** All settings of the rule set that a record names; null when there is no such rule set. */
export function rulesetFrom(value) {
  const faults = [];
  const ruleset = readRuleset(value, faults);
  return faults.length ? null : ruleset;
}

/** The rule set that a record names, for a game of `target` stones; without them as it is (S7). */
export function withTarget(ruleset, target) {
  if (!target || rulesetFrom(ruleset)?.target === target) return ruleset;
  return { ...(typeof ruleset === "string" ? { preset: ruleset } : ruleset), target };
}

/** Like `rulesetFrom`, but keeps the readable settings and appends the others to `faults`. */
export function readRuleset(value, faults) {
  if (value == null) return PRESETS[DEFAULT_PRESET];
  if (!isObject(value)) return preset(value, "ruleset", faults);
  const named = Object.hasOwn(value, "preset") ? value.preset : DEFAULT_PRESET;
  const ruleset = { ...preset(named, "ruleset.preset", faults) };
  for (const name of Object.keys(value)) {
    if (name === "preset") continue;
    const given = value[name];
    if (isChoice(own(CHOICES, name), given)) ruleset[name] = given;
    else faults.push(fault("bad_ruleset", `ruleset.${cut(name)}`, { given }));
  }
  return ruleset;
}

function preset(key, path, faults) {
  const found = typeof key === "string" ? own(PRESETS, key) : undefined;
  if (!found) faults.push(fault("bad_ruleset", path, { given: key }));
  return found ?? PRESETS[DEFAULT_PRESET];
}

function isChoice(choices, given) {
  if (!choices || Array.isArray(choices)) return Boolean(choices?.includes(given));
  const number = whole(given);
  return number !== null && choices.from <= number && number <= choices.to;
}
