"""What `retime` recorded, in Python: `retime.load(RUN)` is a pandas data frame, a row a case."""

from plots.files.errors import InputError
from retime.frame import load

__all__ = ["InputError", "load"]
