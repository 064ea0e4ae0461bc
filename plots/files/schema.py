"""What the values in a file must be: types, ranges and members, by JSON Schema. InputError says which is not, and where."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from plots.files.errors import InputError

ROOT = Path(__file__).resolve().parent.parent.parent
RECORD = ROOT / "docs" / "record.schema.json"  # $defs: header, record, peers
if not RECORD.is_file():  # where the packages are installed alone
    RECORD = ROOT / "retime" / RECORD.name
OTHERS = Path(__file__).resolve().parent / "inputs.schema.json"  # $defs: what else is read, by kind
MOST_WORDS = 200


def require(value: Any, kind: str, where: str, file: Path = OTHERS) -> None:
    """That the value meets #/$defs/<kind> of a schema file."""
    validator = _validator(file, kind)
    if validator.is_valid(value):
        return
    error = next(validator.iter_errors(value))
    place = ".".join(map(str, error.instance_path)) or kind
    words = error.message if len(error.message) < MOST_WORDS else error.message[:MOST_WORDS] + "..."
    raise InputError(f"{where}: does not meet {file.relative_to(ROOT)}: {place}: {words}")


@cache
def _validator(file: Path, kind: str) -> jsonschema_rs.Draft202012Validator:
    schema = json.loads(file.read_text(encoding="utf-8"))
    return jsonschema_rs.Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{kind}"})
