"""Cuts a small run for tests out of a recorded one: its header, argv without folders, and whole lines.

python tests/record/cut_run.py results/h200/apsp_best 'k[17]_.*/graph=watts_ring/n=1000/' tests/record/schema_1
"""

import json
import lzma
import re
import sys
from pathlib import Path

run, expression, out = Path(sys.argv[1]), re.compile(sys.argv[2]), Path(sys.argv[3])
header = json.loads((run / "header.json").read_text())
header["argv"] = [Path(word).name if word.startswith("/") else word for word in header["argv"]]
(out / "header.json").write_text(json.dumps(header, indent=1) + "\n")
packed = run / "records.jsonl.xz"
records = lzma.decompress(packed.read_bytes()) if packed.exists() else (run / "records.jsonl").read_bytes()
lines = records.decode().splitlines()
(out / "records.jsonl").write_text("".join(line + "\n" for line in lines if expression.search(json.loads(line)["key"])))
