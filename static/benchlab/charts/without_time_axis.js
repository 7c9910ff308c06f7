// Charts without a time axis: distributions of response times, and results of an experiment.
import { colour, faded } from "./colours.js";
import { growth } from "./load_decay.js";
import { trend } from "./trend.js";
import { boxes, sweep } from "./experiment.js";
import { figure, short } from "./number_format.js";

const KINDS = { histogram, percentiles, boxes, sweep, growth, trend };
const drawn = new Map();

export function drawWithoutTimeAxis(place, panel) {
  forgetGone();
  const canvas = place.querySelector("canvas");
  window.Chart.getChart(canvas)?.destroy();
  const { options, ...config } = KINDS[panel.kind](panel);
  drawn.set(panel.key, { place, panel, chart: new window.Chart(canvas, { ...config, options: { ...shared, ...options } }) });
}

// A chart whose canvas has left the page would still observe its size.
function forgetGone() {
  for (const [key, { chart }] of drawn) {
    if (chart.canvas?.isConnected) continue;
    chart.destroy();
    drawn.delete(key);
  }
}

document.addEventListener("theme-changed", () => {
  for (const { place, panel } of [...drawn.values()]) drawWithoutTimeAxis(place, panel);
});

// Another x axis: the same points at other positions.
document.addEventListener("input", ({ target }) => {
  const known = target.matches("[data-x]") && drawn.get(target.closest("[data-panel]").dataset.panel);
  if (known) drawWithoutTimeAxis(known.place, known.panel);
});

const shared = { animation: false, responsive: true, maintainAspectRatio: false };
const ticks = () => ({ color: colour("ink-faint"), font: { size: 11 }, maxRotation: 0 });
const grid = () => ({ color: colour("line-soft"), drawTicks: false });

function histogram({ labels, series, unit }) {
  return {
    type: "bar",
    data: {
      labels,
      datasets: series.map((each) => ({
        label: each.label,
        data: each.values,
        backgroundColor: faded(each.colour, 0.75),
        barPercentage: 1,
        categoryPercentage: 0.94,
      })),
    },
    options: {
      plugins: { legend: { display: false }, tooltip: { callbacks: { title: ([at]) => `up to ${at.label} ${unit}` } } },
      scales: {
        x: { grid: { display: false }, ticks: { ...ticks(), autoSkipPadding: 20 }, title: { display: true, text: unit, color: colour("ink-faint") } },
        y: { beginAtZero: true, grid: grid(), border: { display: false }, ticks: { ...ticks(), maxTicksLimit: 5, callback: short } },
      },
    },
  };
}

// The x axis is spread so that each further nine takes the same room: 0, 90, 99, 99.9 ...
function percentiles({ series, unit }) {
  const spread = (percent) => -Math.log10(1 - percent / 100);
  return {
    type: "line",
    data: {
      datasets: series.map((each) => ({
        label: each.label,
        data: each.values.map(([percent, value]) => ({ x: spread(percent), y: value })),
        borderColor: colour(each.colour),
        borderWidth: 1.6,
        pointRadius: 0,
        pointHitRadius: 8,
        parsing: false,
      })),
    },
    options: {
      interaction: { mode: "nearest", axis: "x", intersect: false },
      plugins: { legend: { display: series.length > 1, labels: { color: colour("ink-soft"), boxHeight: 1 } }, tooltip: { callbacks: { title: ([at]) => percentWords(at.parsed.x), label: (at) => ` ${at.dataset.label}: ${figure(at.parsed.y)} ${unit}` } } },
      scales: {
        x: { type: "linear", min: 0, grid: grid(), border: { display: false }, ticks: { ...ticks(), stepSize: 1, callback: percentWords } },
        y: { type: "logarithmic", grid: grid(), border: { display: false }, ticks: { ...ticks(), maxTicksLimit: 6, callback: short }, title: { display: true, text: unit, color: colour("ink-faint") } },
      },
    },
  };
}

function percentWords(spread) {
  return `p${Number((100 * (1 - 10 ** -spread)).toPrecision(6))}`;
}
