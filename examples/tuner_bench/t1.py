"""The tuning space that a T1 file defines: `python -m examples.tuner_bench.t1 FILE` prints a configuration a line.

Values and conditions are expressions of Python's kind; simpleeval evaluates them, so nothing in the file runs as code.
"""

from __future__ import annotations

import ast
import math
import operator
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import simpleeval

from examples.tuner_bench import replays
from plots.files import command, gate, schema
from plots.files.errors import InputError
from plots.files.text import printable

MOST_VALUES = 65535  # of a parameter
MOST_STEPS = 10_000_000  # operations of all conditions: a grid that would take hours is refused, not walked
MOST_FOUND = 1_000_000  # configurations
MOST_NODES = 2000  # of a condition; a list of values may have more
MOST_BITS = 4096  # of a power
SHOWN = 200  # letters of an expression in a message
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


def _power(base: float, exponent: float) -> float:
    if isinstance(base, int) and isinstance(exponent, int) and base.bit_length() * abs(exponent) > MOST_BITS:
        raise ValueError(f"a power of more than {MOST_BITS} bits")
    return simpleeval.safe_power(base, exponent)


def _remainder(value: float, divisor: float) -> float:
    if isinstance(value, (str, bytes)):
        raise TypeError("% is for numbers")  # of a text it would format, to any width
    return operator.mod(value, divisor)


FUNCTIONS = {f.__name__: f for f in (abs, float, int, len, list, max, min, round)} | {"range": _range}
OPERATORS = simpleeval.DEFAULT_OPERATORS | {ast.Pow: _power, ast.Mod: _remainder}
NOT_FOR_VALUES = (ast.JoinedStr, ast.FormattedValue, ast.Attribute, ast.Dict, ast.DictComp, ast.Set, ast.SetComp)


class Expression:
    """A condition or a list of values. InputError: no expression, an unknown name, or no value."""

    def __init__(self, text: str, names: dict[str, Any]):
        """`names`: the dictionary from which each evaluation takes the parameters' values."""
        self.text = text
        self.evaluator = simpleeval.EvalWithCompoundTypes(
            operators=OPERATORS, functions=FUNCTIONS, names=names, allowed_attrs={}
        )
        for kind in NOT_FOR_VALUES:
            self.evaluator.nodes.pop(kind, None)
        self.parsed = self._checked(lambda: self.evaluator.parse(text))
        self.nodes = [*ast.walk(self.parsed)]
        if sum(isinstance(node, ast.comprehension) for node in self.nodes) > 1:
            raise InputError(f"'{text[:SHOWN]}': one loop at most")  # loops within loops multiply

    def value(self) -> Any:
        return self._checked(lambda: self.evaluator.eval(self.text, self.parsed))

    def uses(self, name: str) -> bool:
        return any(getattr(node, "id", None) == name for node in self.nodes)

    def _checked(self, evaluate):
        try:
            return evaluate()
        except REFUSED as problem:
            raise InputError(f"'{self.text[:SHOWN]}': {str(problem) or type(problem).__name__}") from None


def _is_value(value: Any) -> bool:
    """Text, or a number that a file can hold."""
    if isinstance(value, int):
        return gate.LEAST_WHOLE <= value <= gate.MOST_WHOLE
    return isinstance(value, str) or (isinstance(value, float) and math.isfinite(value))


def _values(written: Any, name: str) -> list[Any]:
    values = Expression(written, {}).value() if isinstance(written, str) else written
    values = list(values) if isinstance(values, (list, tuple)) else [values]
    if not 0 < len(values) <= MOST_VALUES:
        raise InputError(f"parameter '{name}' has {len(values)} values; 1 to {MOST_VALUES} can be told apart")
    odd = next((v for v in values if not _is_value(v)), None)
    if odd is not None:
        raise InputError(f"Values of parameter '{name}': {str(odd)[:40]!r} is neither a number nor text")
    return [int(v) if isinstance(v, bool) else v for v in values]


def configurations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All points of the grid that satisfy every condition; keys beyond the schema are tolerated.

    Parameters are assigned in order and each condition is tested as soon as its last parameter has a value. InputError.
    """
    space = document["ConfigurationSpace"]
    parameters = [(p["Name"], _values(p["Values"], p["Name"])) for p in space["TuningParameters"]]
    conditions = [c["Expression"] for c in space.get("Conditions", [])]
    named = {name for c in space.get("Conditions", []) for name in c.get("Parameters", [])}
    point: dict[str, Any] = {name: values[0] for name, values in parameters}
    if len(point) < len(parameters):
        raise InputError("a parameter stands twice")
    if unknown := sorted(named - point.keys()):
        raise InputError(f"a condition names the unknown parameter '{unknown[0]}'")
    due: list[list[Expression]] = [[] for _ in parameters]
    for condition in (_condition(text, point) for text in conditions):
        due[max((i for i, name in enumerate(point) if condition.uses(name)), default=0)].append(condition)
    costs = [1 + sum(len(condition.nodes) for condition in each) for each in due]
    steps = 0

    def descend(depth: int) -> Iterator[dict[str, Any]]:
        nonlocal steps
        if depth == len(parameters):
            yield dict(point)
            return
        name, values = parameters[depth]
        for value in values:
            point[name] = value
            steps += costs[depth]
            if steps > MOST_STEPS:
                raise InputError("the grid is too large to enumerate: add conditions or drop values")
            if all(condition.value() for condition in due[depth]):
                yield from descend(depth + 1)

    yield from descend(0)


def _condition(text: str, point: dict[str, Any]) -> Expression:
    condition = Expression(text, point)
    if len(condition.nodes) > MOST_NODES:
        raise InputError(
            f"'{text[:SHOWN]}...': a condition of more than {MOST_NODES} operations; split it at its `and`s"
        )
    if any(isinstance(node, ast.comprehension) for node in condition.nodes):
        raise InputError(f"'{text[:SHOWN]}': a condition has no loop; write its terms out")
    return condition


def read(path: Path) -> list[dict[str, Any]]:
    """All configurations of the space in a file; InputError names it."""
    document = gate.document(path)
    schema.require(document, "t1", str(path), replays.SCHEMA)
    try:
        found = list(islice(configurations(document), MOST_FOUND + 1))
    except InputError as problem:
        raise InputError(f"{path}: {problem}") from None
    if len(found) > MOST_FOUND:
        raise InputError(f"{path}: more than {MOST_FOUND} configurations: add conditions or drop values")
    if not found:
        raise InputError(f"{path}: the space is empty: no configuration satisfies its conditions")
    return found


def main(arguments: list[str]) -> int:
    """Exit status 2 and one line for bad input."""

    def work() -> None:
        if len(arguments) != 1:
            raise InputError("usage: python -m examples.tuner_bench.t1 FILE")
        for configuration in read(Path(arguments[0])):
            print(printable(" ".join(f"{name}={value}" for name, value in configuration.items())))

    return command.run("", work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
