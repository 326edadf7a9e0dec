#!/usr/bin/env python3
"""lost_runner.py FILE N COMMAND...: the command as a runner that serves, until it
has given N answers in all; from then on it ends whenever it is asked to measure.
FILE keeps the count."""

import os
import subprocess
import sys
import threading

path, limit = sys.argv[1], int(sys.argv[2])
count = int(open(path).read()) if os.path.exists(path) else 0
runner = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True)


def pass_requests():
    for line in sys.stdin:
        if count >= limit and '"candidates"' in line:
            os._exit(3)
        runner.stdin.write(line)
        runner.stdin.flush()
    runner.stdin.close()


threading.Thread(target=pass_requests, daemon=True).start()
for answer in runner.stdout:
    sys.stdout.write(answer)
    sys.stdout.flush()
    if '"record"' in answer:
        count += 1
        with open(path, "w") as file:
            file.write(str(count))
    if count >= limit:
        runner.kill()
        os._exit(3)
