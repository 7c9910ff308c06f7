// YAML with SQL in its texts, and templates in both; the colours are in editor.css.
import { MySQL } from "@codemirror/lang-sql";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { Decoration, MatchDecorator, ViewPlugin } from "@codemirror/view";
import { parseMixed } from "@lezer/common";
import { classHighlighter } from "@lezer/highlight";

const TEXTS = { BlockLiteralContent: 0, QuotedLiteral: 1 }; // Width of the quotes.
const SQL = /^["'\s]*(?:select|insert|update|delete|replace|create|alter|drop|truncate|set|call|with|analyze|optimize|rebuild|repair|check|flush|load|explain|show|start|commit|begin|lock|unlock|handler)\b/i;
const PROSE = /^(?:title|description|label|help|conditions)$/;
const TEMPLATE = /\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/g;
const DRAWN = /(?<![\w:@$]):[A-Za-z_]\w*/g;

export function definitionLanguage() {
  return [new LanguageSupport(mixed), syntaxHighlighting(classHighlighter), marked(TEMPLATE, "tok-template"), marked(DRAWN, "tok-drawn")];
}

const mixed = yamlLanguage.configure({
  wrap: parseMixed((node, input) => {
    const quotes = TEXTS[node.name];
    if (quotes === undefined || PROSE.test(keyOf(node.node, input)) || !SQL.test(input.read(node.from, Math.min(node.to, node.from + 200)))) return null;
    return { parser: MySQL.language.parser, overlay: [{ from: node.from + quotes, to: Math.max(node.to - quotes, node.from + quotes) }] };
  }),
});

function keyOf(node, input) {
  while (node && node.name !== "Pair") node = node.parent;
  const key = node?.getChild("Key");
  return key ? input.read(key.from, key.to) : "";
}

function marked(regexp, name) {
  const matcher = new MatchDecorator({ regexp, decoration: Decoration.mark({ class: name }) });
  return ViewPlugin.define(
    (view) => ({ marks: matcher.createDeco(view), update(update) { this.marks = matcher.updateDeco(update, this.marks); } }),
    { decorations: (plugin) => plugin.marks },
  );
}
