// Keeps relative times up to date while the page is open; the same texts as the templates' filter.
const UNITS = [[86400, "day"], [3600, "h"], [60, "min"]];

function ago(seconds) {
  const [length, unit] = UNITS.find(([each]) => seconds >= each) ?? [];
  if (!length) return "just now";
  const number = Math.floor(seconds / length);
  return `${number} ${unit}${unit === "day" && number > 1 ? "s" : ""} ago`;
}

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    time.textContent = ago((Date.now() - Date.parse(time.dateTime)) / 1000);
  }
}, 20_000);
