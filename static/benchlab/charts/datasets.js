// A series as a Chart.js dataset.
import { colour, faded } from "./colours.js";

export function datasetOf(series) {
  const dataset = {
    id: series.id,
    label: series.label,
    look: { colour: series.colour, fill: series.fill },
    data: [],
    parsing: false,
    normalized: true,
    spanGaps: false,
    pointRadius: ({ dataset: { data }, dataIndex }) => (standsAlone(data, dataIndex) ? 2 : 0),
    pointHitRadius: 0,
    pointHoverRadius: 0,
    borderWidth: series.fill ? 1 : 1.6,
    borderJoinStyle: "round",
    fill: series.fill ? (series.stacked ? "stack" : "origin") : false,
    yAxisID: series.right ? "right" : "y",
    borderDash: series.dashed ? [4, 3] : [],
  };
  paint(dataset);
  return dataset;
}

// A second without neighbours has no line; it is drawn as a dot.
function standsAlone(points, index) {
  return (points[index - 1]?.y ?? null) === null && (points[index + 1]?.y ?? null) === null;
}

export function repaint(chart) {
  chart.data.datasets.forEach(paint);
  const { x, y, right } = chart.options.scales;
  for (const scale of [x, y, right].filter(Boolean)) {
    scale.ticks.color = colour("ink-faint");
    scale.grid.color = colour("line-soft");
  }
}

function paint(dataset) {
  dataset.borderColor = colour(dataset.look.colour);
  dataset.backgroundColor = faded(dataset.look.colour, dataset.fill === "stack" ? 0.55 : 0.12);
}

// Sources can be late, so new points can overlap with known ones, and replace them.
export function addPoints(points, times, values) {
  for (let index = 0; index < times.length; index++) {
    const point = { x: times[index], y: values[index] };
    if (!points.length || points.at(-1).x < point.x) points.push(point);
    else place(points, point);
  }
}

export function pointsOf(times, values) {
  return times.map((time, index) => ({ x: time, y: values[index] }));
}

function place(points, point) {
  let at = points.length;
  while (at > 0 && points[at - 1].x > point.x) at--;
  if (points[at - 1]?.x === point.x) points[at - 1] = point;
  else points.splice(at, 0, point);
}
