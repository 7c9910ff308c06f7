// How a chart over time looks and behaves.
import { colour } from "./colours.js";
import { clock, short, size } from "./number_format.js";

const AXIS_WIDTH = window.innerWidth < 640 ? 46 : 58; // The same on every chart, so that seconds are aligned.
const RIGHT_AXIS_WIDTH = window.innerWidth < 640 ? 30 : 44;

export function optionsOf(panel, { ranged, zoomed }) {
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    events: ["mousemove", "mouseout", "touchstart", "touchmove"],
    interaction: { mode: "nearest", axis: "x", intersect: false },
    layout: { padding: { top: 6, right: panel.right ? 0 : panel.margin ? RIGHT_AXIS_WIDTH : 6 } },
    plugins: {
      legend: { display: false },
      tooltip: { enabled: false },
      annotation: { annotations: {} },
      zoom: zooming(zoomed),
    },
    scales: scales(panel, ranged),
  };
}

function scales(panel, ranged) {
  const both = { x: timeScale(ranged), y: valueScale(panel, "left", AXIS_WIDTH) };
  return panel.right ? { ...both, right: valueScale({ ...panel, ...panel.right }, "right", RIGHT_AXIS_WIDTH) } : both;
}

function timeScale(ranged) {
  return {
    type: "linear",
    ...ranged(),
    grid: { color: colour("line-soft"), drawTicks: false },
    border: { display: false },
    ticks: {
      color: colour("ink-faint"),
      font: { size: 11 },
      maxRotation: 0,
      autoSkipPadding: 24,
      padding: 6,
      callback: (value) => clock(value),
    },
    afterBuildTicks: evenTicks,
  };
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200];

function evenTicks(scale) {
  const wanted = Math.max(2, Math.floor(scale.width / 90) || 8);
  const step = STEPS.find((each) => (scale.max - scale.min) / each <= wanted) ?? 86400;
  scale.ticks = [];
  for (let at = Math.ceil(scale.min / step) * step; at <= scale.max; at += step) scale.ticks.push({ value: at });
}

function valueScale(panel, position, width) {
  return {
    type: panel.scale === "log" ? "logarithmic" : "linear",
    position,
    stacked: panel.stacked,
    beginAtZero: panel.from_zero !== false,
    suggestedMax: panel.top ?? undefined,
    max: panel.unit === "%" && panel.top ? panel.top : undefined,
    grid: { color: colour("line-soft"), drawTicks: false, drawOnChartArea: position === "left" },
    border: { display: false },
    ticks: {
      color: colour("ink-faint"),
      font: { size: 11 },
      padding: 6,
      maxTicksLimit: 5,
      callback: (value) => tickWords(value, panel),
    },
    afterFit: (scale) => (scale.width = width),
    ...(panel.scale === "log" ? { afterBuildTicks: powersOfTen } : {}),
    ...(panel.unit === "B" ? { afterBuildTicks: powersOfTwo } : {}),
  };
}

function tickWords(value, panel) {
  return panel.unit === "B" ? size(value) : short(value);
}

function powersOfTen(scale) {
  const [low, high] = [Math.floor(Math.log10(scale.min)), Math.ceil(Math.log10(scale.max))];
  const between = high - low <= 1 ? [1, 2, 5] : [1];
  scale.ticks = [];
  for (let power = low; power <= high; power++) {
    for (const times of between) {
      const value = times * 10 ** power;
      if (value >= scale.min && value <= scale.max) scale.ticks.push({ value });
    }
  }
}

function powersOfTwo(scale) {
  const step = 2 ** Math.ceil(Math.log2(Math.max(scale.max, 4) / 5));
  scale.ticks = [];
  for (let value = 0; value <= scale.max; value += step) scale.ticks.push({ value });
}

function zooming(zoomed) {
  const report = ({ chart }) => zoomed({ min: Math.max(0, chart.scales.x.min), max: chart.scales.x.max });
  return {
    zoom: {
      drag: { enabled: true, backgroundColor: "rgba(47, 111, 214, 0.12)", threshold: 8 },
      pinch: { enabled: true },
      wheel: { enabled: true, modifierKey: "ctrl" },
      mode: "x",
      onZoomComplete: report,
    },
    pan: { enabled: true, mode: "x", modifierKey: "shift", onPanComplete: report },
    limits: { x: { min: 0, minRange: 5 } },
  };
}

export function phaseShades(phases) {
  const shades = {};
  phases.forEach((phase, index) => {
    const shared = { type: "box", drawTime: "beforeDatasetsDraw", borderWidth: 0, xMin: phase.start, xMax: phase.end ?? undefined };
    shades[`phase${index}`] = { ...shared, backgroundColor: colour(index % 2 ? "phase-2" : "phase-1") };
    if (phase.warmup) {
      const [xMin, xMax] = phase.warmup;
      shades[`warmup${index}`] = { ...shared, xMin, xMax, backgroundColor: colour("warmup") };
    }
  });
  return shades;
}
