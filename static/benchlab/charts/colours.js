// Colours come from the style sheet, so that light and dark are designed in one place.
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export function faded(name, share) {
  const alpha = Math.round(share * 255).toString(16).padStart(2, "0");
  return `${colour(name)}${alpha}`;
}
