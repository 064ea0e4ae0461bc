"""Fits, tables, figures and verdicts from the records of retime. Reads validated JSON only."""
