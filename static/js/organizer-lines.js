// The line numbers beside a text box: they follow the typing. Without this script they are right
// for the text as it was last sent.

for (const frame of document.querySelectorAll(".numbered")) {
  const box = frame.querySelector("textarea");
  const list = frame.querySelector(".numbered__lines");
  const least = box.rows;
  const count = () => {
    const lines = box.value.split("\n").length;
    while (list.children.length > lines) list.lastChild.remove();
    while (list.children.length < lines) {
      const item = document.createElement("li");
      item.textContent = list.children.length + 1;
      list.append(item);
    }
    // The frame scrolls, not the box, so that numbers and lines stay aligned.
    box.rows = Math.max(least, lines + 1);
  };
  box.addEventListener("input", count);
  count();
}
