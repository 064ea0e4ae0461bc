"""Why the kernels rank as they do: from the hardware counters of one step of each, profiled on one field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plots import counters
from plots.counters import Counters
from plots.families.cahn_hilliard.choose import FIELDS_MOVED, KERNELS, PASSES, as_printed, cell_bytes, common_largest, step_s
from plots.family import FamilyData
from plots.records import Record
from plots.tables import Table

ALIKE = 1.1  # two amounts within this factor are called the same
BORDER = 4  # threads of a row or column of B's and D's blocks that only load


def headline(data: FamilyData) -> str | None:
    """The paper's question, which kernel is fastest, in a sentence."""
    found = common_largest(as_printed(data.timed), KERNELS)
    if not data.has_gpu or found is None:
        return None
    ranked = sorted(found.values(), key=step_s)
    said = ", ".join(f"{r.variant[0].upper()} {step_s(r) * 1e6:.4g} us" for r in ranked)
    first = ranked[0]
    return (
        f"Kernels in order of speed at N = {first['n']}, flow {first['flow']}, best block, time of an RK2 step: {said}."
        f" In the paper: {paper_order(data, [r.variant[0].upper() for r in ranked])}."
    )


def paper_order(data: FamilyData, letters: list[str]) -> str:
    """C > B ~ D > A, of the kernels asked for."""
    gains = {k[-1]: v for k, v in data.paper["values"]["speed_up_n_1024"]["value"].items() if k[-1] in letters}
    order = sorted(gains, key=lambda k: (-gains[k], k))
    signs = ["~" if gains[a] == gains[b] else ">" for a, b in zip(order, order[1:])]
    return order[0] + "".join(f" {sign} {k}" for sign, k in zip(signs, order[1:])) if order else "not printed"


@dataclass(frozen=True)
class Step:
    """One profiled step. `cells` are those of the field times the steps that were counted."""

    record: Record
    counted: Counters
    cells: float

    @property
    def letter(self) -> str:
        return self.record.variant[0].upper()

    @property
    def name(self) -> str:
        own = self.record.get("cells_per_thread", 1)
        return self.letter if own == 1 else f"{self.letter}, {own} cells a thread"

    @property
    def bytes_a_cell(self) -> float:
        return self.counted.dram_bytes / self.cells

    @property
    def least_bytes(self) -> int:
        """Of the two passes; copies between them are no kernel's."""
        return FIELDS_MOVED[self.record["integrator"], "swap"] * cell_bytes(self.record)

    @property
    def instructions(self) -> float:
        """Lanes of instructions issued, a cell."""
        return self.counted.thread_instructions / self.cells

    @property
    def time_s(self) -> float:
        return self.counted.time_s / self.cells


def steps(data: FamilyData) -> list[Step]:
    """Those at the n that most kernels were profiled at, in the order of KERNELS; all counters that the words need."""
    found = []
    for r in data.counted.where(lambda r: r.variant in KERNELS and r["dim"] == 2):
        c = r.run.counters
        whole = len(c.launches) / PASSES[r["integrator"]]
        if whole == int(whole) and None not in (c.dram_bytes, c.thread_instructions, c.time_s, c.busiest):
            found.append(Step(r, c, r["n"] ** 2 * whole))
    sizes = {s.record["n"] for s in found}
    n = max(sizes, key=lambda n: (len({s.letter for s in found if s.record["n"] == n}), n), default=None)
    return sorted((s for s in found if s.record["n"] == n), key=lambda s: (s.letter, s.record.get("cells_per_thread", 1)))


def parts(data: FamilyData) -> Iterator[Table | str]:
    """A table of the counters, and what they say."""
    found = steps(data)
    if not found:
        return
    rows = [
        [
            s.name,
            f"{s.record['block_x']} x {s.record['block_y']}",
            s.time_s * s.record["n"] ** 2 * 1e6,
            s.bytes_a_cell,
            s.least_bytes,
            s.counted.l2_bytes / s.cells if s.counted.l2_bytes else None,
            s.instructions,
            *counters.cells(s.counted, s.record.data["launch"]),
        ]
        for s in found
    ]
    heads = ["kernel", "block", "step (us)", "DRAM bytes a cell", "least bytes a cell", "L2 bytes a cell"]
    yield counters.table(
        "cahn_hilliard_counters",
        f"What a step moves and keeps busy at N = {found[0].record['n']}, {data.where}",
        [*heads, "instructions a cell"],
        rows,
        "Least bytes: every field of a pass read and written once.",
    )
    yield "Why the kernels rank so, from these counters:\n\n" + "\n".join(f"- {line}" for line in told(data, found))


