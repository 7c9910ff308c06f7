"""The basics of drawing, without knowledge of runs: number formats, Markdown, charts as SVG, social previews."""
