"""A column as a reader sees it."""

import pytest

from plots.files.text import typeset
from plots.output import style
from plots.output.columns import columns, form
from plots.output.tables import Interval, Noted, Share, Table, to_csv


def column(head, values):
    (made,) = columns(Table("t", "", [head], [[v] for v in values]))
    return made.head, made.cells


@pytest.mark.parametrize(
    "values, shown",
    [
        ([0.2723, 3.507123e-4, 18.0], ["0.2723", "0.0003507", "18.00"]),
        ([0.093, 0.35, 50], ["0.093", "0.35", "50"]),
        ([1, 20, 3000], ["1", "20", "3000"]),
        ([1.5e-9, 2.0], ["1.500×10⁻⁹", "2.000×10⁰"]),
        ([float("inf"), 1.23456], ["no bound", "1.235"]),
        ([9.99996, 0.123456, 0.0], ["10.00", "0.1235", "0"]),
    ],
)
def test_numbers_of_a_column_have_one_form(values, shown):
    assert list(map(form(values), values)) == shown


def test_a_column_of_times_has_the_unit_of_most():
    assert column("median (s)", [88.5e-6, 296.4321e-6, 0.0123456]) == ("median (µs)", ["88.50", "296.4", "12346"])
    assert column("a*1e9 (s)", [0.5])[0] == "a·10⁹ (s)"
    time, interval = columns(Table("t", "", ["t (s)", "of it (s)"], [[1.01e-3, Interval(0.9e-3, 1.1e-3)]]))
    assert (time.head, interval.head, interval.cells) == ("t (ms)", "of it (ms)", ["0.9 to 1.1"])


def test_small_shares_are_no_zeros():
    assert column("half-width", [Share(0.0003), Share(0.012), Share(0.0)])[1] == ["< 0.05 %", "1.2 %", "0.0 %"]
    assert column("of it", [Share(0.5), Share(0.98)])[1] == ["50 %", "98 %"]


def test_a_note_and_words_for_an_interval_are_for_readers_alone():
    table = Table("t", "", ["t (ms)", "i"], [[Noted(1.2, "2.9 cores stolen"), Interval(1.0, 2.0, "1x to 2x")]])
    assert [c.cells for c in columns(table)] == [["1.2 (2.9 cores stolen)"], ["1x to 2x"]]
    assert to_csv(table) == "t (ms),i low,i high\n1.2,1.0,2.0\n"


def test_powers_and_units_are_typeset():
    assert typeset("grows as s^3. 5 us, of us") == "grows as s³. 5 µs, of us"
    assert typeset("a s^3 (us), 1e12 B/s") == "a s³ (µs), 10¹² B/s" and typeset("t^1.5, bus 2e5") == "t^1.5, bus 2e5"


def test_no_two_of_many_variants_look_alike():
    looks = style.colours(f"variant {i}" for i in range(20))
    assert len(set(looks.values())) == len(looks) == 20
