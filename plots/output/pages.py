"""Writes pages as HTML, all of them as one Markdown text, and their tables and figures as files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from plots.files import parallel, whole
from plots.files.errors import InputError
from plots.files.text import is_file_name
from plots.output import alt, figures, markdown, render, tables
from plots.output.figures import Figure
from plots.output.render import View
from plots.output.tables import Table

START = "report"
TITLE = "retime: published GPU results, timed again"


@dataclass(frozen=True)
class Again:
    """The first few of these figures that other pages have, once more."""

    names: list[str]
    most: int = 3


@dataclass(frozen=True)
class Fold:
    """Parts that a reader opens."""

    title: str
    parts: Iterable[Part]


Part = str | Table | Figure | Again | Fold  # a paragraph may hold a list: lines that begin with "- "


@dataclass
class Section:
    title: str
    parts: Iterable[Part] = field(default_factory=list)


@dataclass
class Page:
    """`name` is its file's. `note` says whose results these are, `recorded` that they came with the repository."""

    name: str
    title: str
    sections: Iterable[Section]
    note: str = ""
    recorded: bool = False


def write(all_pages: list[Page], out: Path) -> Path:
    """Writes a page each, the first of them report.html; report.md, tables/*.csv, figures/*.svg: all of it or
    nothing. Returns the path of report.html."""
    with whole.folder(out) as beside:
        _Folder(beside).write(all_pages)
    return out / f"{START}.html"


def write_tables(all_pages: list[Page], out: Path) -> Path:
    """Writes tables/*.csv alone, all or none, and returns that folder."""
    with whole.folder(out) as beside:
        folder = _Folder(beside)
        for page in all_pages:
            for section in page.sections:
                for part in _flat(section.parts):
                    if isinstance(part, Table):
                        folder.csv(part)
    return out / "tables"


def _flat(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        if isinstance(part, Fold):
            yield from _flat(part.parts)
        else:
            yield part


class _Folder:
    """What is written to it, and how it looks in HTML and in Markdown."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.drawn: dict[str, View] = {}
        (folder / "tables").mkdir()

    def write(self, all_pages: list[Page]) -> None:
        """The first page is made last: it may show figures of the others, whose sections are made side by side."""
        first, *others = all_pages
        listed = [(page, list(page.sections)) for page in others]
        # The last is begun first: a report ends with a long section, beside which the others are made.
        backwards = [section for _, sections in reversed(listed) for section in reversed(sections)]
        views = reversed(parallel.each(self._apart, backwards))
        every = []
        for page, sections in listed:
            shown, drawn = zip(*(next(views) for _ in sections)) if sections else ((), ())
            every.append(self._page(page, shown))
            for each in drawn:
                self.drawn |= each
        every.insert(0, self._page(first, map(self._section, first.sections)))
        for page in every:
            (self.folder / f"{page['name']}.html").write_text(render.page(page, every, TITLE), encoding="utf-8")
        text = [f"# {TITLE}\n", *(line for page in every for line in self._markdown(page, page is every[0]))]
        (self.folder / f"{START}.md").write_text("\n".join(text), encoding="utf-8")

    def _apart(self, section: Section) -> tuple[View, dict[str, View]]:
        """The section, and the figures drawn for it, by a process that keeps nothing."""
        self.drawn = {}
        return self._section(section), self.drawn

    def _section(self, section: Section) -> View:
        parts = [view for part in section.parts if (view := self._part(part))]
        return {"title": section.title, "id": render.anchor(section.title), "parts": parts}

    def _page(self, page: Page, sections: Iterable[View]) -> View:
        return {
            "name": page.name,
            "title": page.title,
            "note": page.note,
            "recorded": page.recorded,
            "sections": [section for section in sections if section["parts"]],
        }

    def _markdown(self, page: View, is_start: bool) -> Iterator[str]:
        if not is_start:
            yield f"## {markdown.words(page['title'])}\n"
            if page["note"]:
                yield markdown.paragraph(page["note"])
        for section in page["sections"]:
            yield f"{'##' if is_start else '###'} {markdown.words(section['title'])}\n"
            yield from (part["markdown"] for part in section["parts"])

    def _part(self, part: Part) -> View | None:
        if isinstance(part, Table):
            self.csv(part)
            return render.table(part) | {"markdown": markdown.table(part)}
        if isinstance(part, Figure):
            return self._figure(part)
        if isinstance(part, Again):
            views = [self.drawn[name] for name in part.names if name in self.drawn][: part.most]
            text = "\n".join(view["markdown"] for view in views)
            return {"kind": "again", "figures": views, "markdown": text} if views else None
        if isinstance(part, Fold):
            parts = [view for each in part.parts if (view := self._part(each))]
            text = "\n".join([f"**{markdown.words(part.title)}**\n", *(view["markdown"] for view in parts)])
            return {"kind": "fold", "title": part.title, "parts": parts, "markdown": text} if parts else None
        return render.paragraph(part) | {"markdown": markdown.paragraph(part)}

    def csv(self, part: Table) -> None:
        _require_name(part.name)
        (self.folder / "tables" / f"{part.name}.csv").write_text(tables.to_csv(part), encoding="utf-8")

    def _figure(self, part: Figure) -> View:
        _require_name(part.name)
        described = alt.text(part)
        width, height = part.canvas.get_size_inches()
        shown = figures.write(part, self.folder / "figures").name
        view = render.figure(part, described, shown, (width, height))
        view["markdown"] = markdown.figure(shown, part.title, part.caption)
        self.drawn[part.name] = view
        return view


def _require_name(name: str) -> None:
    if not is_file_name(name):
        raise InputError(f"{name}: no name of a file, as that of a table or figure should be")
