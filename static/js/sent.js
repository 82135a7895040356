// The HTML that the server last sent for each live part of the page.

const TOKEN = /(name="(?:csrfmiddlewaretoken|once)" value=")[^"]*/g; // differs in every answer

export const html = (element) => element.outerHTML.replace(TOKEN, "$1");

/** Returns id → HTML. Call once, before the reader can change anything. */
export function remembered() {
  document.addEventListener("input", (event) => {
    event.target.form?.setAttribute("data-edited", "");
  });
  document.addEventListener("reset", (event) => event.target.removeAttribute("data-edited"));
  const live = [...document.querySelectorAll("[data-live][id]")];
  return new Map(live.map((element) => [element.id, html(element)]));
}
