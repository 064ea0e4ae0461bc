"""What the program shows on a terminal."""

import os
import pty
import re
import select
import subprocess

from program import program, words


def on_a_terminal(*command, columns=80, **environment):
    """What the program shows on a terminal of so many columns."""
    ours, its = pty.openpty()
    size = f"import fcntl,struct,termios,sys;fcntl.ioctl(0,termios.TIOCSWINSZ,struct.pack('HHHH',40,{columns},0,0))"
    subprocess.run(["python3", "-c", size], stdin=its, check=True)
    environment = os.environ | {"TERM": "xterm-256color"} | environment
    environment = {name: value for name, value in environment.items() if value is not None}
    with subprocess.Popen(
        [str(program()), *words(*command)], stdin=its, stdout=its, stderr=its, env=environment
    ) as process:
        os.close(its)
        text = b""
        while select.select([ours], [], [], 120)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the terminal's other end is gone
                break
            if not part:
                break
            text += part
    os.close(ours)
    assert process.returncode == 0, text
    return text.decode()


def plain(text):
    """Without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
