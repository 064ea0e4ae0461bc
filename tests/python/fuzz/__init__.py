"""Fuzzing of every reader of plots: seeds/ holds small good files, mutate.py changes them, readers.py tries them."""
