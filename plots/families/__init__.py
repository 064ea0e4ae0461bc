"""One module a family; found by name (plots/verdicts/family.py), listed nowhere."""
