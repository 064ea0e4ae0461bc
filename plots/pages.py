"""Writes sections as one HTML page, as Markdown, and their tables and figures as files."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from plots import figures, tables, whole
from plots.errors import InputError
from plots.figures import Figure
from plots.tables import Table
from plots.text import is_file_name, markdown, printable

Part = str | Table | Figure  # a paragraph may hold a list: lines that begin with "- "


@dataclass
class Section:
    title: str
    parts: list[Part] | Iterator[Part] = field(default_factory=list)


def write(all_sections: Iterable[Section], out: Path) -> Path:
    """Writes report.html (self-contained), report.md, tables/*.csv, figures/*.png and *.svg: all of it or nothing. Returns the
    HTML's path."""
    with whole.folder(out) as beside:
        _write(all_sections, beside)
    return out / "report.html"


def _write(all_sections: Iterable[Section], out: Path) -> None:
    (out / "tables").mkdir()
    title = "retime: published GPU results, timed again"
    page, text, places = [], [f"# {title}\n"], []
    for section in all_sections:
        anchor = "".join(c if c.isalnum() else "-" for c in section.title.lower())
        places.append(f'<a href="#{anchor}">{tables.in_html(section.title)}</a>')
        page.append(f'<h2 id="{anchor}">{tables.in_html(section.title)}</h2>')
        text.append(f"## {markdown(section.title)}\n")
        for part in section.parts:
            as_html, as_markdown = _part(part, out)
            page.append(as_html)
            text.append(as_markdown)
    style = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")
    (out / "report.md").write_text("\n".join(text), encoding="utf-8")
    (out / "report.html").write_text(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width"><style>\n{style}</style></head>\n'
        f"<body><h1>{title}</h1>\n<nav>{' · '.join(places)}</nav>\n" + "\n".join(page) + "\n</body></html>\n",
        encoding="utf-8",
    )


def write_tables(all_sections: Iterable[Section], out: Path) -> Path:
    """Writes tables/*.csv alone, all or none, and returns that folder."""
    with whole.folder(out) as beside:
        (beside / "tables").mkdir()
        for section in all_sections:
            for part in section.parts:
                if isinstance(part, Table):
                    _part(part, beside)
    return out / "tables"


def _part(part: Part, out: Path) -> tuple[str, str]:
    if not isinstance(part, str) and not is_file_name(part.name):
        raise InputError(f"{part.name}: no name of a file, as that of a table or figure should be")
    if isinstance(part, Table):
        (out / "tables" / f"{part.name}.csv").write_text(tables.to_csv(part), encoding="utf-8")
        return tables.to_html(part), tables.to_markdown(part)
    if isinstance(part, Figure):
        width = round(100 * part.canvas.get_figwidth())  # as large as its letters were meant to be
        png = figures.write(part, out / "figures")
        data = base64.b64encode(png.read_bytes()).decode()
        return (
            (
                f'<figure><img alt="{tables.in_html(part.title)}" width="{width}"'
                f' src="data:image/png;base64,{data}"><figcaption><b>{tables.in_html(part.title)}.</b>'
                f" {tables.in_html(part.caption)}</figcaption></figure>"
            ),
            f"![{markdown(part.title)}](figures/{png.name})\n\n**{markdown(part.title)}.** {markdown(part.caption)}\n",
        )
    lines = [printable(line) for line in part.split("\n")]
    bullets = [line[2:] for line in lines if line.startswith("- ")]
    plain = " ".join(line for line in lines if line and not line.startswith("- "))
    items = "".join(f"<li>{html.escape(b)}</li>" for b in bullets)
    return f"<p>{html.escape(plain)}</p>" + (f"<ul>{items}</ul>" if items else ""), "\n".join(
        map(markdown, lines)
    ) + "\n"
