"""What is done to a good file: its JSON is changed where it has structure, its bytes where it has none."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

NUMBERS = [
    0,
    -1,
    1,
    2,
    0.5,
    3.0,
    63,
    64,
    65,
    1e-320,
    1e-9,
    1e9,
    1e18,
    1e19,
    1e100,
    1e308,
    -1e308,
    2**31,
    2**53,
    2**63,
    2**64,
]
TEXTS = [
    "",
    "a",
    "1",
    "nan",
    "a\x1b[31mb\nc",
    r"$\frac{a$",
    "$",
    "../../evil",
    "/evil",
    "x" * 5000,
    "\ud800",
    "\0",
    "<img src=x>",
]
TEXTS += ["`|`", "](http://x)", "\u202e", "é", "2026-02-30T25:00:00Z", "1 == 1", "a" * 70000]
OTHERS = [None, True, False, [], {}, [[]], [None], {"a": {}}, [1, "a"], 10**30, 10**400]
RAW = [
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"9" * 400,
    b"\xff",
    b"\x00",
    b"\x1b[31m",
    b'"\\ud800"',
    b"[" * 1000,
    b'{"a":' * 1000,
    b"{}",
    b",",
    b'"',
]


def hostile(rng: random.Random) -> Any:
    return copy.deepcopy(rng.choice(rng.choice([NUMBERS, TEXTS, OTHERS])))


def places(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """The path of everything in a document but for itself."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield (*path, name)
        yield from places(each, (*path, name))


def at(document: Any, path: tuple) -> Any:
    for name in path:
        document = document[name]
    return document


def change(document: Any, path: tuple, rng: random.Random) -> None:
    """In place."""
    holder, name = at(document, path[:-1]), path[-1]
    kind = rng.randrange(8)
    if kind == 0:
        del holder[name]
    elif kind == 1 and isinstance(holder, dict):
        holder[str(hostile(rng))] = holder.pop(name)
    elif kind == 2 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(rng.choice(holder)))
    elif kind == 3 and type(holder[name]) in (int, float):
        holder[name] *= rng.choice([0, -1, 0.5, 2, 1e-30, 1e30, 1 + 1e-9])
    elif kind == 4:
        holder[name] = copy.deepcopy(at(document, rng.choice([*places(document)])))
    elif kind == 5 and isinstance(holder[name], (dict, list)):
        holder[name] = type(holder[name])()
    else:
        holder[name] = hostile(rng)


def json_text(document: Any, rng: random.Random) -> str:
    """The document with one to three changes."""
    changed = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if paths := [*places(changed)]:
            change(changed, rng.choice(paths), rng)
    return json.dumps(changed)


def jsonl_text(records: list[Any], rng: random.Random) -> str:
    """One record, or the same place in all of them, is changed."""
    records = copy.deepcopy(records)
    path = rng.choice([*places(rng.choice(records))])
    same, seed = rng.random() < 0.4, rng.random()
    for record in records if same else [rng.choice(records)]:
        try:
            change(record, path, random.Random(seed))
        except (KeyError, IndexError, TypeError):
            pass  # this one has no such place
    return "".join(json.dumps(record) + "\n" for record in records)


def bytes_of(data: bytes, rng: random.Random) -> bytes:
    """A few bytes are taken out, doubled, turned over or put in; or the end is cut off."""
    begin = rng.randrange(len(data))
    end = min(len(data), begin + rng.choice([1, 1, 2, 8, 64]))
    part = data[begin:end]
    new = [b"", part * 2, bytes(b ^ 1 << rng.randrange(8) for b in part), rng.choice(RAW), rng.choice(RAW) + part]
    return data[:begin] if rng.random() < 0.1 else data[:begin] + rng.choice(new) + data[end:]
