// A trend: dots for runs, medians of levels, and change points.
import { colour, faded } from "./colours.js";
import { figure, short } from "./number_format.js";

const TONES = { worse: "bad", better: "good", other: "ink-faint" };

export function trend({ points, levels, turns, events, baseline, unit }) {
  const ticks = { color: colour("ink-faint"), font: { size: 11 }, maxRotation: 0 };
  return {
    type: "line",
    data: { datasets: [dots(points), ...levels.map(step)] },
    options: {
      interaction: { mode: "nearest", intersect: false },
      // On a shared page points have no links.
      onClick: (_, [hit]) => hit?.datasetIndex === 0 && points[hit.index].href && location.assign(points[hit.index].href),
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          filter: (at) => at.datasetIndex === 0,
          callbacks: {
            title: ([at]) => at && `${points[at.dataIndex].label}${points[at.dataIndex].counts ? "" : ", excluded"}`,
            label: (at) => [`${figure(at.parsed.y)} ${unit}`, moment(points[at.dataIndex].at)],
          },
        },
        annotation: { annotations: [...events.map(event), ...turns.map(turn), ...(baseline === null ? [] : [pinned(baseline)])] },
      },
      scales: {
        x: { type: "linear", min: -0.5, max: points.length - 0.5, grid: { display: false }, border: { display: false }, ticks: { ...ticks, stepSize: 1, precision: 0, autoSkipPadding: 32, callback: dayOrTime(points) } },
        y: { grace: "15%", grid: { color: colour("line-soft"), drawTicks: false }, border: { display: false }, ticks: { ...ticks, maxTicksLimit: 6, callback: short } },
      },
    },
  };
}

function dots(points) {
  const paint = points.map(({ counts }) => (counts ? colour("series-1") : colour("paper")));
  return {
    data: points.map(({ y }, x) => ({ x, y })),
    parsing: false,
    borderColor: faded("series-1", 0.35),
    borderWidth: 1,
    pointRadius: 3.5,
    pointHoverRadius: 5.5,
    pointBackgroundColor: paint,
    pointBorderColor: colour("series-1"),
  };
}

function step({ from, to, value }) {
  return { data: [{ x: from - 0.5, y: value }, { x: to + 0.5, y: value }], parsing: false, borderColor: colour("ink"), borderWidth: 1.5, pointRadius: 0, pointHitRadius: 0 };
}

function turn({ x, direction, provisional }) {
  return { type: "line", xMin: x, xMax: x, borderColor: colour(TONES[direction]), borderWidth: 1.5, borderDash: provisional ? [4, 4] : [] };
}

function event({ x, words }) {
  const label = { display: true, content: words, position: "start", backgroundColor: "transparent", color: colour("ink-faint"), font: { size: 10, weight: "normal" } };
  return { type: "line", xMin: x, xMax: x, borderColor: colour("line"), borderWidth: 1, label };
}

function pinned(value) {
  return { type: "line", yMin: value, yMax: value, borderColor: colour("ink-soft"), borderWidth: 1, borderDash: [6, 4] };
}

// The day, or the time if all are of one day.
function dayOrTime(points) {
  const days = new Set(points.map(({ at }) => at?.slice(0, 10)));
  return (place) => (days.size > 1 ? moment(points[place]?.at).slice(0, 10) : moment(points[place]?.at).slice(11));
}

function moment(at) {
  return at ? `${at.slice(0, 10)} ${at.slice(11, 16)} UTC` : "";
}
