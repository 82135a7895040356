// What an organizer types is kept in this browser until the server has accepted it: a session that ends, a reload,
// the back button or an empty battery lose nothing. A form takes part by components/draft.html in it.

const PREFIX = "draft:";
const ACCEPTED = "accepted"; // the cookie of web/once.py: the `once` of the form that was carried out
const DAYS = 14;

/** What was typed into a form: `fields` has the values by name, `once` is the form's when it was last sent.
 * @typedef {{ at: number, once: string, fields: Record<string, string[]> }} Draft */

/** A browser without storage keeps nothing. @returns {Storage | null} */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
const store = storage();

/** @param {string} key @returns {Draft | null} */
function kept(key) {
  try {
    return JSON.parse(store?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {Draft} draft */
function keep(key, draft) {
  try {
    store?.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is full: the form works without a draft.
  }
}

/** Deletes the draft of the form that was accepted, and those of weeks ago. */
function clear() {
  const sent = document.cookie.split("; ").find((one) => one.startsWith(`${ACCEPTED}=`))?.slice(ACCEPTED.length + 1);
  if (sent) document.cookie = `${ACCEPTED}=; path=/; max-age=0; samesite=lax`;
  for (const key of Object.keys(store ?? {}).filter((one) => one.startsWith(PREFIX))) {
    const draft = kept(key);
    if (!draft || (sent && draft.once === sent) || draft.at < Date.now() - DAYS * 86_400_000) store?.removeItem(key);
  }
}

/** The fields that somebody fills in. @param {HTMLFormElement} form */
const fieldsOf = (form) =>
  [...form.elements].filter(
    (one) => one.name && one.matches("input, textarea, select") && !one.matches("[type=hidden], [type=password], [type=file]"),
  );

/** The form's values by name. @param {HTMLFormElement} form */
function valuesOf(form) {
  /** @type {Record<string, string[]>} */
  const values = {};
  for (const field of fieldsOf(form)) {
    const list = (values[field.name] ??= []);
    if (field.matches("[type=checkbox], [type=radio]")) list.push(...(field.checked ? [field.value] : []));
    else if (field.matches("select")) list.push(...[...field.selectedOptions].map((option) => option.value));
    else list.push(field.value);
  }
  return values;
}

/** @param {HTMLFormElement} form @param {Record<string, string[]>} values */
function fill(form, values) {
  /** @type {Record<string, number>} */
  const at = {};
  for (const field of fieldsOf(form)) {
    const list = values[field.name];
    if (!list) continue;
    if (field.matches("[type=checkbox], [type=radio]")) field.checked = list.includes(field.value);
    else if (field.matches("select")) for (const option of field.options) option.selected = list.includes(option.value);
    else field.value = list[(at[field.name] = (at[field.name] ?? -1) + 1)] ?? field.value;
  }
  form.querySelector("textarea, input")?.dispatchEvent(new Event("input", { bubbles: true }));
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** @param {HTMLElement} told the words that something is back, in the form that has a draft */
function follow(told) {
  const form = told.closest("form");
  const { pathname, search } = new URL(form.getAttribute("action") ?? "", location.href);
  const key = `${PREFIX}${told.dataset.draft}:${pathname}${search}`;
  const shown = valuesOf(form); // as the server sent it
  const save = ({ type }) => {
    const [draft, now] = [kept(key), valuesOf(form)];
    const typed = Object.keys(now).filter((name) => draft?.fields[name] || !same(now[name], shown[name]));
    if (!typed.length) return;
    const once = type === "submit" ? form.elements.once.value : (draft?.once ?? "");
    const fields = Object.fromEntries(typed.map((name) => [name, now[name]]));
    keep(key, { at: Date.now(), once, fields: { ...draft?.fields, ...fields } });
  };
  const draft = kept(key);
  const back = draft && Object.keys(shown).filter((name) => draft.fields[name] && !same(draft.fields[name], shown[name]));
  if (back?.length) {
    // It may have been accepted although no answer came: sent again under the same `once`, it is carried out only once.
    if (draft.once) form.elements.once.value = draft.once;
    fill(form, draft.fields);
    told.hidden = false;
    told.querySelector("button").addEventListener("click", () => {
      store.removeItem(key);
      form.reset();
      told.hidden = true;
    });
  }
  form.addEventListener("input", save);
  form.addEventListener("change", save);
  form.addEventListener("submit", save);
}

clear();
for (const told of document.querySelectorAll("[data-draft]")) follow(told);
