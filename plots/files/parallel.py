"""Work shared out among processes: a report's runs are read, and its sections drawn, side by side."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from plots.files.errors import InputError

LEAST_ITEMS = 12  # runs, or sections of a report on three families: fewer are done before processes have begun
MOST_PROCESSES = 4  # each may come to need the memory that the records take
Item, Made = TypeVar("Item"), TypeVar("Made")
_at: Callable[[int], Any]  # what forked processes find here


def each(work: Callable[[Item], Made], items: Sequence[Item]) -> list[Made]:
    """[work(item) for item in items], by forked processes where there are cores and enough to do: items may be generators,
    since what is made of them alone is pickled. Raises what the first of the items that fail raises."""
    global _at
    processes = min(len(os.sched_getaffinity(0)), MOST_PROCESSES)
    if processes < 2 or len(items) < LEAST_ITEMS:
        return [work(item) for item in items]
    _at = lambda i: work(items[i])  # noqa: E731
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("fork"))
    try:
        return list(pool.map(_call, range(len(items))))
    except BrokenProcessPool:
        raise InputError("a process of the report was killed, for want of memory perhaps") from None
    finally:
        children = multiprocessing.active_children()
        pool.shutdown(wait=False, cancel_futures=True)
        for child in children:
            child.terminate()


def _call(i: int) -> Any:
    return _at(i)
