#!/usr/bin/env python3
"""Packs runs that are kept, so that they take little room.

usage: results/pack.py RUN...                     each in its place
       results/pack.py --archive FILE.tar.xz RUN...  copies of them all, without their samples

In its place: records.jsonl, counters.csv and saved arrays become FILE.xz, which `python -m plots` reads; T4 files become
FILE.gz, which `retime` reads too. Each is read back before the plain one goes. For anything else of `retime`: `xz -dk`.
In an archive: header.json and records.jsonl by the last two folders of RUN, samples_ns empty. Medians, intervals, blocks and
processes stay, so that `retime compare` says of the unpacked runs what it said before. The runs themselves stay as they are.
"""

import gzip
import io
import json
import lzma
import sys
import tarfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from plots.files import command, gate, whole
from plots.files.errors import InputError

PRESET = 9 | lzma.PRESET_EXTREME
XZ = ("records.jsonl", "counters.csv", "saved/**/*.npy")


def require_run(run):
    """Whose header and records are whole."""
    try:
        if not isinstance(gate.document(run / "header.json").get("argv"), list):
            raise InputError(f"{run / 'header.json'}: argv: a list is wanted")
        records(run)
        if (run / "processes.jsonl").exists():
            raise InputError(f"{run}: not finished")
    except InputError as error:
        raise InputError(f"{run}: no run that can be kept: {error}") from None


def records(run):
    plain = run / "records.jsonl"
    return [record for _, record in gate.records(gate.kept(plain) or plain)]


def replace(file, suffix, compress):
    """The packed file stands before the plain one goes, and holds the same."""
    data, packed = gate.data(file), file.with_name(file.name + suffix)
    whole.write(packed, compress(data))
    if gate.data(packed) != data:
        packed.unlink()
        raise InputError(f"{packed}: does not read back as {file.name}, which stays")
    file.unlink()


def pack(run):
    for pattern in XZ:
        for file in sorted(run.glob(pattern)):
            replace(file, ".xz", lambda data: lzma.compress(data, preset=PRESET))
    for file in sorted(run.glob("t4/*.json")):
        replace(file, ".gz", lambda data: gzip.compress(data, mtime=0))


def members(run):
    """(name in the archive, bytes)"""
    folder = Path(*run.resolve().parts[-2:])
    lines = [json.dumps(r | {"samples_ns": []}, separators=(",", ":")) + "\n" for r in records(run)]
    yield folder / "header.json", gate.data(run / "header.json")
    yield folder / "records.jsonl", "".join(lines).encode()


def archive(file, runs):
    packed = dict(member for run in runs for member in members(run))
    if len(packed) < 2 * len(runs):
        raise InputError("two of these runs have the same last two folders")
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:xz", preset=PRESET) as into:
        for name, data in packed.items():
            head = tarfile.TarInfo(str(name))  # of nobody, at no time: the same runs give the same file
            head.size = len(data)
            into.addfile(head, io.BytesIO(data))
    whole.write(file, content.getvalue())


def work():
    parser = command.Parser(description=__doc__, formatter_class=command.AS_WRITTEN)
    parser.add_argument("runs", metavar="RUN", nargs="+", type=command.path)
    parser.add_argument("--archive", metavar="FILE.tar.xz", type=command.path)
    options = parser.parse_args()
    for run in options.runs:
        require_run(run)
    if options.archive:
        archive(options.archive, options.runs)
    else:
        for run in options.runs:
            pack(run)


if __name__ == "__main__":
    sys.exit(command.run("pack", work))
