// The share button: the device's own sheet, or a copied link where there is none. Without either (or
// without a script) it is a link to WhatsApp.

const BACK = 3_000;

export function share(event) {
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
