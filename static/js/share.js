// A picture goes to the device's own sheet where that takes files; elsewhere its link saves it. The share
// button: the device's own sheet, or a copied link where there is none. Without either (or
// without a script) it is a link to WhatsApp.

const BACK = 3_000;

/** Shares the picture of a link with the address of its page, where the device can. */
function picture(event, link) {
  const file = (...parts) => new File(parts, "mus.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [file()] })) return;
  event.preventDefault();
  fetch(link.href)
    .then((answer) => answer.blob())
    .then((blob) => navigator.share({ files: [file(blob)], text: link.dataset.picture }))
    .catch(() => {}); // the reader changed their mind
}

export function share(event) {
  const link = event.target.closest?.("[data-picture]");
  if (link) picture(event, link);
  const button = event.target.closest?.("[data-share]");
  if (!button) return;
  const { share: url, words: text, copied } = button.dataset;
  if (navigator.share) {
    event.preventDefault();
    navigator.share({ title: document.title, text, url }).catch(() => {}); // the reader changed their mind
  } else if (navigator.clipboard) {
    event.preventDefault();
    const before = button.textContent;
    navigator.clipboard.writeText(url).then(() => {
      if (before === copied) return;
      button.textContent = copied;
      document.getElementById("said").textContent = copied;
      setTimeout(() => { button.textContent = before; }, BACK);
    }, () => location.assign(button.href));
  }
}
