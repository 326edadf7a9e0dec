# RUN: %python %s %S | FileCheck %s
# CHECK: files lower to the same launches
#
# Problems may be formed before configs are attached, or when they are lowered.
# Both ways end in the same launches of the same kernels, for all that this
# folder's tests attach configs to.

import glob
import os
import subprocess
import sys

ATTACH = "-autotune-attach-configs=target=h200 space=none"
FORM = "-autotune-form-problems=target=h200 all"
LOWER = "-autotune-lower-matmul=target=h200"


def lower(path, *passes):
    """The lines of what a file becomes, in no order: kernels stand in the order in
    which they are needed first. None where there are errors."""
    done = subprocess.run(["autotune-opt", path, "-split-input-file", *passes],
                          capture_output=True, text=True)
    return None if done.returncode else sorted(done.stdout.splitlines())


def main():
    same = 0
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.mlir"))):
        with open(path) as file:
            text = file.read()
        if "autotune-lower-matmul" not in text and \
                "autotune-attach-configs" not in text:
            continue
        attached = lower(path, ATTACH, LOWER)
        # What is wrong with a config is said of the operation that has it.
        if attached is None:
            continue
        formed = lower(path, FORM, ATTACH, LOWER)
        if formed != attached:
            print(f"{path}: differs where problems are formed first")
            for one, other in zip(attached, formed or [""]):
                if one != other:
                    print(f"  {one}\n  {other}")
                    break
        else:
            same += 1
    if same < 20:
        print(f"{same} files alone could be compared")
    print(f"{same} files lower to the same launches")


main()
