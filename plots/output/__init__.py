"""Tables, figures and pages: how they look as HTML, Markdown, CSV and SVG."""
