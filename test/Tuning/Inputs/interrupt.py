#!/usr/bin/env python3
"""interrupt.py FILE COMMAND...: runs the command, sends it SIGINT once FILE is
there, and fails unless that ends it."""

import os
import signal
import subprocess
import sys
import time

# Who runs this may ignore it.
signal.signal(signal.SIGINT, signal.SIG_DFL)
process = subprocess.Popen(sys.argv[2:], start_new_session=True)
# Longer than any machine takes, however busy it is.
PATIENCE_S = 600
end = time.monotonic() + PATIENCE_S
while not os.path.exists(sys.argv[1]) and time.monotonic() < end:
    time.sleep(0.05)
# As a terminal does, to it and to what it has started.
os.killpg(process.pid, signal.SIGINT)
sys.exit(0 if process.wait(PATIENCE_S) == -signal.SIGINT else 1)
