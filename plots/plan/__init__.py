"""The cases that decide the papers' claims soonest: `python -m plots.plan`."""
