// Rows per second over a chosen axis: rows so far, data / buffer pool, or time.
import { colour, faded } from "./colours.js";
import { clock, figure, short } from "./number_format.js";

const AXES = {
  rows: { title: "rows so far", words: short },
  pool: { title: "data / buffer pool", words: (value) => String(Number(value.toPrecision(3))) },
  time: { title: "time", words: clock },
};
const LETTER = 6.5; // Pixels; a name that is wider than its mark is only in the text below.
const FEW = 2; // With more curves the knees have no labels, which would overlap.

export function growth({ key, series, marks, unit }) {
  const x = document.querySelector(`[data-panel="${key}"] [data-x]:checked`)?.value ?? "rows";
  const ticks = { color: colour("ink-faint"), font: { size: 11 }, maxRotation: 0 };
  return {
    type: "line",
    data: { datasets: series.map((each) => curve(each, x)) },
    options: {
      interaction: { mode: "nearest", axis: "x", intersect: false },
      plugins: {
        legend: { display: true, labels: { color: colour("ink-soft"), boxHeight: 1 } },
        tooltip: {
          callbacks: {
            title: ([at]) => `${AXES[x].title} ${AXES[x].words(at.parsed.x)}`,
            label: (at) => ` ${at.dataset.label}: ${figure(at.parsed.y)} ${unit}`,
          },
        },
        annotation: { annotations: [...marks.map((each, at) => shade(each, x, at)), ...series.map((each) => knee(each, x, series.length))].filter(Boolean) },
      },
      scales: {
        x: {
          type: "linear",
          min: x === "time" ? undefined : 0,
          grid: { color: colour("line-soft"), drawTicks: false },
          border: { display: false },
          title: { display: true, text: AXES[x].title, color: colour("ink-faint"), font: { size: 11 } },
          ticks: { ...ticks, autoSkipPadding: 24, callback: AXES[x].words },
        },
        y: { beginAtZero: true, grid: { color: colour("line-soft"), drawTicks: false }, border: { display: false }, ticks: { ...ticks, maxTicksLimit: 6, callback: short } },
      },
    },
  };
}

function curve({ label, colour: name, x: places, values }, x) {
  const data = values.map((value, at) => ({ x: places[x][at], y: value }));
  return { label, data, parsing: false, normalized: true, spanGaps: false, borderColor: colour(name), backgroundColor: colour(name), borderWidth: 1.6, pointRadius: 0, pointHitRadius: 6 };
}

function shade(mark, x, at) {
  const [xMin, xMax] = mark[x];
  const hasRoom = ({ chart: { scales } }) => scales.x?.getPixelForValue(xMax) - scales.x?.getPixelForValue(xMin) > LETTER * mark.label.length;
  return {
    type: "box",
    drawTime: "beforeDatasetsDraw",
    xMin,
    xMax,
    borderWidth: 0,
    backgroundColor: colour(at % 2 ? "phase-1" : "warmup"),
    label: { display: hasRoom, content: mark.label, position: { x: "center", y: "start" }, color: colour("ink-faint"), font: { size: 10 }, padding: 2 },
  };
}

function knee({ knee: bend, colour: name, label }, x, count) {
  if (!bend) return null;
  return {
    type: "line",
    xMin: bend[x],
    xMax: bend[x],
    borderColor: colour(name),
    borderWidth: 1.25,
    borderDash: [5, 4],
    label: { display: count <= FEW, content: count === 1 ? "knee" : `knee, ${label}`, position: "start", color: colour("ink"), backgroundColor: faded(name, 0.15), font: { size: 10 }, padding: 3 },
  };
}
