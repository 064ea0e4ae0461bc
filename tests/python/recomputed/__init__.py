"""The ledger of claims computed a second time, from header.json, records.jsonl and results/papers/*.json alone.

Nothing here is shared with `plots`: what a claim means is read from results/papers/README.md a second time, so that
one misreading does not stand on both sides of a comparison.
"""
