"""What a practitioner would take instead, on the work of a run and on its GPU: python3 -m results.peers PROGRAM RUN SIZE...

RUN is what PROGRAM recorded on the GPU that is here. Of its workloads of these sizes the peers of its family are timed, and
verified against what PROGRAM answers:
  carpet          products with the walk's matrix, by CuPy (cuSPARSE)
  cahn_hilliard   the stencil in arrays, by torch.compile; and a semi-implicit Fourier method, by CuPy (cuFFT), with the errors
                  that it and the explicit step make
  apsp            all shortest paths by SciPy and NetworkX, by igraph and NetworKit where they are installed, and by products of
                  matrices, PyTorch's; of a sample of sources where all take long
Writes RUN/peers.json (docs/record.schema.json, `peers`), which `python -m plots` shows beside the run's own cases.
"""

import json
import sys
from pathlib import Path

from plots.files import gate, whole
from plots.files.errors import InputError
from results.peers.errors import refuse

FAMILIES = ("carpet", "cahn_hilliard", "apsp")


def run_of(path):
    """Its header, and its records."""
    try:
        header = gate.document(path / "header.json")
        with gate.expecting("header of a run", path / "header.json"):
            header["device"].get("uuid")
        return header, [record for _, record in gate.records(path / "records.jsonl")]
    except InputError as error:
        refuse(f"{path}: no run ({error})")


def workloads_of(records, sizes):
    """Those of the correct cases that have one of the sizes, each once: axes but for tuning."""
    workloads = []
    for record in records:
        workload = {name: value for name, value in record["axes"].items() if name not in record["tuning"]}
        if record["status"] == "correct" and workload[record["size_axis"]] in sizes and workload not in workloads:
            workloads.append(workload)
    return workloads


def main(program, path, sizes):
    header, records = run_of(path)
    try:
        with gate.expecting("record of a run", path / "records.jsonl"):
            families = {record["family"] for record in records}
            workloads = workloads_of(records, sizes)
    except InputError as error:
        refuse(str(error))
    if not workloads or len(families) != 1 or not families <= set(FAMILIES):
        families_ = f"{', '.join(FAMILIES[:-1])} or {FAMILIES[-1]}"
        refuse(f"{path}: no run of {families_} with a correct case of size {', '.join(map(str, sizes))}")
    try:
        from results.peers import on_gpu
    except ImportError as missing:
        refuse(f"{missing.name} is missing; install PyTorch, CuPy and NumPy for this GPU")
    recorded_on = header["device"].get("uuid")
    if recorded_on != on_gpu.board():
        refuse(f"{path}: recorded on {recorded_on}, and this GPU is {on_gpu.board()}; record a run here first")
    peers = on_gpu.measure(*families, program, workloads)
    whole.write(path / "peers.json", (json.dumps(peers, indent=1) + "\n").encode())


if __name__ == "__main__":
    if len(sys.argv) < 4 or not all(size.isdigit() for size in sys.argv[3:]):
        refuse("usage: python3 -m results.peers PROGRAM RUN SIZE...")
    main(sys.argv[1], Path(sys.argv[2]), [int(size) for size in sys.argv[3:]])
