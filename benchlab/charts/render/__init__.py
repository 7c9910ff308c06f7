"""How anything is drawn or written: number formats, Markdown, time charts, SVG, social previews."""
