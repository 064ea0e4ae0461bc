"""Runs and their records, and what is fitted to them."""
