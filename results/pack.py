#!/usr/bin/env python3
"""Packs runs that are kept, so that they take little room.

usage: results/pack.py RUN...                     each in its place
       results/pack.py --archive FILE.tar.xz RUN...  copies of them all, without their samples

In its place: records.jsonl, counters.csv and saved arrays become FILE.xz, which `python -m plots` reads; T4 files become
FILE.gz, which `retime` reads too. Each is read back before the plain one goes. For anything else of `retime`: `xz -dk`.
In an archive: header.json and records.jsonl by the last two folders of RUN, samples_ns empty. Medians, intervals, blocks and
processes stay, so that `retime compare` says of the unpacked runs what it said before. The runs themselves stay as they are.
"""

import argparse
import gzip
import io
import json
import lzma
import sys
import tarfile
from pathlib import Path

PRESET = 9 | lzma.PRESET_EXTREME
XZ = ("records.jsonl", "counters.csv", "saved/**/*.npy")


def refuse(why):
    print(f"pack: {why}", file=sys.stderr)
    sys.exit(2)


def require_run(run):
    """Whose header and records are whole."""
    try:
        if not isinstance(json.loads((run / "header.json").read_text())["argv"], list):
            raise ValueError("no argv")
        records(run)
        if (run / "processes.jsonl").exists():
            raise ValueError("not finished")
    except OSError as error:
        refuse(f"{run}: no run: {error.filename}: {error.strerror}")
    except (ValueError, KeyError, TypeError, lzma.LZMAError) as error:
        refuse(f"{run}: no run that can be kept: {error}")


def records(run):
    plain, packed = run / "records.jsonl", run / "records.jsonl.xz"
    is_packed = packed.exists() and not plain.exists()
    text = lzma.decompress(packed.read_bytes()).decode() if is_packed else plain.read_text()
    return [json.loads(line) | {} for line in text.splitlines()]  # TypeError of a line that is no object


def replace(file, suffix, compress, decompress):
    """The packed file stands before the plain one goes, and holds the same."""
    data, packed = file.read_bytes(), file.with_name(file.name + suffix)
    packed.write_bytes(compress(data))
    if decompress(packed.read_bytes()) != data:
        packed.unlink()
        refuse(f"{packed}: does not read back as {file.name}, which stays")
    file.unlink()


def pack(run):
    for pattern in XZ:
        for file in sorted(run.glob(pattern)):
            replace(file, ".xz", lambda data: lzma.compress(data, preset=PRESET), lzma.decompress)
    for file in sorted(run.glob("t4/*.json")):
        replace(file, ".gz", lambda data: gzip.compress(data, mtime=0), gzip.decompress)


def members(run):
    """(name in the archive, bytes)"""
    folder = Path(*run.resolve().parts[-2:])
    lines = [json.dumps(r | {"samples_ns": []}, separators=(",", ":")) + "\n" for r in records(run)]
    yield folder / "header.json", (run / "header.json").read_bytes()
    yield folder / "records.jsonl", "".join(lines).encode()


def archive(file, runs):
    packed = dict(member for run in runs for member in members(run))
    if len(packed) < 2 * len(runs):
        refuse("two of these runs have the same last two folders")
    with tarfile.open(file, "w:xz", preset=PRESET) as into:
        for name, data in packed.items():
            head = tarfile.TarInfo(str(name))  # of nobody, at no time: the same runs give the same file
            head.size = len(data)
            into.addfile(head, io.BytesIO(data))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", metavar="RUN", nargs="+", type=Path)
    parser.add_argument("--archive", metavar="FILE.tar.xz", type=Path)
    options = parser.parse_args()
    for run in options.runs:
        require_run(run)
    if options.archive:
        archive(options.archive, options.runs)
    else:
        for run in options.runs:
            pack(run)


if __name__ == "__main__":
    main()
