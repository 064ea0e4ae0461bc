"""Pages as HTML: the templates of plots/output/templates, and what they are given."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from plots.files.text import printable, typeset
from plots.output.columns import SHORT, columns
from plots.output.figures import Figure
from plots.output.tables import Table

View = dict[str, Any]  # what a template is given of a page or of a part of one
HERE = Path(__file__).parent
PIXELS_PER_IN = 100
LONG_RANGE = 24  # characters: a longer one, of large numbers with a unit, may wrap
DOI = re.compile(r"\bdoi:(10\.\d{4,9}/[\w.()/:;-]*\w)")
MARKS = {  # a verdict -> its class in report.css
    "holds": "holds",
    "holds, by another factor": "direction",
    "no difference": "direction",
    "differs": "reversed",
    "reversed": "reversed",
    "undecided": "undecided",
    "not comparable": "unknown",
    "not measured": "unknown",
}


def page(this: View, every: list[View], site: str) -> str:
    """The page's HTML; its navigation names every page."""
    return (
        _environment()
        .get_template("page.html")
        .render(page=this, pages=every, site=site, style=_asset("css"), script=_asset("js"))
    )


def table(part: Table) -> View:
    """What templates/table.html shows of it."""
    shown = columns(part)
    return {
        "kind": "table",
        "name": part.name,
        "title": typeset(part.title),
        "note": typeset(part.note),
        "folded": part.folded,
        "heads": [(column.head, "n" if column.is_number else column.width) for column in shown],
        "rows": [
            [(text, _css(text, column.is_number)) for text, column in zip(cells, shown)]
            for cells in zip(*(column.cells for column in shown))
        ],
    }


def _css(text: str, is_number: bool) -> str:
    if is_number:
        return "n wrap" if len(text) > LONG_RANGE else "n"
    mark = MARKS.get(text.partition(" (")[0], "")
    return mark or ("wrap" if len(text) >= SHORT else "")


def figure(part: Figure, described: str, shown: str, size_in: tuple[float, float]) -> View:
    """What templates/parts.html shows of it: the file `shown`."""
    width, height = (round(PIXELS_PER_IN * side) for side in size_in)
    return {
        "kind": "figure",
        "name": part.name,
        "title": typeset(part.title),
        "caption": typeset(part.caption),
        "alt": described,
        "shown": shown,
        "width": width,
        "height": height,
    }


def paragraph(text: str) -> View:
    """Its running text and its list, each as pieces: text, and the address that it leads to, if any."""
    lines = [typeset(line) for line in text.split("\n")]
    items = [line[2:] for line in lines if line.startswith("- ")]
    running = " ".join(line for line in lines if line and not line.startswith("- "))
    return {"kind": "text", "pieces": _pieces(running), "items": [_pieces(item) for item in items]}


def _pieces(text: str) -> list[tuple[str, str]]:
    """DOIs lead to where they are resolved."""
    pieces, end = [], 0
    for match in DOI.finditer(text):
        pieces += [(text[end : match.start()], ""), (match[0], f"https://doi.org/{match[1]}")]
        end = match.end()
    return [*pieces, (text[end:], "")]


def anchor(title: str) -> str:
    """What a link to a section ends with."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section"


@cache
def _asset(kind: str) -> Markup:
    return Markup((HERE / f"report.{kind}").read_text(encoding="utf-8"))


@cache
def _environment() -> Environment:
    """Whatever a template prints is escaped, and shown as plots.text.printable shows it."""
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: printable(value) if type(value) is str else value,
    )
