"""One module a family; found by name (plots/family.py), listed nowhere."""
