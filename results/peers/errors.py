"""How the command refuses: one line, exit status 2."""

import sys

from plots.files.text import message


def refuse(why):
    print(message(f"peers: {why}"), file=sys.stderr)
    sys.exit(2)
