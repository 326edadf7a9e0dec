"""Leaves a serving runner whose worker is stuck in a kernel, and looks whether the
worker is gone some time after.

usage: orphan.py MODE REQUESTS COMMAND...

MODE is `kill`, which kills the runner, or `deaf`, which no longer reads what it
says.
"""

import os
import subprocess
import sys
import time

mode, requests, command = sys.argv[1], sys.argv[2], sys.argv[3:]
runner = subprocess.Popen(command, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True)
runner.stdin.write(open(requests).read())
runner.stdin.flush()
for answer in runner.stdout:
    if '"response":"start"' in answer and '"candidate":"c0"' in answer:
        break
path = "/proc/%d/task/%d/children" % (runner.pid, runner.pid)
worker = int(open(path).read().split()[0])
if mode == "kill":
    runner.kill()
else:
    runner.stdout.close()
runner.wait()


def is_alive():
    try:
        return open("/proc/%d/stat" % worker).read().split()[2] not in "ZX"
    except OSError:
        return False


# Longer than any machine takes, however busy it is.
end = time.time() + 600
while is_alive() and time.time() < end:
    time.sleep(0.05)
print("an orphan is left" if is_alive() else "the worker has ended")
