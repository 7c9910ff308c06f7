// The path of the cursor in a definition: the keys above it by indentation, and the brackets on its own lines.
const ENTRY = /^( *)((?:- +)*)(?:("[^"]*"|'[^']*'|[^\s#:{}[\],"'-][^:#{}[\],]*?)\s*:(?=\s|$))?/;
const TOP = "definition";
const FARTHEST = 40;

// {path, isKey, from}: completions at a mapping's path are its keys, at any other its values. Null within a text.
export function placeAt(doc, pos) {
  const line = doc.lineAt(pos);
  if (/(^|\s)#[^"']*$/.test(line.text.slice(0, pos - line.from))) return null;
  const start = flowStart(doc, line);
  const text = doc.sliceString(doc.line(start).from, pos);
  const first = entryOf(text.split("\n", 1)[0]);
  const above = pathAbove(doc, start, first);
  if (above === null) return null;
  const rest = text.slice(first.end);
  return first.key === null ? unfinished(above, rest, pos) : within([...above, first.key], rest, pos);
}

function entryOf(text) {
  const [whole, indent, dashes, key] = ENTRY.exec(text);
  const marks = [...dashes].flatMap((mark, at) => (mark === "-" ? [indent.length + at] : []));
  const end = key === undefined ? indent.length + dashes.length : text.indexOf(":", whole.indexOf(key) + key.length) + 1;
  return { column: indent.length + dashes.length, marks, key: key === undefined ? null : bare(key), end };
}

// The line of the first bracket that is still open at the start of this line; the line itself if there is none.
function flowStart(doc, line) {
  for (let number = line.number - 1; number > Math.max(0, line.number - FARTHEST); number--) {
    const { from, text } = doc.line(number);
    if (entryOf(text).key === null) continue;
    if (frames(doc.sliceString(from, line.from)).length) return number;
    if (!/[{[]/.test(text)) break;
  }
  return line.number;
}

// All keys above the line that are indented less, and list items between; null within a text.
function pathAbove(doc, number, first) {
  const path = first.marks.map(() => "[]");
  let limit = first.marks.length ? first.marks[0] : first.column;
  let item = first.marks.length > 0;
  for (let at = number - 1; at > 0 && (limit > 0 || item); at--) {
    const { text } = doc.line(at);
    if (!text.trim() || /^\s*#/.test(text)) continue;
    const entry = entryOf(text);
    const outer = entry.column < limit || (item && entry.column === limit && !entry.marks.length);
    if (outer && entry.key !== null) {
      if (/:\s*[|>][-+\d]*\s*$/.test(text)) return null;
      path.unshift(entry.key);
      limit = entry.column;
      item = false;
    }
    for (const mark of entry.marks.reverse()) {
      if (mark >= limit) continue;
      path.unshift("[]");
      limit = mark;
      item = true;
    }
  }
  return path;
}

// An incomplete key, or an item in brackets.
function unfinished(above, rest, pos) {
  return /^[\w ]*$/.test(rest) ? answer(above, true, pos - rest.length) : within(above, rest, pos);
}

function within(path, rest, pos) {
  if (/^\s*[|>]/.test(rest)) return null;
  const open = frames(rest);
  if (!open.length) return /^\s+["']?[\w. ]*$/.test(rest) ? answer(path, false, pos - rest.trimStart().replace(/^["']/, "").length) : null;
  const inner = open.flatMap(({ kind, key }) => [...(kind === "[" ? ["[]"] : []), ...(key === null ? [] : [key])]);
  const last = open.at(-1);
  const typed = rest.slice(last.from).trimStart().replace(/^["']/, "");
  return /^[\w. ]*$/.test(typed) ? answer([...path, ...inner], last.kind === "{" && last.key === null, pos - typed.length) : null;
}

// The open brackets: their kind, key, and the start of the incomplete word.
function frames(text) {
  const open = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[{}[\],]|:(?=\s)/g)) {
    const last = open.at(-1);
    if (token === "{" || token === "[") open.push({ kind: token, key: null, from: index + 1 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && last) Object.assign(last, { key: null, from: index + 1 });
    else if (token === ":" && last?.kind === "{") Object.assign(last, { key: bare(text.slice(last.from, index).trim()), from: index + 1 });
  }
  return open;
}

function bare(key) {
  return key.replace(/^["']|["']$/g, "");
}

// Nested phases have the same keys as others.
function answer(path, isKey, from) {
  const joined = path.join(".").replaceAll(".[]", "[]");
  return { path: joined.replace(/^.*phases\[\]/, "phases[]") || TOP, isKey, from };
}
