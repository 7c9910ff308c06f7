// The validator's problems: marks in the gutter, and links from the list to the text.
import { setDiagnostics } from "@codemirror/lint";

export function followProblems(view, list) {
  const mark = () => view.dispatch(setDiagnostics(view.state, [...list.querySelectorAll(".problems li")].flatMap((item) => diagnostic(view, item))));
  mark();
  document.addEventListener("htmx:afterSwap", (event) => event.target === list && mark());
  list.addEventListener("click", (event) => {
    const item = event.target.closest("button") && event.target.closest("li");
    if (!item?.querySelector("[data-line]")) return;
    if (event.target.closest("[data-replace]")) replace(view, item);
    else view.dispatch({ selection: { anchor: place(view, item).from }, scrollIntoView: true });
    view.focus();
  });
}

function diagnostic(view, item) {
  if (!item.querySelector("[data-line]")) return [];
  const { instead } = item.dataset;
  const message = item.querySelector(".problem-words").textContent;
  const actions = instead ? [{ name: `Replace with ${instead}`, apply: () => replace(view, item) }] : [];
  return [{ ...place(view, item), severity: "error", message, actions }];
}

// The text may have become shorter since it was validated.
function place(view, item) {
  const { line, column } = item.querySelector("[data-line]").dataset;
  const found = view.state.doc.line(Math.min(Number(line), view.state.doc.lines));
  const from = Math.min(found.from + Number(column) - 1, found.to);
  const length = /^["']?[\w-]*["']?/.exec(found.text.slice(from - found.from))[0].length;
  return { from, to: Math.min(from + Math.max(length, 1), found.to) };
}

function replace(view, item) {
  const { word, instead } = item.dataset;
  const { from } = place(view, item);
  const line = view.state.doc.lineAt(from);
  const at = line.text.indexOf(word, from - line.from);
  if (at < 0) return;
  view.dispatch({ changes: { from: line.from + at, to: line.from + at + word.length, insert: instead }, userEvent: "input" });
}
