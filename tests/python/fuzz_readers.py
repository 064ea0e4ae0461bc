"""python tests/python/fuzz_readers.py [--seconds S] [--seed N] [--only READER]: bad files for every reader of plots.

Each fault is printed with the number that makes its file again (--seed N --count 1). Exit status 1 if there was one.
"""

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE)]

from fuzz.readers import READERS, Reader, attempt  # noqa: E402


def tried(number: int, readers: list[Reader]) -> tuple[str, str]:
    """The reader's name, and what came of the file with this number: "0", "2" or a fault in words."""
    rng = random.Random(number)
    reader = rng.choice(readers)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        try:
            return reader.name, str(attempt(reader, rng, Path(folder)))
        except Exception as fault:
            place = traceback.extract_tb(fault.__traceback__)[-1]
            return (
                reader.name,
                f"{type(fault).__name__}: {str(fault)[:300]} ({Path(place.filename).name}:{place.lineno})",
            )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1, help="number of the first file; each next one is one more")
    parser.add_argument("--count", type=int, default=10**9, help="files at most")
    parser.add_argument("--only", default="", metavar="READER", help="readers whose name has this in it")
    given = parser.parse_args()
    readers = [reader for reader in READERS if given.only in reader.name]
    begin, outcomes = time.monotonic(), Counter()
    for number in range(given.seed, given.seed + given.count):
        if time.monotonic() - begin > given.seconds:
            break
        name, outcome = tried(number, readers)
        outcomes[outcome if outcome in ("0", "2") else "fault"] += 1
        if outcome not in ("0", "2"):
            print(f"{number} {name}: {outcome}", flush=True)
    words = f"{outcomes['2']} refused, {outcomes['0']} still good, {outcomes['fault']} faults"
    print(f"{outcomes.total()} files from seed {given.seed}: {words}")
    return 1 if outcomes["fault"] else 0


if __name__ == "__main__":
    sys.exit(main())
