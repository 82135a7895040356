// The texts of the screen in the chosen language. There are two catalogues: the texts of the rules
// (i18n/) and of the app (ui/). One language is loaded at a time.

export const LANGUAGES = { es: "Español", eu: "Euskara", en: "English", fr: "Français" };

let words = {};

export async function speak(language) {
  // The server delivers both catalogues as one file, next to the app's files (web/referee/app.py).
  const spanish = document.querySelector("meta[name=words]")?.getAttribute("content") ?? "";
  const found = await import(spanish.replace("words-es", `words-${language}`));
  words = found.default;
  document.documentElement.lang = language;
}

/** Loads the first of these languages whose texts can be had: without a network only those in use
 * here before are. The app starts in any case, if need be with the keys of its texts.
 * @param {string[]} languages */
export async function speakOneOf(languages) {
  for (const language of languages) {
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
  return wished.find((each) => each in LANGUAGES) ?? "es";
}

/** A text by its key; `{name}` stands for a parameter, `[one|many]` for singular or plural by
 * `n`. */
export const t = (key, params = {}) =>
  (words[key] ?? key).replace(/\{(\w+)\}|\[(.*?)\|(.*?)\]/g, (whole, name, one, many) =>
    name ? (params[name] ?? whole) : params.n === 1 ? one : many,
  );

/** A phrase of explain.js as text, with the players' names for seats.
 * @param {{key: string, params?: any}} said @param {{seat: (seat: number) => string}} names */
export function phrase({ key, params = {} }, names) {
  const shown = {
    ...params,
    ...(params.lance && { lance: t(`lance.${params.lance}`) }),
    ...("seat" in params && { seat: names.seat(params.seat) }),
  };
  return t(key, shown);
}
