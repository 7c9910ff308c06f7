// The one time axis of a run's charts: its range, zoom, cursor and phases.
const charts = new Set();

export const axis = { end: 1, over: false, cursor: null, zoomed: false, phases: [] };

export function join(chart) {
  charts.add(chart);
}

// Charts whose canvas has left the page are removed, so that a reloaded tab does not draw twice.
export function members() {
  for (const chart of charts) {
    if (!chart.canvas?.isConnected) {
      chart.destroy();
      charts.delete(chart);
    }
  }
  return charts;
}

// While a run is active, the axis can be longer than the data; afterwards it ends with the run.
export function extendTo({ end, over, phases }) {
  axis.end = over ? end : Math.max(axis.end, end);
  axis.over = over;
  axis.phases = phases;
}

export function range() {
  return axis.zoomed ? axis.zoomed : { min: 0, max: axis.end };
}

export function zoomTo(zoomed) {
  axis.zoomed = zoomed;
  document.body.toggleAttribute("data-zoomed", Boolean(zoomed));
  for (const chart of members()) {
    Object.assign(chart.options.scales.x, range());
    chart.update("none");
    chart.showValues();
  }
  document.dispatchEvent(new CustomEvent("zoomed", { detail: zoomed }));
}

let frame = null;

export function pointAt(seconds) {
  if (seconds === axis.cursor) return;
  axis.cursor = seconds;
  if (frame !== null) return;
  frame = requestAnimationFrame(() => {
    frame = null;
    for (const chart of members()) {
      chart.draw();
      chart.showValues();
    }
    document.dispatchEvent(new CustomEvent("cursor-moved", { detail: { seconds, phase: phaseAt(seconds) } }));
  });
}

function phaseAt(seconds) {
  if (seconds === null) return "";
  const inside = axis.phases.filter((phase) => phase.start <= seconds && seconds <= (phase.end ?? Infinity));
  return inside.at(-1)?.name ?? "";
}
