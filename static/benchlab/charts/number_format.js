// Formats numbers and times, with the same rules as the templates' filters.
export function figure(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(rounded(value)))));
  return value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

// Before the unit is chosen: 999,999 is 1M, not 1000k.
function rounded(value) {
  return Number(value.toPrecision(3));
}

export function short(value) {
  for (const [size, suffix] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (Math.abs(rounded(value)) >= size) return `${rounded(value / size)}${suffix}`;
  }
  return String(rounded(value));
}

const SIZES = [[1024 ** 4, "TiB"], [1024 ** 3, "GiB"], [1024 ** 2, "MiB"], [1024, "KiB"]];

export function size(value) {
  for (const [bytes, unit] of SIZES) {
    if (Math.round((Math.abs(value) * 1024) / bytes) >= 1024) return `${trimmed(value / bytes)} ${unit}`;
  }
  return `${trimmed(value)} B`;
}

// All digits before the point: 1,023 KiB is not 1,020 KiB.
function trimmed(value) {
  return Number.isInteger(value) ? value.toLocaleString("en-US") : figure(value);
}

export function inUnit(value, unit) {
  return unit === "B" && value !== null && value !== undefined ? size(value) : figure(value);
}

export function clock(seconds) {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
