// Draws the charts in <script type="application/json" data-charts>. Every chart shares one time axis, cursor and zoom.
import { fetchDetail } from "./detail.js";
import { axis, extendTo, join, members, pointAt, range, zoomTo } from "./axis.js";
import { addPoints, datasetOf, pointsOf, repaint } from "./datasets.js";
import { optionsOf, phaseShades } from "./options.js";
import { drawWithoutTimeAxis } from "./without_time_axis.js";
import { clock, inUnit } from "./number_format.js";

const byPanel = new Map();
window.Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;

function drawAll() {
  for (const script of document.querySelectorAll("script[data-charts]")) {
    const drawing = JSON.parse(script.textContent);
    script.remove();
    if (drawing.phases) extendTo(drawing);
    for (const panel of drawing.panels) draw(panel, drawing.times);
    if (drawing.phases) refresh();
  }
}

function draw(panel, times) {
  const place = document.querySelector(`[data-panel="${panel.key}"]`);
  if (!place) return askForPlace(panel.key);
  if (panel.kind !== "time") return drawWithoutTimeAxis(place, panel);
  const chart = chartIn(place, panel);
  for (const series of panel.series) addSeries(chart, series, times[series.times]);
}

const asked = new Set();

// A source that was not there when the tab was loaded, such as a disk: the tab is reloaded once.
function askForPlace(key) {
  if (asked.has(key)) return;
  asked.add(key);
  window.htmx?.trigger(document.body, "new-charts"); // A shared page loads nothing.
}

function chartIn(place, panel) {
  const known = byPanel.get(panel.key);
  if (known?.canvas?.isConnected) return known;
  const canvas = place.querySelector("canvas");
  const chart = new window.Chart(canvas, {
    type: "line",
    data: { datasets: [] },
    options: optionsOf(panel, { ranged: range, zoomed: zoomTo }),
    plugins: [cursorLine],
  });
  chart.legendPlace = place.querySelector(".chart-legend");
  chart.unit = panel.unit;
  chart.showValues = () => showValues(chart);
  byPanel.set(panel.key, chart);
  join(chart);
  return chart;
}

function addSeries(chart, series, times) {
  let dataset = chart.data.datasets.find((each) => each.id === series.id);
  if (!dataset) {
    dataset = datasetOf(series);
    chart.data.datasets.push(dataset);
    dataset.value = legendEntry(chart.legendPlace, series);
  }
  addPoints(dataset.coarse ?? dataset.data, times, series.values);
}

// Series with the same label, such as the p99 of each phase, share an entry.
function legendEntry(legend, series) {
  for (const known of legend.children) {
    if (known.dataset.label === series.label) return known.querySelector("b");
  }
  const entry = document.createElement("li");
  entry.dataset.label = series.label;
  const swatch = Object.assign(document.createElement("span"), { className: series.fill ? "swatch swatch-area" : "swatch" });
  swatch.style.setProperty("--swatch", `var(--${series.colour})`);
  const value = document.createElement("b");
  entry.append(swatch, series.label, value);
  legend.append(entry);
  return value;
}

function refresh() {
  for (const chart of members()) {
    Object.assign(chart.options.scales.x, range());
    chart.options.plugins.annotation.annotations = phaseShades(axis.phases);
    chart.update("none");
    chart.showValues();
  }
}

// The value at the cursor; otherwise the last second of an active run, or the mean of the visible part of an ended one.
function showValues(chart) {
  const entries = Map.groupBy(chart.data.datasets, (dataset) => dataset.value);
  for (const [place, datasets] of entries) {
    const series = datasets.map((dataset) => dataset.data);
    const isMean = axis.cursor === null && axis.over;
    const value = isMean ? meanOf(series.flat()) : lastKnown(series.map((points) => (axis.cursor === null ? lastOf(points) : valueAt(points, axis.cursor))));
    place.textContent = (isMean && value !== null ? "avg " : "") + inUnit(value, chart.unit);
  }
}

function lastKnown(values) {
  return values.findLast((value) => value !== null) ?? null;
}

function lastOf(points) {
  return points.findLast(({ y }) => y !== null)?.y ?? null; // Every second of a live run, of long series.
}

function meanOf(points) {
  const { min, max } = range();
  const shown = points.filter(({ x, y }) => y !== null && x >= min && x <= max);
  return shown.length ? shown.reduce((sum, { y }) => sum + y, 0) / shown.length : null;
}

function valueAt(points, seconds) {
  if (!points.length || seconds < points[0].x - 2 || seconds > points.at(-1).x + 2) return null;
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].x < seconds) low = middle + 1;
    else high = middle;
  }
  const before = points[low - 1];
  return before && seconds - before.x < points[low].x - seconds ? before.y : points[low].y;
}

const cursorLine = {
  id: "cursorLine",
  afterEvent(chart, { event, inChartArea }) {
    if (event.type === "mouseout" || !inChartArea) return event.type === "mouseout" ? pointAt(null) : undefined;
    pointAt(chart.scales.x.getValueForPixel(event.x));
  },
  afterDraw({ ctx, chartArea, scales }) {
    if (axis.cursor === null || axis.cursor < scales.x.min || axis.cursor > scales.x.max) return;
    const x = Math.round(scales.x.getPixelForValue(axis.cursor)) + 0.5;
    ctx.save();
    ctx.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink-faint");
    ctx.setLineDash([3, 3]);
    ctx.beginPath();
    ctx.moveTo(x, chartArea.top);
    ctx.lineTo(x, chartArea.bottom);
    ctx.stroke();
    ctx.restore();
  },
};

// Without a drawing the charts show the whole run again.
fetchDetail((drawing) => {
  const fine = new Map();
  for (const panel of drawing?.panels ?? []) {
    for (const series of panel.series) fine.set(`${panel.key} ${series.id}`, pointsOf(drawing.times[series.times], series.values));
  }
  for (const [key, chart] of byPanel) {
    for (const dataset of chart.data.datasets) {
      dataset.coarse ??= dataset.data;
      dataset.data = fine.get(`${key} ${dataset.id}`) ?? dataset.coarse;
    }
    if (chart.canvas?.isConnected) chart.update("none");
  }
});

document.addEventListener("cursor-moved", ({ detail }) => {
  for (const place of document.querySelectorAll("[data-cursor-words]")) {
    place.textContent = detail.seconds === null ? place.dataset.cursorWords : `${clock(detail.seconds)} ${detail.phase}`;
  }
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-zoom-reset]")) zoomTo(false);
});

document.addEventListener("dblclick", (event) => {
  if (event.target.closest("[data-panel] canvas")) zoomTo(false);
});

document.addEventListener("theme-changed", () => {
  for (const chart of members()) repaint(chart);
  refresh();
});

document.addEventListener("htmx:load", drawAll);
drawAll();