def told(data: FamilyData, found: list[Step]) -> Iterator[str]:
    """The mechanism, a sentence or two at a time."""
    plain = sorted((s for s in found if s.record.get("cells_per_thread", 1) == 1), key=lambda s: s.time_s)
    if len(plain) >= 2:
        yield _order(data, plain)
        yield _traffic(plain)
        yield from (_against(s, plain[0]) for s in plain[1:])
    if plain:
        yield _limits(plain)
    for s in found:
        one = next((p for p in plain if p.letter == s.letter), None)
        if one is not None and s is not one:
            yield _several_cells(s, one)


def _order(data: FamilyData, plain: list[Step]) -> str:
    first = plain[0]
    rest = ", ".join(f"{s.letter} {s.time_s / first.time_s:.2f}" for s in plain[1:])
    paper = paper_order(data, [s.letter for s in plain])
    card = data.paper["hardware"]["cahn_hilliard"]["gpu"]
    return f"Time of a step: {first.letter} 1, {rest}. The paper's order of speed on the {card}: {paper}."


def _traffic(plain: list[Step]) -> str:
    moved = [s.bytes_a_cell for s in plain]
    spread = f"{min(moved):.1f} to {max(moved):.1f} bytes a cell"
    least = plain[0].least_bytes
    text = f"DRAM: {spread} and step, where {least} are the least. "
    if max(moved) / min(moved) > ALIKE:
        worst = max(plain, key=lambda s: s.bytes_a_cell)
        return text + f"{worst.letter} moves most, so traffic is part of the order."
    text += "All kernels move the same, so traffic does not decide the order. "
    glob = next((s for s in plain if s.letter == "A"), None)
    if glob and glob.bytes_a_cell < ALIKE * least and glob.counted.l1_hits is not None:
        text += (
            f"A's thirteen loads a cell find {glob.counted.l1_hits:.0%} of their sectors in L1, and L2 catches what is"
            " left to read again. The paper's GPU cached no global load: there every one of them went to DRAM, and only the texture"
            " cache or a shared tile kept cells on the chip. That advantage is gone."
        )
    return text


def _against(slow: Step, fast: Step) -> str:
    """What the slower of two kernels spends its time on."""
    time, work = slow.time_s / fast.time_s, slow.instructions / fast.instructions
    part, share = slow.counted.busiest
    issue, other = slow.counted.busy("issue"), fast.counted.busy("issue")
    text = f"{slow.letter} takes {time:.2f} times {fast.letter}'s time with {work:.2f} times its instructions"
    if slow.letter in "BD":
        x, y = slow.record["block_x"], slow.record["block_y"]
        inner = (x - BORDER) * (y - BORDER)
        text += f"; {x} x {y} threads write {inner} cells, {x * y / inner:.2f} threads a cell"
    text += ". "
    if work > time / 1.25 and work > ALIKE:
        return text + "The extra instructions are enough to explain the extra time."
    if issue is not None and other is not None and part != "issue" and issue < 0.8 * other:
        text += f"Its issue slots are {issue:.0%} busy ({fast.letter}'s {other:.0%}), {part} {share:.0%}"
        if slow.counted.waits_for:
            text += f"; most of its warps wait for {slow.counted.waits_for}"
        if part == "L1/TEX" and slow.letter in "CD":
            return text + ": the texture unit takes fewer fetches a cycle than the load unit next to it."
        return text + f": it waits for {part}."
    return text + f"Its busiest part is {part} at {share:.0%}."


def _limits(plain: list[Step]) -> str:
    each = "; ".join(
        f"{s.letter} {part} {share:.0%}" + (f", DRAM {s.counted.busy('DRAM'):.0%}" if s.counted.busy("DRAM") else "")
        for s in plain
        for part, share in [s.counted.busiest]
    )
    shares = [share for s in plain if (share := s.counted.busy("DRAM")) is not None]
    end = " None is held up by DRAM, as the byte ceiling supposes." if shares and max(shares) < 0.7 else ""
    return f"Busiest part of each: {each}.{end}"


def _several_cells(many: Step, one: Step) -> str:
    before, after = one.counted.busy("DRAM"), many.counted.busy("DRAM")
    text = (
        f"{many.name}: {many.instructions / one.instructions:.2f} times the instructions of one cell a thread, as"
        f" neighbouring cells share their loads, and {many.time_s / one.time_s:.2f} times its time"
    )
    if before is not None and after is not None:
        text += f"; DRAM is then {after:.0%} busy instead of {before:.0%}"
    return text + "."
