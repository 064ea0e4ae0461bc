"""Schema version 1 read as version 2. Files stay as they were recorded; nothing else knows the old spelling.

Facts that version 1 does not hold stand as data in results/schema_1.json. What is not of the type that version 1 asks
for is passed on untouched: the schema is checked afterwards, and names it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from plots.files.schema import kept

FACTS = kept("results/schema_1.json")
AMOUNT = r"\d{1,20}(?:\.\d{1,20})?(?:e\+?\d\d?)?"
NO_ROOM = re.compile(rf"needs ({AMOUNT}) GB, ({AMOUNT}) GB free; the largest \w+ that fits is (\d{{1,18}})")


@cache
def facts() -> dict[str, Any]:
    """size_axis: family -> axis. renamed_axes: family -> {old: new}. printed: family -> variant -> {axis: value}."""
    return json.loads(FACTS.read_text(encoding="utf-8"))


def header(old: dict[str, Any]) -> dict[str, Any]:
    """The header as version 2 has it: of absolute paths in the command line the last part alone."""
    new = old | {"schema_version": 2}
    if isinstance(old.get("argv"), list):
        new["argv"] = [_without_folder(word) for word in old["argv"]]
    return new


def _without_folder(word: Any) -> Any:
    if not isinstance(word, str):
        return word
    flag, equals, path = word.rpartition("=") if word.startswith("-") else ("", "", word)
    return f"{flag}{equals}{Path(path).name}" if path.startswith("/") else word


def record(old: dict[str, Any]) -> dict[str, Any]:
    """The record as version 2 has it."""
    family, variant = str(old.get("family")), str(old.get("variant"))
    new = old | {
        "schema_version": 2,
        "size_axis": facts()["size_axis"].get(family, ""),
        "base": old.get("base") or None,
    }
    axes, tuning = old.get("axes"), old.get("tuning")
    if not isinstance(axes, dict) or not isinstance(tuning, list) or not all(isinstance(name, str) for name in tuning):
        axes, tuning = {}, []
    else:
        new["axes"] = axes = renamed(family, axes)
        new["tuning"] = list(renamed(family, dict.fromkeys(map(str, tuning))))
        new["key"] = _key(old, new)
    new |= _paper(old.get("paper"), facts()["printed"].get(family, {}).get(variant, {}), axes)
    new["memory"] = _memory(old.get("reason"))
    if isinstance(old.get("launch"), dict):
        kernel, _, form = str(old["launch"].get("kernel", "")).partition(", ")
        new["launch"] = old["launch"] | {"kernel": kernel, "form": form}
    if family == "carpet" and (least := _last_step_bytes(new, axes)) is not None:
        new["observables"] = old["observables"] | {"last_step_bytes": least}
    return new


def renamed(family: str, axes: dict[str, Any]) -> dict[str, Any]:
    """The same values under the names of today, in the same order."""
    names = facts()["renamed_axes"].get(family, {})
    return {names.get(axis, axis): value for axis, value in axes.items()}


def tuning_suffix(axes: dict[str, Any], tuning: list[str]) -> str:
    """What a key ends with: the tuning axes sorted by name, values in their shortest form."""
    return "".join(f"/{axis}={axes.get(axis)}" for axis in sorted(tuning))


def _key(old: dict[str, Any], new: dict[str, Any]) -> Any:
    before, key = tuning_suffix(old["axes"], old["tuning"]), old.get("key")
    if not isinstance(key, str) or not key.endswith(before):
        return key
    return key.removesuffix(before) + tuning_suffix(new["axes"], new["tuning"])


def _paper(paper: Any, point: dict[str, Any], axes: dict[str, Any]) -> dict[str, Any]:
    """Members `paper` and `printed`. An axis that an early build did not have yet stood as the paper has it."""
    if not isinstance(paper, dict):
        return {"printed": False}
    point = {axis: value for axis, value in point.items() if axis in axes} if paper.get("label") else {}
    printed = bool(paper.get("label")) and all(axes[axis] == value for axis, value in point.items())
    return {"paper": paper | {"tuning": point}, "printed": printed}


def _memory(reason: Any) -> dict[str, Any] | None:
    words = NO_ROOM.search(reason) if isinstance(reason, str) else None
    if words is None:
        return None
    needed, free, largest = float(words[1]) * 1e9, float(words[2]) * 1e9, int(words[3])
    return {"needed_bytes": needed, "free_bytes": free, "largest_that_fits": largest}


def _last_step_bytes(new: dict[str, Any], axes: dict[str, Any]) -> float | None:
    """A walk's last step reads and writes P: of the whole array (A), of the diamond (B), or of the open sites, and
    their four indices (C)."""
    work, seen = new.get("work"), new.get("observables")
    steps = axes.get("steps")
    if not isinstance(steps, int) or not isinstance(seen, dict) or not isinstance(work, dict):
        return None
    a_site = 16 if axes.get("precision") == "double" else 8
    if new.get("variant") == "c_compact":
        open_sites = seen.get("sites_within_reach")
        return (16 + a_site) * open_sites if isinstance(open_sites, (int, float)) else None
    if new.get("variant") == "b_diamond":
        return float(a_site * (2 * steps * steps + 2 * steps + 1))
    return work["bytes"] / steps if steps and isinstance(work.get("bytes"), (int, float)) else None
