"""Every link between the documents leads somewhere."""

import re
import subprocess

import pytest
from program import ROOT

DOCUMENTS = subprocess.check_output(["git", "ls-files", "*.md"], cwd=ROOT, text=True).split()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document):
    path = ROOT / document
    links = re.findall(r"\]\(([^)\s]+)\)", path.read_text())
    broken = [
        link
        for link in links
        if "://" not in link and not link.startswith("#") and not (path.parent / link.partition("#")[0]).exists()
    ]
    assert not broken
