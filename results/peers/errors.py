"""How the command refuses: one line, exit status 2."""

import sys


def refuse(why):
    print(f"peers: {why}", file=sys.stderr)
    sys.exit(2)
