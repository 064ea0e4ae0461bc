"""The tuning space that a T1 file defines: `python -m plots.tuning.t1 FILE` prints a configuration a line.

Values and conditions are expressions of Python's kind; simpleeval evaluates them, so nothing in the file runs as code.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import simpleeval

from plots.errors import InputError
from plots.tuning.json_file import read_json

MOST_VALUES = 65535  # of a parameter
MOST_TESTED = 10_000_000  # a grid that would take hours is refused, not walked
REFUSED = (  # what a text can make Python's parser and operators, or simpleeval, raise
    simpleeval.InvalidExpression,
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    SyntaxError,
    TypeError,
    ValueError,
)


def _range(*arguments: int) -> list[int]:
    values = range(*arguments)
    if len(values) > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES} values")
    return list(values)


FUNCTIONS = {f.__name__: f for f in (abs, float, int, len, list, max, min, round)} | {"range": _range}


class Expression:
    """A condition or a list of values. InputError: no expression, an unknown name, or no value."""

    def __init__(self, text: str, names: dict[str, Any]):
        """`names`: the dictionary from which each evaluation takes the parameters' values."""
        self.text = text
        self.evaluator = simpleeval.EvalWithCompoundTypes(functions=FUNCTIONS, names=names, allowed_attrs={})
        self.parsed = self._checked(lambda: self.evaluator.parse(text))

    def value(self) -> Any:
        return self._checked(lambda: self.evaluator.eval(self.text, self.parsed))

    def uses(self, name: str) -> bool:
        return any(getattr(node, "id", None) == name for node in simpleeval.ast.walk(self.parsed))

    def _checked(self, evaluate):
        try:
            return evaluate()
        except REFUSED as problem:
            raise InputError(f"'{self.text[:200]}': {str(problem) or type(problem).__name__}") from None


def _values(written: Any, name: str) -> list[Any]:
    values = Expression(written, {}).value() if isinstance(written, str) else written
    values = list(values) if isinstance(values, (list, tuple)) else [values]
    if not 0 < len(values) <= MOST_VALUES:
        raise InputError(f"parameter '{name}' has {len(values)} values; 1 to {MOST_VALUES} can be told apart")
    odd = next((v for v in values if not isinstance(v, (bool, int, float, str))), None)
    if odd is not None:
        raise InputError(f"Values of parameter '{name}': {odd!r} is neither a number nor text")
    return [int(v) if isinstance(v, bool) else v for v in values]


def configurations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All points of the grid that satisfy every condition; keys beyond the schema are tolerated.

    Parameters are assigned in order and each condition is tested as soon as its last parameter has a value. InputError.
    """
    try:
        space = document["ConfigurationSpace"]
        parameters = [(p["Name"], _values(p["Values"], p["Name"])) for p in space["TuningParameters"]]
        conditions = [c["Expression"] for c in space.get("Conditions", [])]
        named = {name for c in space.get("Conditions", []) for name in c.get("Parameters", [])}
    except (KeyError, TypeError, AttributeError) as problem:
        raise InputError(f"no T1 file: {type(problem).__name__} {problem}") from None
    point: dict[str, Any] = {name: values[0] for name, values in parameters}
    if len(point) < len(parameters):
        raise InputError("a parameter stands twice")
    if unknown := sorted(named - point.keys()):
        raise InputError(f"a condition names the unknown parameter '{unknown[0]}'")
    due: list[list[Expression]] = [[] for _ in parameters]
    for condition in (Expression(text, point) for text in conditions):
        due[max((i for i, name in enumerate(point) if condition.uses(name)), default=0)].append(condition)
    tested = 0

    def descend(depth: int) -> Iterator[dict[str, Any]]:
        nonlocal tested
        if depth == len(parameters):
            yield dict(point)
            return
        name, values = parameters[depth]
        for value in values:
            point[name] = value
            tested += 1
            if tested > MOST_TESTED:
                raise InputError("the grid is too large to enumerate: add conditions or drop values")
            if all(condition.value() for condition in due[depth]):
                yield from descend(depth + 1)

    yield from descend(0)


def main(arguments: list[str]) -> int:
    """Exit status 2 and one line for bad input."""
    if len(arguments) != 1:
        print("usage: python -m plots.tuning.t1 FILE", file=sys.stderr)
        return 2
    try:
        found = list(configurations(read_json(Path(arguments[0]))))
        if not found:
            raise InputError("the space is empty: no configuration satisfies its conditions")
    except InputError as problem:
        named = str(problem) if str(problem).startswith(arguments[0]) else f"{arguments[0]}: {problem}"
        print(named.replace("\n", " "), file=sys.stderr)
        return 2
    for configuration in found:
        print(" ".join(f"{name}={value}" for name, value in configuration.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
