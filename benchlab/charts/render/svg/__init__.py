"""Charts as SVG, from the JSON that Chart.js draws: for reports, files, print and social previews."""
