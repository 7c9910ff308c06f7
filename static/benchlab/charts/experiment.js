// Charts of an experiment: boxes for each of its cells, and lines over the parameter that it varies.
import { colour, faded } from "./colours.js";
import { figure, short } from "./number_format.js";

const FEW = 12; // With more boxes, labels are rotated.
const ticks = () => ({ color: colour("ink-faint"), font: { size: 11 } });
const grid = () => ({ color: colour("line-soft"), drawTicks: false });
const title = (text) => ({ display: true, text, color: colour("ink-faint"), font: { size: 11 } });

function valueAxis({ scale, unit, most }) {
  const log = scale === "log";
  return {
    type: log ? "logarithmic" : "linear",
    beginAtZero: !log,
    suggestedMax: most,
    grace: log ? 0 : "8%",
    grid: grid(),
    border: { display: false },
    title: title(unit),
    ticks: { ...ticks(), maxTicksLimit: 6, callback: short },
  };
}

export function boxes({ labels, values, colour: name, unit, scale, items }) {
  const wordsOf = items ? itemWords : boxWords;
  // A combination without a value is a gap: without a colour nothing is drawn.
  const seen = (paint) => values.map((value) => (value ? paint : "transparent"));
  return {
    type: "boxplot",
    data: {
      labels: labels.map((label, at) => (values[at] ? label : [label, "no figure"])),
      datasets: [
        {
          data: values,
          borderColor: seen(colour(name)),
          backgroundColor: seen(faded(name, 0.22)),
          medianColor: seen(colour("ink")),
          borderWidth: 1.25,
          maxBarThickness: 56,
          itemRadius: items ? 3 : 0,
          itemBackgroundColor: colour(name),
          itemBorderColor: colour("paper"),
          itemHitRadius: 0,
          outlierRadius: items ? 0 : 2.5,
          outlierBackgroundColor: colour(name),
          outlierHitRadius: 0,
          meanRadius: 0,
        },
      ],
    },
    options: {
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          filter: (at) => Boolean(values[at.dataIndex]),
          callbacks: { label: (at) => wordsOf(values[at.dataIndex], unit) },
        },
      },
      scales: {
        x: { grid: { display: false }, ticks: { ...ticks(), autoSkip: true, maxRotation: labels.length > FEW ? 60 : 0 } },
        y: valueAxis({ scale, unit, most: items ? undefined : longest(values) }),
      },
    },
  };
}

// The plugin's axis ends at the whiskers.
function longest(values) {
  return Math.max(...values.flatMap((box) => box?.outliers ?? []));
}

function itemWords(items, unit) {
  return items.map((value, at) => `${at + 1}: ${figure(value)} ${unit}`);
}

function boxWords(box, unit) {
  const told = { p1: box.whiskerMin, p25: box.q1, p50: box.median, p75: box.q3, p99: box.whiskerMax, longest: box.outliers[0] };
  const lines = Object.entries(told).map(([name, value]) => `${name}: ${figure(value)} ${unit}`);
  return [...lines, `of ${box.count.toLocaleString("en-US")} measured`];
}

export function sweep({ series, unit, scale, x }) {
  const words = new Map(x.ticks);
  return {
    type: "line",
    data: { datasets: series.flatMap((each) => [medians(each), repeats(each)]) },
    options: {
      interaction: { mode: "nearest", intersect: false },
      plugins: {
        legend: { display: series.length > 1, labels: { color: colour("ink-soft"), boxHeight: 1, filter: ({ text }) => text !== "" } },
        tooltip: {
          displayColors: false,
          callbacks: {
            title: ([at]) => `${x.title} ${words.get(at.parsed.x) ?? at.parsed.x}`,
            label: (at) => `${at.dataset.about}: ${figure(at.parsed.y)} ${unit}`,
          },
        },
      },
      scales: { x: factorAxis(x), y: valueAxis({ scale, unit }) },
    },
  };
}

function medians({ label, colour: name, medians: points }) {
  const data = points.map(([across, value]) => ({ x: across, y: value }));
  const look = { borderColor: colour(name), backgroundColor: colour(name), borderWidth: 1.75 };
  return { label, about: `${label}, median`, data, parsing: false, spanGaps: false, pointRadius: 0, pointHitRadius: 8, ...look };
}

function repeats({ label, colour: name, points }) {
  const data = points.map(([across, value]) => ({ x: across, y: value }));
  const look = { borderColor: colour("paper"), backgroundColor: faded(name, 0.8), pointRadius: 3.5, pointHoverRadius: 5 };
  return { label: "", about: `${label}, a repeat`, data, parsing: false, showLine: false, ...look };
}

// Ticks are only at the measured values.
function factorAxis(x) {
  const values = x.ticks.map(([value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const log = x.scale === "log";
  const room = log ? (high / low) ** 0.04 : (high - low) * 0.04;
  return {
    type: log ? "logarithmic" : "linear",
    min: log ? low / room : low - room,
    max: log ? high * room : high + room,
    grid: grid(),
    border: { display: false },
    title: title(x.title),
    afterBuildTicks: (scale) => (scale.ticks = x.ticks.map(([value]) => ({ value }))),
    ticks: { ...ticks(), autoSkip: true, autoSkipPadding: 8, maxRotation: 0, callback: (value) => new Map(x.ticks).get(value) ?? "" },
  };
}
