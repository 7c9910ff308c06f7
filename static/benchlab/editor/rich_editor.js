// The CodeMirror editor. The textarea is still what is posted, and the fallback if this module does not load.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { lintGutter, nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { definitionLanguage } from "./language.js";
import { followProblems } from "./problems.js";
import { completions } from "./completions.js";

const wrapper = document.querySelector("[data-editor]");
const textarea = wrapper.querySelector("textarea");
const words = JSON.parse(document.getElementById("definition-words").textContent);

const KEYS = [
  ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap,
  { key: "F8", run: nextDiagnostic }, { key: "Shift-F8", run: previousDiagnostic }, indentWithTab,
];

const view = new EditorView({
  parent: wrapper,
  doc: textarea.value,
  extensions: [
    EditorView.cspNonce.of(document.querySelector('script[type="importmap"]').nonce),
    lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(),
    bracketMatching(), closeBrackets(), highlightSelectionMatches(), indentUnit.of("  "), EditorState.tabSize.of(2),
    definitionLanguage(),
    autocompletion({ override: [completions(words)], icons: false, maxRenderedOptions: 60 }),
    keymap.of(KEYS),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Definition", "aria-describedby": "editor-keys" }),
    EditorView.updateListener.of((update) => update.docChanged && tell(update.state)),
  ],
});

wrapper.dataset.rich = "";
textarea.hidden = true;
followProblems(view, document.getElementById("problems"));

// htmx listens to the textarea and requests the problems after a pause.
function tell(state) {
  textarea.value = state.doc.toString();
  textarea.dispatchEvent(new Event("input", { bubbles: true }));
}
