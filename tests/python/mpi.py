"""Jobs of several ranks, started by mpirun."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from program import output, program, words

# The job of its own user, where that is root; more ranks than cores.
ENVIRONMENT = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
MPIRUN = ["mpirun", "--bind-to", "none", "--oversubscribe"]

needs_mpi = pytest.mark.skipif(
    not shutil.which("mpirun") or "MPI       none" in output("device"), reason="the program was built without MPI"
)


def begun(command, out, ranks, *launcher, by=None, env=None, **options):
    """A job of so many ranks of the program, or of the one `by` names, while it runs."""
    return subprocess.Popen(
        [*MPIRUN, *launcher, "-n", str(ranks), str(by or program()), *words(command, "--out", out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT | (env or {}),
        **options,
    )


def done(command, out, ranks, *launcher, **options):
    """What a job prints on standard output and standard error, and its exit status."""
    job = begun(command, out, ranks, *launcher, **options)
    printed, said = job.communicate(timeout=300)
    return printed, said, job.returncode


def complaints(said):
    return [line for line in said.splitlines() if line.startswith("retime:")]


def ranks_of(job):
    """Processes of the job's ranks, by rank, but for their workers."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
            variables = dict(v.split("=", 1) for v in (process / "environ").read_text().split("\0") if "=" in v)
        except (OSError, ValueError):
            continue
        if parent == job.pid and "OMPI_COMM_WORLD_RANK" in variables:
            found[int(variables["OMPI_COMM_WORLD_RANK"])] = int(process.name)
    return found
