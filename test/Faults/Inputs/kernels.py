# The kernels into which the tests of this folder plant faults, at both levels.

import collections
import os
import re
import subprocess

INPUTS = os.path.dirname(os.path.abspath(__file__))
Kernel = collections.namedtuple("Kernel", "name problem sms steps", defaults=(0,))
# Ragged along M, N and K, with more steps along K than twice the ring has
# stages, and several tiles for what is persistent. CTAs that wait for each other
# through counters do so for ever if one of these is wrong: `steps` is enough.
KERNELS = [
    Kernel("cooperative", "200x248x456 bf16 -> bf16", 4),
    Kernel("pingpong", "200x136x584 bf16 -> bf16", 2),
    Kernel("split-k", "136x72x904 bf16 -> bf16", 2),
    Kernel("swap", "120x136x456 bf16 -> bf16", 4),
    Kernel("wide", "200x136x296 bf16 -> f32", 2),
    Kernel("simt", "40x36x40 bf16 -> bf16", 2),
    Kernel("shares", "136x72x904 bf16 -> bf16", 2),
    Kernel("hilbert", "328x200x328 bf16 -> bf16", 4),
    Kernel("packed", "200x137x457 bf16 -> bf16", 4, 100000),
    Kernel("transposed", "136x84x657 i8 -> i32 b(stride=96, align=16)", 4,
           100000),
    Kernel("dependent", "120x72x456 bf16 -> bf16", 4),
    Kernel("stream", "3x401x651 bf16 B^T -> f32 a(stride=656, align=16) "
           "b(stride=656, align=16)", 2),
    Kernel("split", "136x72x200 3xtf32 B^T -> f32", 2),
    Kernel("transposing", "136x144x528 i8 -> i32", 2),
    Kernel("batch", "3*72x72x200 bf16 -> bf16", 4),
    Kernel("outputs", "136x72x200 bf16 -> f32,f32,bf16 then {func.func "
           "@epilogue(%s: f32) -> (f32, f32, bf16) { %0 = arith.negf %s : f32 "
           "%1 = arith.truncf %0 : f32 to bf16 return %0, %s, %1 : f32, f32, bf16 "
           "}}", 4),
    Kernel("warps", "200x136x453 bf16 -> bf16 a(stride=456, align=16)", 4),
    Kernel("loaded-warps", "200x136x453 bf16 -> bf16 a(stride=456, align=16)", 2),
    Kernel("product-turns", "24x200x784 bf16,i8 B^T -> f32", 2),
    # Problems of rows have no text of a line; their files have it.
    Kernel("rows", None, 1),
    Kernel("scans", None, 1),
    Kernel("passes", None, 1),
    # The only one whose last tiles begin so early that they fit. In the others
    # tiles are ragged, as they are where C is added to, so that guards count.
    Kernel("fitting", "200x144x456 bf16 B^T -> bf16", 4),
]
# Into these go all faults that they have sites for (softmax.py). Their results are
# known up to roundings, so wrong ones are not explained.
ATTENTIONS = [
    Kernel("attention", None, 1),
    Kernel("decoding", None, 4, 200000),
    Kernel("attention-warps", None, 1),
]
FIT = re.compile(r" fit\((m|n|m, n)\)")
Fault = collections.namedtuple(
    "Fault", "name level sites expected equivalent what where")


def run(arguments, text):
    try:
        done = subprocess.run(arguments, input=text, capture_output=True,
                              text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return None, "", "took more than 600 s"
    return done.returncode, done.stdout, done.stderr


def transform(text, pipeline):
    code, out, error = run(["autotune-opt", "-", "--pass-pipeline=builtin.module(%s)"
                            % pipeline], text)
    if code != 0:
        lines = [x for x in error.splitlines() if "error:" in x]
        raise RuntimeError((lines or [error])[0])
    return out


class Programs:
    """A kernel at both levels, and the faults it has sites for."""

    def __init__(self, kernel):
        self.kernel = kernel
        with open(os.path.join(INPUTS, kernel.name + ".mlir")) as file:
            text = file.read()
        self.text = {}
        # Its file is given in place of a line of text.
        self.is_file = kernel.problem is None
        self.rows = self.is_file and kernel not in ATTENTIONS
        self.first = "rows" if self.rows else "tile"
        if kernel in ATTENTIONS:
            self.text["tile"] = transform(text, "autotune-lower-attention{target=h200}")
            self.text["nvvm"] = transform(self.text["tile"],
                                          "gpu.module(convert-tile-to-nvvm)")
        elif self.rows:
            self.text["rows"] = transform(text, "autotune-lower-rows{target=h200}")
        else:
            self.add_matmul(text)
        self.faults = {}
        for level, text in self.text.items():
            code, out, _ = run(["autotune-opt", "-", "-autotune-list-faults",
                                "-o", os.devnull], text)
            for line in out.splitlines():
                fault = Fault(*line.split("\t"))
                self.faults[fault.name] = fault._replace(
                    sites=int(fault.sites), expected=fault.expected.split())

    def add_matmul(self, text):
        kernel = self.kernel
        self.text["tile"] = transform(
            text, "func.func(autotune-attach-configs{target=h200 space=none}),"
            "autotune-lower-matmul{target=h200}")
        if kernel.name != "fitting":
            self.text["tile"] = FIT.sub("", self.text["tile"])
        elif not FIT.search(self.text["tile"]):
            raise RuntimeError("the tiles of %s do not fit" % kernel.name)
        self.text["nvvm"] = transform(self.text["tile"],
                                      "gpu.module(convert-tile-to-nvvm)")

    def simulate(self, program):
        """Runs a program of the kernel in all schedules, as run() does."""
        kernel = self.kernel
        path = os.path.join(INPUTS, kernel.name + ".mlir")
        problem = "--rows=" + path if self.is_file else "--problem=" + kernel.problem
        return run(["autotune-sim", "-", problem, "--sms=%d" % kernel.sms,
                    "--schedule=all", "--jobs=1"] +
                   (["--step-limit=%d" % kernel.steps] if kernel.steps else []),
                   program)


def mutate(programs, fault, site):
    text = programs.text[fault.level]
    return transform(text, "autotune-plant-fault{fault=%s site=%d}" %
                     (fault.name, site))
