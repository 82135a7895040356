// The texts of the screen in the chosen language. There are two catalogues: the texts of the rules
// (i18n/) and of the app (ui/), whose `later` are those of `later.js`. One language is loaded at a time.

/** @type {Record<string, string>} */
const NONE = {};
let words = NONE;
let later = NONE;

const told = () => document.querySelector("meta[name=words]");

/** Code → name of each language of the site (`LANGUAGES` in config/settings.py).
 * @returns {Record<string, string>} */
export const languages = () => JSON.parse(told()?.getAttribute("data-languages") ?? "{}");

/** Changes to a language, with the words of everything that is loaded. @param {string} language */
export async function speak(language) {
  const more = later === NONE ? later : wordsIn("later", language);
  [words, later] = await Promise.all([wordsIn("words", language), more]);
  document.documentElement.lang = language;
}

/** Loads the words of `later.js` in the language that is spoken. `query`: makes the address another
 * one. @param {string} query */
export async function speakLater(query) {
  for (let language; language !== document.documentElement.lang; ) {
    language = document.documentElement.lang;
    later = await wordsIn("later", language, query);
  }
}

/** The server delivers both catalogues as one file, next to the app's files (web/referee/app.py). */
async function wordsIn(file, language, query = "") {
  const spanish = told()?.getAttribute("content") ?? "";
  return (await import(spanish.replace("words-es", `${file}-${language}`) + query)).default;
}

/** Loads the first of these languages whose texts can be had: without a network only those in use
 * here before are. The app starts in any case, if need be with the keys of its texts.
 * @param {string[]} wished */
export async function speakOneOf(wished) {
  for (const language of wished) {
    try {
      return await speak(language);
    } catch {
      continue;
    }
  }
}

/** The first language: the chosen one, otherwise the first of the device's languages that exists
 * here. */
export function firstLanguage(chosen) {
  const wished = [chosen, ...(navigator.languages ?? [])].map((each) => (each ?? "").slice(0, 2));
  const here = languages();
  return wished.find((each) => each in here) ?? "es";
}

/** A text by its key; `{name}` stands for a parameter, `[one|many]` for singular or plural by
 * `n`. */
export const t = (key, params = {}) =>
  (words[key] ?? later[key] ?? key).replace(/\{(\w+)\}|\[(.*?)\|(.*?)\]/g, (whole, name, one, many) =>
    name ? (params[name] ?? whole) : params.n === 1 ? one : many,
  );

/** A phrase of explain.js as text, with the players' names for seats.
 * @param {{key: string, params?: any}} said @param {{seat: (seat: number) => string}} names */
export function phrase({ key, params = {} }, names) {
  const shown = {
    ...params,
    ...(params.lance && { lance: t(`lance.${params.lance}`) }),
    ...("seat" in params && { seat: names.seat(params.seat) }),
    ...(params.cards && { cards: params.cards.replaceAll(" ", "\u00a0") }),
    ...("equal" in params && { equal: names.seat(params.equal) }),
    ...(params.paid && { paid: params.paid.map(({ kind, stones }) => t(`paid.${kind}`, { stones })).join(", ") }),
  };
  return t(key, shown);
}

/** Phrases of explain.js one after the other. @param {any[]} all @param {{seat: (seat: number) => string}} names */
export const phrases = (all, names) => all.map((each) => phrase(each, names)).join(" ");
