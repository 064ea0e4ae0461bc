"""The report as one Markdown text."""

from __future__ import annotations

from plots.files.text import markdown, typeset
from plots.output.columns import columns
from plots.output.tables import Table


def table(part: Table) -> str:
    """Title, rows and note."""
    shown = columns(part)
    parts = [
        f"**{words(part.title)}**",
        "",
        _line([c.head for c in shown]),
        _line(["---:" if c.is_number else "---" for c in shown]),
    ]
    parts += [_line(cells) for cells in zip(*(c.cells for c in shown))]
    if part.note:
        parts += ["", words(part.note)]
    return "\n".join(parts) + "\n"


def figure(file: str, title: str, caption: str) -> str:
    """The picture and what it says."""
    return f"![{words(title)}](figures/{file})\n\n**{words(title)}.** {words(caption)}\n"


def paragraph(text: str) -> str:
    return "\n".join(words(line) for line in text.split("\n")) + "\n"


def words(text: str) -> str:
    return markdown(typeset(text))


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(markdown(c).replace("|", "\\|") for c in cells) + " |"
