"""Published numbers: well-formed, and consistent with each other."""

import inspect
import json
from collections import defaultdict

import numpy as np
import pytest
from program import output

from plots.sections import report
from plots.verdicts import claims, judge, words
from plots.verdicts.claims import PAPERS, RELATIONS

FILES = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(PAPERS.glob("*.json"))}


def test_papers_are_well_formed():
    assert list(FILES) == ["hoffmann_2010", "hunger_2015", "leist_2009", "passerat_2011", "schram_2012"]
    for name, paper in FILES.items():
        assert paper["id"] == name and paper["citation"] and paper["hardware"]
        ids = [(claim["family"], claim["id"]) for claim in paper["claims"]]
        assert len(set(ids)) == len(ids)


def test_claims_are_well_formed_and_met_by_the_paper_itself():
    """A printed number that failed its own relation would be a slip of ours. Equality with the limit is the paper's."""
    for paper, members in ((paper, members) for paper in FILES.values() for members in paper["claims"]):
        claim = claims.Claim(**members)  # refuses a member that is unknown or missing
        assert claim.family in paper["families"] and claim.relation in RELATIONS, claim.id
        if claim.relation == "between":
            assert claim.limit[0] < claim.limit[1], claim.id
        else:
            assert isinstance(claim.limit, (int, float)), claim.id
        assert claim.text.endswith(".") and claim.where and claim.quantity, claim.id
        if claim.claimed not in (None, claim.limit):
            low, high = claim.claimed if isinstance(claim.claimed, list) else (claim.claimed, claim.claimed)
            assert words.meets(claim.relation, claim.limit, low, high), claim.id


def parts(rule):
    """A judge and those that it is made of."""
    yield rule
    for kind in ("quotient", "difference"):
        for part in rule.get(kind, []):
            yield from parts(part)


def rules():
    """(family, id, rule, the rule's parts with what the paper says of all of the family's claims) of each claim."""
    for paper in FILES.values():
        for claim in paper["claims"]:
            if rule := claim.get("judge"):
                judging = paper.get("judging", {}).get(claim["family"], {})
                yield claim["family"], claim["id"], rule, list(parts(judging | rule))


def test_every_judge_is_one_that_the_factory_knows():
    for family, _, rule, whole in rules():
        functions = getattr(report.modules().get(family), "FUNCTIONS", {})
        for part in whole:
            judge.kind_of(part)
        for part in parts(rule):
            if "function" in part:
                arguments = {key: value for key, value in part.items() if key != "function"}
                inspect.signature(functions[part["function"]]).bind(None, **arguments)


def test_families_with_a_page_have_a_judge_for_every_claim_and_every_function_judges_one():
    for family, module in report.modules().items():
        judges = {claim.id: claim.judge for claim in claims.claims(claims.paper_of(family), family)}
        assert None not in judges.values(), (family, judges)
        assert set(module.FUNCTIONS) <= {p.get("function") for rule in judges.values() for p in parts(rule)}, family


@pytest.mark.parametrize(
    "rule, words",
    [
        ({"quota": ["a", "b"]}, "should name one of ratio"),
        ({"ratio": ["a", "b"], "slope": "a"}, "not ratio, slope"),
        ({"ratio": ["a", "b"], "growth": "n^3"}, "no member growth"),
        ({"ratio": ["a", "b"], "over": "n", "pick": "worst"}, "pick is 'worst'"),
    ],
)
def test_an_unknown_kind_or_member_is_an_error(rule, words):
    with pytest.raises(ValueError, match=words):
        judge.kind_of(rule)


def test_judges_name_variants_and_axes_that_the_program_has():
    """Of families that the program has."""
    variants, axes = defaultdict(set), defaultdict(lambda: {"variant"})
    for form in json.loads(output("list --json")):
        variants[form["family"]].add(form["variant"])
        axes[form["family"]] |= {axis["name"] for axis in form["axes"]}
    for family, claim, _, whole in rules():
        for part in whole if family in variants else ():
            assert set(judge.variants_in(part)) <= variants[family], claim
            assert judge.axes_in(part) <= axes[family], claim


def test_table_1_of_hoffmann_gives_the_ratios_that_the_text_rounds():
    rows = FILES["hoffmann_2010"]["tables"]["table_1"]["a_1e9_s"]
    a, b, c = (np.array(rows[f"Variant {v}"]) for v in "ABC")
    assert b / a == pytest.approx([0.40, 0.43, 0.45], abs=0.005)
    assert (b / c)[[0, 2]] == pytest.approx([12, 6], rel=0.05)


def test_table_2_of_leist_gives_its_printed_speed_ups():
    table = FILES["leist_2009"]["tables"]["table_2"]
    for graph in "123":
        cpu, gpu = np.array(table["cpu_s"][graph]), np.array(table["gpu_s"][graph])
        # The GPU's seconds are rounded: the printed speed-up lies between those of the rounding's ends.
        assert np.all(table["speed_up"][graph] <= np.ceil(cpu / (gpu - 0.5)))
        assert np.all(table["speed_up"][graph] >= np.floor(cpu / (gpu + 0.5)))


def test_hunger_times_give_one_rate():
    values = FILES["hunger_2015"]["values"]
    tube = 256 * 256 * 10000 * 1024 / values["tube_s"]["value"]
    cube = 1024**3 * 1024 / values["cube_s"]["value"]
    assert tube == pytest.approx(1.80e10, rel=0.01) and cube == pytest.approx(1.80e10, rel=0.01)


def test_schram_speed_ups_give_one_rate():
    printed = {claim["id"]: claim["claimed"] for claim in FILES["schram_2012"]["claims"]}
    over_plain, over_multispin = (printed[f"gpu_over_{name}_cpu"] for name in ("plain", "multispin"))
    rates = over_plain * printed["plain_cpu_rate"], over_multispin * printed["cpu_rate"]
    assert rates == pytest.approx((printed["gpu_rate"],) * 2, rel=0.01)
    assert printed["two_cores_scale"] == pytest.approx(printed["two_core_rate"] / 2 / printed["cpu_rate"], rel=1e-4)
