"""Files of a kept run, which may be packed: FILE.xz stands for FILE where that is absent (results/pack.py)."""

from __future__ import annotations

from pathlib import Path


def find(path: Path) -> Path | None:
    """The file, else its packed form, else None."""
    return next((each for each in (path, path.with_name(path.name + ".xz")) if each.is_file()), None)
