"""The report as a browser shows it: Chromium of the distribution, two sizes, every page."""

import shutil
from pathlib import Path

import pytest
from program import ROOT
from synthetic import header, processes, record, report_of, write_run

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: requirements-test.txt")
axe = pytest.importorskip("axe_playwright_python", reason="axe is not installed: requirements-test.txt")

SIZES = {"desk": (1280, 900), "phone": (400, 800)}
AXE = Path(axe.__file__).parent / "axe.min.js"
HOSTILE = 'm<b onclick="x">$\\alpha$&amp;'
# What a page is asked at once: each question is a trip to the browser.
LAYOUT = """() => ({
  width: document.documentElement.scrollWidth,
  links: [...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href')),
  ids: [...document.querySelectorAll('[id]')].map(e => e.id),
  heads: [...document.querySelectorAll('th')].filter(th => th.scope != 'col' || !th.textContent.trim()).length,
  wrong: [...document.images].filter(i => !i.alt || !i.getAttribute('src').startsWith('figures/')).length,
  bold: document.querySelectorAll('td b, th b').length,
})"""
FAULTS = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .filter(v => v.impact != 'minor').map(v => v.id + ': ' + v.nodes[0].html.slice(0, 200))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run of this machine's CPU, one of its times measured while cores were stolen, and one recorded folder."""
    at = {"occupancy": 0.093, "level": 3, "precision": "float", "seed": 1}
    lines = [record("cpu_serial", 1e-6 * s, processor="cpu", tuning={}, steps=s, **at) for s in (50, 100, 200)]
    lines[0]["measurement"]["processes"] = processes(1e5, stolen_cores=2.9)
    lines.append(record("simple", 1.0, processor="cpu", tuning={}, family="mine", n=8, model=HOSTILE))
    run = write_run(tmp_path_factory.mktemp("browser") / "run", lines, header("emulation"))
    recorded = tmp_path_factory.mktemp("recorded")
    (recorded / "carpet").symlink_to(ROOT / "results" / "h200" / "carpet")
    return report_of(run, "--recorded", recorded)


@pytest.fixture(scope="module")
def browser():
    program = shutil.which("chromium")
    if not program:
        pytest.skip(
            "no program `chromium`: apt-get install chromium (Ubuntu has it as a snap alone, which tests do not use)"
        )
    with playwright.sync_playwright() as started:
        # Tests run as root in containers, where Chromium's sandbox can not start.
        opened = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def seen(folder, browser):
    """(page, size) -> what it is and what happened while it was loaded."""
    found = {}
    for size, (width, height) in SIZES.items():
        context = browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        asked, said = [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        for path in sorted(folder.glob("*.html")):
            asked.clear()
            page.goto(path.as_uri())
            about = page.evaluate(LAYOUT)
            about |= {"asked": list(asked), "said": list(said), "shown": page.locator("main").inner_text()}
            page.evaluate(AXE.read_text())
            found[path.name, size] = about | {"faults": page.evaluate(FAULTS)}
            said.clear()
        context.close()
    return found


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_said(seen, folder):
    inside = folder.resolve().as_uri() + "/"
    for at, page in seen.items():
        assert page["asked"] and all(url.startswith(inside) for url in page["asked"]), at
        assert not page["said"], at


def test_no_page_is_wider_than_its_window(seen):
    for (name, size), page in seen.items():
        assert page["width"] <= SIZES[size][0], (name, size)


def test_axe_finds_no_fault(seen):
    assert not {at: page["faults"] for at, page in seen.items() if page["faults"]}


def test_every_link_leads_somewhere_and_ids_are_single(seen, folder):
    ids = {name: set(page["ids"]) for (name, _), page in seen.items()}
    for (name, _), page in seen.items():
        assert len(page["ids"]) == len(set(page["ids"])), name
        for link in page["links"]:
            file, _, anchor = link.partition("#")
            if not link.startswith("https://doi.org/"):
                assert not file or (folder / file).is_file(), (name, link)
                assert not anchor or anchor in ids[file or name], (name, link)
    linked = {link for page in seen.values() for link in page["links"]}
    assert {p.relative_to(folder).as_posix() for p in folder.glob("tables/*.csv")} <= linked
    assert {p.relative_to(folder).as_posix() for p in folder.glob("figures/*.svg")} <= linked
    assert any(link.startswith("https://doi.org/10.") for link in linked)


def test_columns_have_names_and_pictures_words(seen):
    for at, page in seen.items():
        assert (page["heads"], page["wrong"], page["bold"]) == (0, 0, 0), at


def test_the_start_page_has_the_verdicts_then_the_users_runs(seen):
    shown = seen["report.html", "desk"]["shown"]
    assert shown.index("of the papers are decided") < shown.index("Your runs") < shown.index("2.9 cores stolen")
    assert "Recorded results" in seen["carpet.html", "desk"]["shown"] and HOSTILE in shown


def test_a_dark_window_looks_dark(folder, browser):
    pictures = []
    for scheme in ("light", "dark"):
        page = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
        page.goto((folder / "report.html").as_uri())
        pictures.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        pictures.append(page.screenshot())
        page.close()
    light, seen_light, dark, seen_dark = pictures
    assert light == "rgb(255, 255, 255)" and dark != light and seen_light != seen_dark


def column(page, table, at):
    return page.locator(f"#table-{table} tbody tr > :nth-child({at + 1})").all_inner_texts()


def test_a_click_on_a_heading_sorts_by_it(folder, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto((folder / "carpet.html").as_uri())
    names = page.locator("#table-carpet_claims thead th").all_inner_texts()
    for head, key in (
        ("verdict", lambda text: text.partition(" (")[0]),
        ("here / paper", lambda text: float(text or "inf")),
    ):
        at = names.index(head)
        heading = page.locator("#table-carpet_claims thead th").nth(at)
        before = column(page, "carpet_claims", at)
        for order, reverse in (("ascending", False), ("descending", True)):
            heading.get_by_role("button").click()
            assert heading.get_attribute("aria-sort") == order
            shown = column(page, "carpet_claims", at)
            filled = [cell for cell in shown if cell]
            assert sorted(shown) == sorted(before) and not any(shown[len(filled) :])
            assert [key(cell) for cell in filled] == sorted(map(key, filled), reverse=reverse)
    page.close()


def test_numbers_of_every_form_are_sorted_by_size(folder, browser):
    page = browser.new_page()
    page.goto((folder / "report.html").as_uri())
    written = ["-2", "3.5×10⁻⁴", "0.01 to 0.02", "7 %", "< 8", "12x", "1.2×10³"]
    found = page.evaluate("texts => texts.map(numberOf)", written)
    assert found == pytest.approx([-2, 3.5e-4, 0.01, 7, 8, 12, 1200])
    assert page.evaluate("numberOf('5 µs') < numberOf('1 ms') && isNaN(numberOf('holds'))")
    page.close()
