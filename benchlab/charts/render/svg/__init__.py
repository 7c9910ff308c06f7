"""Charts as SVG, drawn here of what Chart.js would draw: for paper, for files and for whoever has no script."""
