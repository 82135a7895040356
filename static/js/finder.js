// A field that searches a long form: only the parts with every word that is typed stay in sight.
// The field of a [data-finder] (components/finder.html) searches the [data-findable] of its closest
// [data-findables]: their text, and the other words in that attribute. Without scripts there is no field.

/** Of a plural the part that it shares with the singular. */
const stem = (word) => (word.length > 4 ? word.replace(/e?[sx]$/, "") : word);
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const nameOf = (part) => (part.querySelector("label, legend, strong") ?? part).textContent;

/** The parts that a search has opened. @type {WeakSet<HTMLDetailsElement>} */
const opened = new WeakSet();

/** @param {HTMLElement} finder */
function find(finder) {
  const words = plain(finder.querySelector("input").value).split(/\s+/).filter(Boolean).map(stem);
  const scope = finder.closest("[data-findables]");
  const all = [...scope.querySelectorAll("[data-findable]")].filter((one) => one.closest("[data-findables]") === scope);
  const inSight = (fitting) => fitting.some((one) => !one.closest("[hidden]"));
  const look = (wanted) => {
    const having = (text) => (one) => {
      const said = plain(text(one)).split(/[^\p{L}\p{N}]+/u);
      return wanted.every((word) => said.some((other) => other.startsWith(word)));
    };
    // Names come before explanations, and a rule for one round or lance is looked for by the words
    // that the general rule does not have.
    const named = all.filter(having((one) => `${nameOf(one)} ${one.dataset.findable}`));
    const fitting = inSight(named) ? named : all.filter(having((one) => `${one.textContent} ${one.dataset.findable}`));
    const general = fitting.filter((one) => !one.closest("[data-found-last]"));
    return wanted.length && inSight(general) ? general : fitting;
  };
  let found = look(words);
  // A number is mostly what a sheet sets: where it finds nothing, the other words alone may.
  const named = words.filter((word) => !/^\d+$/.test(word));
  if (named.length && !inSight(found)) found = look(named);
  for (const one of all) one.classList.toggle("is-left-out", !found.includes(one));
  for (const part of scope.querySelectorAll("details")) {
    if (!all.some((one) => part.contains(one))) continue; // nothing to find in it
    const has = inSight(found.filter((one) => part.contains(one)));
    part.classList.toggle("is-left-out", !has && words.length > 0);
    // What the search has opened it closes; what the reader has opened stays open.
    if (words.length && has && !part.open) {
      part.open = true;
      opened.add(part);
    }
    if (!words.length && opened.delete(part)) part.open = false;
  }
  finder.querySelector("[role=status]").hidden = inSight(found);
  finder.querySelector("button").hidden = !words.length;
}

/** Shows the fields and looks again: after the page has changed. */
export function findAgain() {
  for (const finder of document.querySelectorAll("[data-finder]")) {
    finder.hidden = false;
    if (finder.querySelector("input").value) find(finder);
  }
}

document.addEventListener("input", ({ target }) => {
  const finder = target.closest("[data-finder]");
  if (finder) find(finder);
});
document.addEventListener("click", ({ target }) => {
  const finder = target.closest("[data-finder] button")?.closest("[data-finder]");
  if (!finder) return;
  finder.querySelector("input").value = "";
  find(finder);
});
// Enter looks, and does not send the form around the field.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.closest("[data-finder]")) event.preventDefault();
});
