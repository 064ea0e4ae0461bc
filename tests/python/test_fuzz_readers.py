"""A few seconds of the fuzzer of all readers; tests/python/fuzz_readers.py runs longer. Seeds themselves are good files."""

import random
import shutil

import pytest
from fuzz.readers import READERS, SEEDS, WHOLE, attempt, judge

EACH, EACH_DRAWN = 6, 1  # bad files a reader; drawing takes seconds


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_a_seed_is_read_and_bad_files_are_refused_in_one_line(reader, tmp_path):
    given = tmp_path / "good" / reader.seed
    (tmp_path / "good").mkdir()
    (shutil.copytree if (SEEDS / reader.seed).is_dir() else shutil.copy)(SEEDS / reader.seed, given)
    if reader.command.__module__ != "plots.plan.__main__":  # a seed's few cases decide no claim
        assert judge(reader, given, tmp_path / "good") == 0
    for number in range(EACH_DRAWN if reader.arguments == WHOLE else EACH):
        folder = tmp_path / str(number)
        folder.mkdir()
        attempt(reader, random.Random(f"{reader.name} {number}"), folder)
