# RUN: %python %s autotune-opt %features
#
# Attaching is linear in the number of matmuls, and fast: 10,000 of them, all of
# different sizes, within a bound of the processor's time, with reading them, that
# leaves room for a slower one. What it takes is in docs/heuristics.md.

import resource
import subprocess
import sys
import tempfile

BOUND_S = 120.0 if "sanitizers" in sys.argv[2:] else 10.0


def matmul(i):
    m, n, k = 128 * (1 + i % 97), 128 * (1 + i // 97 % 101), 64 * (1 + i % 61)
    a, b, c = f"tensor<{m}x{k}xbf16>", f"tensor<{k}x{n}xbf16>", f"tensor<{m}x{n}xf32>"
    return (f"func.func @f{i}(%a: {a}, %b: {b}, %c: {c}) -> {c} {{\n"
            f"  %0 = linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c}) -> {c}\n"
            f"  return %0 : {c}\n}}\n")


def seconds(count):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.writelines(matmul(i) for i in range(count))
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.argv[1], file.name, "--autotune-attach-configs=target=h200",
             "-o", "/dev/null"], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Not the clock's: other programs run too.
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def get_fault(small, large):
    if large > BOUND_S:
        return f"{large} s for 10,000 matmuls"
    # Four times the work; quadratic would be sixteen.
    if large > 8 * small + 0.1:
        return f"{small} s, then {large} s for four times as many"
    return None


small, large = seconds(2500), seconds(10000)
if get_fault(small, large):
    # What else the machine did may have been in the way.
    small, large = min(small, seconds(2500)), min(large, seconds(10000))
print(f"2,500 matmuls: {small:.3f} s, 10,000 matmuls: {large:.3f} s")
sys.exit(get_fault(small, large))
