// Completion: words come from the validator with the page, names from the text itself.
import { namesIn } from "./names.js";
import { placeAt } from "./cursor_path.js";

export function completions(words) {
  return (context) => inTemplate(context, words) ?? inStatement(context) ?? inStructure(context, words);
}

function inTemplate(context, words) {
  const before = textBefore(context);
  const opened = Math.max(before.lastIndexOf("{{"), before.lastIndexOf("{%"));
  if (opened < 0 || opened < Math.max(before.lastIndexOf("}}"), before.lastIndexOf("%}"))) return null;
  const typed = context.matchBefore(/[\w.]*/);
  const names = namesIn(context.state.doc, "parameters").map((label) => ({ label, type: "variable", detail: "a parameter" }));
  return { from: typed.from, options: [...names, ...options(words.templates.words)], validFor: /^[\w.]*$/ };
}

function inStatement(context) {
  const typed = /(?<![\w:@$]):(\w*)$/.exec(textBefore(context));
  if (!typed) return null;
  const names = namesIn(context.state.doc, "values").map((label) => ({ label, type: "variable", detail: "a value" }));
  return { from: context.pos - typed[1].length, options: names, validFor: /^\w*$/ };
}

function inStructure(context, words) {
  const place = placeAt(context.state.doc, context.pos);
  const known = place && (lookUp(words, place.path) ?? lookUp(words, place.path.replace(/\[\]$/, "")));
  if (!known || (!context.explicit && context.pos === place.from) || Boolean(known.keys) !== place.isKey) return null;
  const names = namesIn(context.state.doc, known.names).map((label) => ({ label, type: "variable" }));
  const after = place.isKey && !/^[\w ]*:/.test(textAfter(context)) ? ": " : "";
  const found = [...options(known.words), ...names].map((option) => ({ ...option, apply: option.label + after }));
  return { from: place.from, options: found, validFor: /^[\w. ]*$/ };
}

// Exact paths first; “*” is a user-defined name.
function lookUp(words, path) {
  const matching = Object.keys(words).filter((place) => {
    const parts = place.split("."), given = path.split(".");
    return parts.length === given.length && parts.every((part, at) => part === "*" || part === given[at]);
  });
  return words[matching.includes(path) ? path : matching[0]];
}

function options(words) {
  return Object.entries(words).map(([label, detail], order) => ({ label, detail, type: "keyword", boost: -order / 10 }));
}

function textBefore(context) {
  const line = context.state.doc.lineAt(context.pos);
  return line.text.slice(0, context.pos - line.from);
}

function textAfter(context) {
  const line = context.state.doc.lineAt(context.pos);
  return line.text.slice(context.pos - line.from);
}
