"""How every command of plots ends: 0, or 2 and one line on what the user can mend."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

from plots.files.errors import InputError
from plots.files.text import message

AS_WRITTEN = argparse.RawDescriptionHelpFormatter


class Parser(argparse.ArgumentParser):
    """Refuses a bad command line in one line, as bad files are refused."""

    def error(self, words: str):
        raise InputError(f"{words}; --help says what there is")


def path(argument: str) -> Path:
    """An argument that names a file or a folder."""
    if not argument:
        raise argparse.ArgumentTypeError("empty; name a file or a folder")
    return Path(argument)


def run(name: str, work: Callable[[], None]) -> int:
    """The exit status. `name` stands before the line of an error, "" for none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of libraries, about what the reader of a report cannot mend
            work()
        sys.stdout.flush()
    except InputError as error:
        return _refused(name, str(error))
    except BrokenPipeError:
        _leave_stdout()  # whoever read it has seen enough
        return 1
    except OSError as error:
        _leave_stdout()
        return _refused(name, f"{error.filename or 'standard output'}: {error.strerror or error}")
    except MemoryError:
        return _refused(name, "more than this machine's memory is needed; give fewer or smaller files")
    except KeyboardInterrupt:
        return 130
    return 0


def _refused(name: str, words: str) -> int:
    try:
        print(message(f"{name}: {words}" if name else words), file=sys.stderr, flush=True)
    except OSError:
        pass  # there is no one to tell; the status says it
    return 2


def _leave_stdout() -> None:
    """What is still in its buffer goes nowhere, so that the interpreter's end does not fail by it again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # no file stands behind it
    finally:
        os.close(nowhere)
