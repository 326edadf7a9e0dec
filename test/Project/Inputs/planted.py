"""What tests of the tree share that plant violations, to show that they can fail."""

import os
import shutil
import sys


def plant(check, tops, planted, root, copy):
    """Checks a copy of the folders `tops` with the files of `planted` in it. Returns a
    message for each of these that no message of `check` names."""
    shutil.rmtree(copy, ignore_errors=True)
    for top in tops:
        shutil.copytree(os.path.join(root, top), os.path.join(copy, top))
    for name, text in planted.items():
        os.makedirs(os.path.dirname(os.path.join(copy, name)), exist_ok=True)
        with open(os.path.join(copy, name), "w", encoding="utf-8") as file:
            file.write(text)
    messages = check(copy)
    return [f"{name}: planted, and not found" for name in planted
            if not any(name in message for message in messages)]


def main(check, tops, planted):
    """Runs `TEST ROOT`, or `TEST ROOT --plant COPY`. `check` takes the tree's root, and
    returns messages."""
    if len(sys.argv) == 4 and sys.argv[2] == "--plant":
        found = plant(check, tops, planted, sys.argv[1], sys.argv[3])
    else:
        found = check(sys.argv[1])
    for line in found:
        print(line, file=sys.stderr)
    sys.exit(bool(found))
