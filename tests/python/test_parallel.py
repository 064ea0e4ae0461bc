"""plots/files/parallel.py: forked processes make the same as one does, in order, and what they raise is raised."""

import os

import pytest

from plots.files import parallel
from plots.files.errors import InputError


def square(n):
    if n < 0:
        raise InputError(f"{n} is below 0")
    return n * n, os.getpid()


@pytest.fixture(params=[1, 3], ids=["one process", "three"])
def processes(request, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(request.param)))
    monkeypatch.setattr(parallel, "LEAST_ITEMS", 2)
    return request.param


def test_what_is_made_comes_in_order(processes):
    made = parallel.each(square, range(20))
    assert [number for number, _ in made] == [n * n for n in range(20)]
    assert (os.getpid() in {pid for _, pid in made}) == (processes == 1)


def test_items_may_be_generators(processes):
    assert parallel.each(sum, [(n for n in range(k)) for k in range(5)]) == [0, 0, 1, 3, 6]


def test_the_first_that_fails_is_told(processes):
    with pytest.raises(InputError, match="-3 is below 0"):
        parallel.each(square, [2, -3, 1, -4])


def test_a_process_that_is_killed_is_told(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    monkeypatch.setattr(parallel, "LEAST_ITEMS", 2)
    with pytest.raises(InputError, match="was killed"):
        parallel.each(lambda _: os.kill(os.getpid(), 9), [1, 2])


def test_for_a_few_no_process_is_started(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    assert {pid for _, pid in parallel.each(square, range(parallel.LEAST_ITEMS - 1))} == {os.getpid()}
    assert parallel.each(square, []) == []
