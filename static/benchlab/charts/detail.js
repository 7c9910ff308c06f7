// Charts show downsampled series. On zoom, the visible part is fetched in full detail.
let waiting = null;

export function fetchDetail(show) {
  document.addEventListener("zoomed", ({ detail: stretch }) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => load(stretch, show), 250);
  });
}

async function load(stretch, show) {
  for (const place of document.querySelectorAll("[data-detail]")) {
    if (place.closest("[hidden]")) continue;
    show(stretch ? await stretchOf(place, stretch) : null);
  }
}

async function stretchOf(place, { min, max }) {
  const answer = await fetch(`${place.dataset.detail}?from=${min.toFixed(2)}&to=${max.toFixed(2)}`);
  return answer.ok ? answer.json() : null;
}
