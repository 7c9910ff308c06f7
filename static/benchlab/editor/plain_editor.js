// The plain editor, where rich_editor.js does not load: line numbers, and links to problems.
const PLAIN = "[data-editor]:not([data-rich]) textarea";

for (const editor of document.querySelectorAll("[data-editor]")) {
  const text = editor.querySelector("textarea");
  const lines = editor.querySelector(".editor-lines");
  const number = () => {
    if (!text.matches(PLAIN)) return;
    const count = text.value.split("\n").length;
    lines.textContent = Array.from({ length: count }, (_, index) => index + 1).join("\n");
    lines.scrollTop = text.scrollTop;
  };
  text.addEventListener("input", number);
  text.addEventListener("scroll", () => (lines.scrollTop = text.scrollTop));
  text.addEventListener("keydown", indentByTab);
  number();
  warnOfLoss(editor, text);
}

document.addEventListener("click", (event) => {
  const place = event.target.closest("[data-line]");
  const text = document.querySelector(PLAIN);
  if (place && text) goTo(text, Number(place.dataset.line), Number(place.dataset.column));
});

function indentByTab(event) {
  if (event.key !== "Tab" || event.shiftKey) return;
  event.preventDefault();
  event.target.setRangeText("  ", event.target.selectionStart, event.target.selectionEnd, "end");
}

function goTo(text, line, column) {
  const before = text.value.split("\n").slice(0, line - 1);
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  text.focus();
  text.setSelectionRange(at, at);
  text.scrollTop = Math.max(0, (line - 8) * parseFloat(getComputedStyle(text).lineHeight));
}

// The browser asks before unsaved text is left.
function warnOfLoss(editor, text) {
  let saving = false;
  text.form.addEventListener("submit", () => (saving = true));
  window.addEventListener("beforeunload", (event) => {
    const changed = "unsaved" in editor.dataset || text.value !== text.defaultValue;
    if (changed && !saving) event.preventDefault();
  });
}
