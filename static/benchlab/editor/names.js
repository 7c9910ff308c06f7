// The names that a definition defines: parameters, tables, values and phases.
const TOP = /^(\w+):/;
const KEY = /^ +("[^"]+"|'[^']+'|[^\s#:][^:#]*?)\s*:(?:\s|$)/;
const PHASE = /(?:^|[\s{,])name:\s*("[^"]+"|'[^']+'|[^"',}\s][^,}]*)/;

export function namesIn(doc, section) {
  if (!section) return [];
  const lines = linesOf(doc, section);
  const found = section === "phases" ? lines.map((line) => PHASE.exec(line)) : direct(lines).map((line) => KEY.exec(line));
  return [...new Set(found.filter(Boolean).map((match) => match[1].trim().replace(/^["']|["']$/g, "")))];
}

function linesOf(doc, section) {
  const found = [];
  let inside = false;
  for (const line of doc.iterLines()) {
    const top = TOP.exec(line);
    if (top) inside = top[1] === section;
    else if (inside && line.trim() && !/^\s*#/.test(line)) found.push(line);
  }
  return found;
}

// Lines indented like the first one; deeper ones belong to it.
function direct(lines) {
  const indent = lines.length ? lines[0].search(/\S/) : 0;
  return lines.filter((line) => line.search(/\S/) === indent);
}
