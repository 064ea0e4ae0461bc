"""Text from a file or a command line, as a terminal, a page, a figure or a file name may show it."""

from __future__ import annotations

import re
import unicodedata

MOST = 600  # characters of a message
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,127}")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
POWER = re.compile(r"\^(-?\d+)(?!\d|\.\d)")
MICROSECONDS = re.compile(r"(?<=\d )us\b")
POWER_OF_TEN = re.compile(r"\b1e(-?\d+)\b")
# What would begin a tag or a link in angle brackets, end the text of a link, or open or close code.
MARKUP = re.compile(r"<(?=[!?]|/?[A-Za-z][A-Za-z0-9+.-]*[\s/>:@])|(?<=\])\(|`")


def printable(text: str) -> str:
    """Control characters, line ends, marks that turn the direction of text and lone surrogates as escapes."""
    if text.isprintable():
        return text
    return "".join(c if _is_shown(c) else c.encode("unicode_escape").decode() for c in text)


def _is_shown(c: str) -> bool:
    """A space of whatever width is."""
    return c.isprintable() or unicodedata.category(c) == "Zs"


def message(text: str) -> str:
    """One line that a terminal can show, its middle left out if it is very long."""
    line = printable(text)
    return line if len(line) <= MOST else f"{line[: MOST // 2]} ... {line[-MOST // 2 :]}"


def markdown(text: str) -> str:
    """Text that stays text in Markdown."""
    return MARKUP.sub(lambda match: "\\" + match[0], printable(text))


def is_file_name(text: str) -> bool:
    """Whether it names a file in the folder that it is put into, wherever that is."""
    return NAME.fullmatch(text) is not None


def superscript(number: int) -> str:
    return str(number).translate(SUPERSCRIPTS)


def signs(text: str) -> str:
    """s³ for s^3 and 5 µs for 5 us, whoever wrote it."""
    return MICROSECONDS.sub("µs", POWER.sub(lambda match: superscript(int(match[1])), text))


def typeset(text: str) -> str:
    """Words of this program as they are printed: s³ for s^3, 10¹² for 1e12, µs for us after a bracket."""
    text = POWER_OF_TEN.sub(lambda match: "10" + superscript(int(match[1])), signs(text))
    return text.replace("(us", "(µs").replace("*10", "·10")
