// Redraws a layout for another moment, measure or query. The server drew
// it by rows at the last moment; here its rectangles get new positions, colours and titles.
import { short, size } from "./number_format.js";

const TICKS = { rows: short, bytes: size, per_row: short };
const SHADES = 8;
const PLAY_MS = 500;
const contents = new WeakMap();

function begin() {
  for (const script of document.querySelectorAll("script[data-layout-content]")) {
    const card = script.closest(".layout-card");
    contents.set(card, JSON.parse(script.textContent));
    script.remove();
    card.dataset.drawn = "";
    extendSlider(card, true);
    show(card);
  }
  for (const script of document.querySelectorAll("script[data-layout-moment]")) {
    for (const news of JSON.parse(script.textContent)) addMoment(news);
    script.remove();
  }
}

// ---- new moments of an active run ----
function addMoment({ table, pieces, tops, moments: [moment] }) {
  for (const card of document.querySelectorAll(".layout-card")) {
    const known = contents.get(card);
    if (card.dataset.layoutOf !== table || !known) continue;
    const isAtEnd = momentOf(card) === known.moments.at(-1);
    known.moments = [...known.moments.filter((each) => each.time_s < moment.time_s), inOrderOf(known.pieces, pieces, moment)];
    for (const measure in tops) known.tops[measure] = Math.max(known.tops[measure], tops[measure]);
    extendSlider(card, isAtEnd);
    show(card);
  }
}

// The drawing may still show dropped partitions.
function inOrderOf(wanted, pieces, moment) {
  const place = new Map(pieces.map((name, at) => [name, at]));
  const ordered = (values) => wanted.map((name) => values[place.get(name)] ?? null);
  return { ...moment, rows: ordered(moment.rows), bytes: ordered(moment.bytes) };
}

function extendSlider(card, toEnd) {
  const slider = card.querySelector("input[type=range]");
  if (!slider) return;
  slider.max = contents.get(card).moments.length - 1;
  if (toEnd) slider.value = slider.max;
}

// ---- selection ----
function momentOf(card) {
  const { moments } = contents.get(card);
  const slider = card.querySelector("input[type=range]");
  return slider ? moments[slider.valueAsNumber] : moments.at(-1);
}

function measureOf(card) {
  const place = card.querySelector("[data-measure]") ? card : card.closest(".layouts-beside");
  return place?.querySelector("[data-measure]:checked")?.value ?? "rows";
}

function show(card) {
  const content = contents.get(card);
  const moment = momentOf(card);
  const measure = measureOf(card);
  showBars(card, content, moment, measure);
  showGrid(card, content, moment, measure);
  showTouched(card, content.touched[card.querySelector("[data-touched]:checked")?.value] ?? []);
  showWords(card, moment, measure);
}

function measured(measure, rows, bytes) {
  if (measure === "per_row") return rows ? bytes / rows : 0;
  return measure === "rows" ? rows : bytes;
}

function sum(values) {
  return values.reduce((total, each) => total + (each ?? 0), 0);
}

// ---- drawing ----
function showBars(card, { depth, tops }, moment, measure) {
  const { base, bars } = card.querySelector("svg").dataset;
  const scale = Number(bars) / tops[measure];
  card.querySelectorAll(".bars > g").forEach((column, at) => {
    const rows = moment.rows.slice(at * depth, (at + 1) * depth);
    const bytes = moment.bytes.slice(at * depth, (at + 1) * depth);
    column.querySelector("title").textContent = titleOf(column.dataset.name, sum(rows), sum(bytes), moment);
    // Ratios do not add up: one bar for all subpartitions.
    const parts = rows.map((each, down) => measured(measure, each ?? 0, bytes[down] ?? 0));
    const heights = measure === "per_row" ? parts.map((_, down) => (down ? 0 : measured(measure, sum(rows), sum(bytes)))) : parts;
    let y = Number(base);
    column.querySelectorAll("rect").forEach((rect, down) => {
      y -= heights[down] * scale;
      rect.setAttribute("y", y.toFixed(1));
      rect.setAttribute("height", (heights[down] * scale).toFixed(1));
    });
  });
  const ticks = card.querySelectorAll(".ticks text");
  ticks.forEach((text, at) => {
    text.textContent = TICKS[measure]((tops[measure] * at) / (ticks.length - 1));
  });
}

function showGrid(card, { pieces }, moment, measure) {
  const there = moment.rows.filter((each) => each !== null).length;
  const [rows, bytes] = [sum(moment.rows), sum(moment.bytes)];
  const mean = measure === "per_row" ? measured(measure, rows, bytes) : measured(measure, rows, bytes) / there;
  card.querySelectorAll(".grid rect").forEach((rect, at) => {
    const isGone = moment.rows[at] === null;
    const value = isGone ? 0 : measured(measure, moment.rows[at], moment.bytes[at]);
    rect.setAttribute("class", isGone ? "gone" : `c${shadeOf(value, mean)}`);
    const words = isGone ? `${pieces[at]}: dropped` : titleOf(pieces[at], moment.rows[at], moment.bytes[at], moment);
    rect.querySelector("title").textContent = words;
  });
}

function shadeOf(value, mean) {
  return value ? Math.min(SHADES, Math.max(1, Math.round(((SHADES / 2) * value) / mean))) : 0;
}

function titleOf(name, rows, bytes, { exact }) {
  return `${name}: ${exact ? "" : "about "}${rows.toLocaleString("en-US")} rows, ${size(bytes)}`;
}

// A frame with a diagonal line, so that it does not depend on colour.
function showTouched(card, places) {
  const rects = card.querySelectorAll(".grid rect");
  const strokes = places.map((at) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(rects[at].getAttribute(name)));
    return `M${x} ${y}h${width}v${height}h${-width}zl${width} ${height}`;
  });
  card.querySelector(".touched-marks").setAttribute("d", strokes.join(""));
}

function showWords(card, moment, measure) {
  const slider = card.querySelector("input[type=range]");
  if (slider) {
    slider.setAttribute("aria-valuetext", moment.when);
    card.querySelector("output").textContent = moment.when;
  }
  for (const [place, words] of [["held", moment.held], ["evenness", moment.words[measure]]]) {
    const shown = card.querySelector(`[data-${place}]`);
    if (shown) shown.textContent = words;
  }
}

// ---- playback ----
const playing = new WeakMap();

function play(card, button) {
  const slider = card.querySelector("input[type=range]");
  if (playing.has(card)) return stop(card, button);
  if (slider.value === slider.max) slider.value = 0;
  button.setAttribute("aria-pressed", "true");
  button.textContent = "Pause";
  show(card);
  playing.set(card, setInterval(() => step(card, slider, button), PLAY_MS));
}

function step(card, slider, button) {
  if (!card.isConnected || slider.value === slider.max) return stop(card, button);
  slider.stepUp();
  show(card);
}

function stop(card, button) {
  clearInterval(playing.get(card));
  playing.delete(card);
  button.setAttribute("aria-pressed", "false");
  button.textContent = "Play";
}

document.addEventListener("input", ({ target }) => {
  const card = target.closest(".layout-card");
  const cards = card ? [card] : (target.closest(".layouts-beside")?.querySelectorAll(".layout-card") ?? []);
  for (const each of cards) if (contents.has(each)) show(each);
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-play]");
  if (button) play(button.closest(".layout-card"), button);
});

document.addEventListener("htmx:load", begin);
begin();
