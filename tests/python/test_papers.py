"""Published numbers: well-formed, and consistent with each other."""

import json

import numpy as np
import pytest

from plots import claims, family
from plots.claims import PAPERS, RELATIONS

FILES = sorted(PAPERS.glob("*.json"))


def load(name):
    return json.loads((PAPERS / f"{name}.json").read_text(encoding="utf-8"))


def test_all_five_papers_are_there():
    assert [f.stem for f in FILES] == [
        "hoffmann_2010",
        "hunger_2015",
        "leist_2009",
        "passerat_2011",
        "schram_2012",
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_claims_are_well_formed(file):
    paper = json.loads(file.read_text(encoding="utf-8"))
    assert paper["id"] == file.stem and paper["citation"] and paper["hardware"]
    seen = set()
    for given in paper["claims"]:
        claim = claims.Claim(**given)  # refuses a member that is unknown or missing
        assert (claim.family, claim.id) not in seen
        seen.add((claim.family, claim.id))
        assert claim.family in paper["families"]
        assert claim.relation in RELATIONS
        if claim.relation == "between":
            assert claim.limit[0] < claim.limit[1]
        else:
            assert isinstance(claim.limit, (int, float))
        assert claim.text.endswith(".") and claim.where and claim.quantity


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_the_paper_itself_meets_its_claims(file):
    """A printed number that failed its own relation would be a slip of ours. Equality with the limit is the paper's."""
    for given in json.loads(file.read_text(encoding="utf-8"))["claims"]:
        printed, limit = given["claimed"], given["limit"]
        if printed is None:
            continue
        low, high = printed if isinstance(printed, list) else (printed, printed)
        if printed == limit:
            continue
        assert claims.meets(given["relation"], limit, low, high), given["id"]


def test_every_family_module_judges_claims_that_exist():
    for module in family.modules():
        assert set(module.JUDGES) <= {c.id for c in claims.claims(module.PAPER, module.FAMILY)}


def test_table_1_of_hoffmann_gives_the_ratios_that_the_text_rounds():
    rows = load("hoffmann_2010")["tables"]["table_1"]["a_1e9_s"]
    a, b, c = (np.array(rows[f"Variant {v}"]) for v in "ABC")
    assert b / a == pytest.approx([0.40, 0.43, 0.45], abs=0.005)
    assert (b / c)[[0, 2]] == pytest.approx([12, 6], rel=0.05)


def test_table_2_of_leist_gives_its_printed_speed_ups():
    table = load("leist_2009")["tables"]["table_2"]
    for graph in "123":
        cpu, gpu = np.array(table["cpu_s"][graph]), np.array(table["gpu_s"][graph])
        # The GPU's seconds are rounded: the printed speed-up lies between those of the rounding's ends.
        assert np.all(table["speed_up"][graph] <= np.ceil(cpu / (gpu - 0.5)))
        assert np.all(table["speed_up"][graph] >= np.floor(cpu / (gpu + 0.5)))


def test_hunger_times_give_one_rate():
    values = load("hunger_2015")["values"]
    tube = 256 * 256 * 10000 * 1024 / values["tube_s"]["value"]
    cube = 1024**3 * 1024 / values["cube_s"]["value"]
    assert tube == pytest.approx(1.80e10, rel=0.01) and cube == pytest.approx(1.80e10, rel=0.01)


def test_schram_speed_ups_give_one_rate():
    values = load("schram_2012")["values"]
    plain, multispin = (
        values[k]["value"] for k in ("moves_per_s_cpu_plain", "moves_per_s_cpu_multispin_1_core")
    )
    assert 4000 * plain == pytest.approx(130 * multispin, rel=0.01) == pytest.approx(8e10, rel=0.01)
