"""Runs kernels of attention in the simulator, and compares them with NumPy.

    attention_cells.py --run='mlir-runner ...' [--part=I/N] [--list] [--only=TEXT]

A cell is a type, a layout, a score function and a class of sizes. Its head size and its
config follow from its number, so that all of them occur beside all others. The
reference computes in f64 and shares nothing with the compiler.
"""

import argparse
import itertools
import re
import shlex
import subprocess
import sys

import numpy

TYPES = ["bf16", "f16"]
LAYOUTS = ["heads", "rows", "grouped", "shared", "single"]
SCORES = ["full", "causal", "offset", "window", "bias", "padding", "softcap", "capped", "slopes",
          "documents"]
# Queries and keys.
SIZES = {"even": (128, 192), "ragged": (75, 141), "tiny": (5, 3), "one": (1, 130), "wide": (200, 70)}
DEPTHS = [64, 128, 80, 96, 32, 192, 16, 256]
CONFIGS = [
    "tile = [128, 128]",
    "tile = [128, 64], in_turn = true",
    "tile = [64, 64], persistent = false",
    "tile = [128, 80], stages = 3, persistent = false",
    "tile = [192, 64]",
    "tile = [64, 32], stages = 1",
    "tile = [128, 96], in_turn = true, persistent = false",
    "tile = [64, 32], persistent = false, split = 4",
    "tile = [128, 64], persistent = false, split = 2",
    "",
]
# What registers and shared memory leave for wide heads.
WIDE_CONFIGS = ["tile = [128, 80]", "tile = [64, 32], persistent = false, split = 8", "tile = [128, 64], in_turn = true", ""]


def round_to(values, element):
    if element == "f16":
        return values.astype(numpy.float16).astype(numpy.float64)
    bits = values.astype(numpy.float32).view(numpy.uint32)
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return bits.astype(numpy.uint32).view(numpy.float32).astype(numpy.float64)


def to_bytes(values, element):
    if element == "f16":
        return values.astype("<f2").tobytes()
    if element == "bf16":
        return (values.astype(numpy.float32).view(numpy.uint32) >> 16).astype("<u2").tobytes()
    return values.astype({"f32": "<f4", "i8": "i1", "i32": "<i4"}[element]).tobytes()


class Cell:
    """The operands of one attention, its operation as text, and its result."""

    def __init__(self, number, element, layout, score, size):
        self.name = f"{element}, {layout}, {score}, {size}"
        self.number, self.element, self.layout, self.score = number, element, layout, score
        self.queries, self.keys = SIZES[size]
        self.depth = DEPTHS[(number * 5 + number // 8) % len(DEPTHS)]
        configs = WIDE_CONFIGS if self.depth > 128 else CONFIGS
        self.config = configs[(number * 3 + number // 7) % len(configs)]
        if self.depth % 32:
            # Each of the CTAs has a share of the columns, of eight at a time.
            self.config = self.config.replace("split = 4", "split = 2")
        random = numpy.random.default_rng(number)
        # The batch dimensions, and those that K and V have.
        self.batch = {"heads": (2, 3), "rows": (2, 2), "grouped": (1, 2, 3), "shared": (2, 4),
                      "single": ()}[layout]
        rank = len(self.batch)
        self.shared = {"grouped": 1, "shared": 1}.get(layout, 0)
        own = self.batch[:rank - self.shared]
        self.masked = "zero" if number % 3 == 0 else "nan"
        self.q = round_to(random.standard_normal((*self.batch, self.queries, self.depth)), element)
        self.k = round_to(random.standard_normal((*own, self.keys, self.depth)), element)
        self.v = round_to(random.standard_normal((*own, self.keys, self.depth)), element)
        self.extras = self.make_extras(random)

    def make_extras(self, random):
        """Pairs of a type and values, and the dimensions that they have."""
        batch = list(range(len(self.batch)))
        if self.score == "bias":
            return [("f32", random.standard_normal((self.queries, self.keys)), ["m", "n"])]
        if self.score == "padding":
            values = random.random((*self.batch[:1], self.keys)) < 0.6
            if self.number % 2:
                values[...] = values & (numpy.arange(self.keys) % 7 != 0)
            return [("i8", values, batch[:1] + ["n"])]
        if self.score == "slopes":
            return [("f32", -random.random(self.batch), batch)]
        if self.score == "documents":
            ids = [numpy.sort(random.integers(0, 3, (*self.batch[:1], size)))
                   for size in (self.queries, self.keys)]
            return [("i32", ids[0], batch[:1] + ["m"]), ("i32", ids[1], batch[:1] + ["n"])]
        return []

    def broadcast(self, values, dims):
        """Values of some dimensions, beside all of a score."""
        names = list(range(len(self.batch))) + ["m", "n"]
        index = tuple(slice(None) if name in dims else None for name in names)
        return values[index]

    def evaluate(self):
        rank = len(self.batch)
        own = rank - self.shared
        expand = (slice(None),) * own + (None,) * self.shared
        scores = self.q @ numpy.swapaxes(self.k[expand], -1, -2) * self.depth ** -0.5
        m, n = numpy.arange(self.queries)[:, None], numpy.arange(self.keys)[None]
        others = [self.broadcast(values.astype(float), dims) for _, values, dims in self.extras]
        seen = numpy.ones(scores.shape, bool)
        if self.score == "causal":
            seen &= n <= m
        elif self.score == "offset":
            seen &= n <= m + self.keys - self.queries
        elif self.score == "window":
            seen &= (n <= m) & (n > m - 40)
        elif self.score == "bias":
            scores = scores + others[0]
        elif self.score == "padding":
            seen &= others[0] != 0
        elif self.score == "softcap":
            scores = 2 * numpy.tanh(scores / 2)
        elif self.score == "capped":
            # A key that the query does not see has a score of -2.
            scores = 2 * numpy.tanh(numpy.where(n <= m, scores, -numpy.inf) / 2)
        elif self.score == "slopes":
            scores = scores + others[0] * (m - n)
        elif self.score == "documents":
            seen &= (n <= m) & (others[0] == others[1])
        scores = numpy.where(seen, scores, -numpy.inf)
        with numpy.errstate(invalid="ignore"):
            weights = numpy.exp(scores - scores.max(-1, keepdims=True))
            weights /= weights.sum(-1, keepdims=True)
        if self.masked == "zero":
            weights[~seen.any(-1)] = 0
        result = weights @ self.v[expand]
        return self.arrange(result)

    def arrange(self, values):
        """With heads in rows: the last dimension of the batch behind the rows."""
        return numpy.moveaxis(values, -3, -2) if self.layout == "rows" else values

    def get_map(self, names):
        batch = [f"b{i}" for i in range(len(self.batch))]
        own = batch[:len(batch) - self.shared]
        dims = ", ".join([*batch, "m", "n", "d", "e"])
        if isinstance(names, list):
            results = [name if isinstance(name, str) else batch[name] for name in names]
        else:
            results = {"q": [*batch, "m", "d"], "k": [*own, "n", "d"], "v": [*own, "n", "e"],
                       "o": [*batch, "m", "e"]}[names]
            if self.layout == "rows":
                results[-3], results[-2] = results[-2], results[-3]
        return f"affine_map<({dims}) -> ({', '.join(results)})>"

    def get_score(self):
        """The lines of the score function, which sets %y."""
        scaled = f"%c = arith.constant {self.depth ** -0.5:.9e} : f32\n%x = arith.mulf %p, %c : f32\n"
        lowest = "%lowest = arith.constant 0xFF800000 : f32\n"
        choose = lowest + "%y = arith.select %seen, %x, %lowest : f32\n"
        causal = "arith.cmpi sle, %n, %m : index\n"
        return scaled + {
            "full": "%zero = arith.constant 0.0 : f32\n%y = arith.addf %x, %zero : f32\n",
            "causal": "%seen = " + causal + choose,
            "offset": f"%o = arith.constant {self.keys - self.queries} : index\n"
                      "%l = arith.addi %m, %o : index\n%hidden = arith.cmpi sgt, %n, %l : index\n"
                      + lowest + "%y = arith.select %hidden, %lowest, %x : f32\n",
            "window": "%s0 = " + causal + "%w = arith.constant 40 : index\n"
                      "%f = arith.subi %m, %w : index\n%s1 = arith.cmpi sgt, %n, %f : index\n"
                      "%seen = arith.andi %s0, %s1 : i1\n" + choose,
            "bias": "%y = arith.addf %x, %e0 : f32\n",
            "padding": "%z = arith.constant 0 : i8\n%seen = arith.cmpi ne, %e0, %z : i8\n" + choose,
            "softcap": "%t = arith.constant 2.0 : f32\n%u = arith.divf %x, %t : f32\n"
                       "%h = math.tanh %u : f32\n%y = arith.mulf %h, %t : f32\n",
            "capped": "%seen = " + causal + lowest + "%z = arith.select %seen, %x, %lowest : f32\n"
                      "%t = arith.constant 2.0 : f32\n%u = arith.divf %z, %t : f32\n"
                      "%h = math.tanh %u : f32\n%y = arith.mulf %h, %t : f32\n",
            "slopes": "%d = arith.subi %m, %n : index\n%di = arith.index_cast %d : index to i32\n"
                      "%df = arith.sitofp %di : i32 to f32\n%g = arith.mulf %df, %e0 : f32\n"
                      "%y = arith.addf %x, %g : f32\n",
            "documents": "%s0 = " + causal + "%s1 = arith.cmpi eq, %e0, %e1 : i32\n"
                         "%seen = arith.andi %s0, %s1 : i1\n" + choose,
        }[self.score]

    def get_function(self):
        operands = [("q", self.element, self.arrange(self.q)),
                    ("k", self.element, self.arrange(self.k)),
                    ("v", self.element, self.arrange(self.v))]
        maps = [self.get_map(name) for name in "qkv"]
        for number, (element, values, dims) in enumerate(self.extras):
            operands.append((f"x{number}", element, values))
            maps.append(self.get_map(dims))
        maps.append(self.get_map("o"))
        types, text = [], ""
        for name, element, values in operands:
            types.append("tensor<" + "x".join([*map(str, values.shape), element]) + ">")
            text += f'%{name} = arith.constant dense<"0x{to_bytes(values, element).hex()}"> : {types[-1]}\n'
        out = types[0]
        names = ", ".join("%" + name for name, _, _ in operands)
        arguments = ["%p: f32"] + [f"%e{i}: {extra[0]}" for i, extra in enumerate(self.extras)]
        arguments += [f"%i{i}: index" for i in range(len(self.batch))] + ["%m: index", "%n: index"]
        config = ""
        if self.config:
            config = f" {{autotune.config = #autotune.config<hopper_attention, {self.config}, defaults>}}"
        wide = out.replace(self.element, "f32")
        memref = wide.replace("tensor", "memref")
        zero = "masked_rows = zero " if self.masked == "zero" else ""
        return (f"func.func @cell_{self.number}() {{\n{text}%e = tensor.empty() : {out}\n"
                f"%r = problem.attention inputs({names} : {', '.join(types)}) outputs(%e : {out}) "
                f"maps = [{', '.join(maps)}] {zero}score {{\n^bb0({', '.join(arguments)}):\n"
                f"{self.get_score()}problem.yield %y : f32\n}}{config} -> {out}\n"
                f"%w = arith.extf %r : {out} to {wide}\n"
                f"%b = bufferization.to_buffer %w read_only : {wide} to {memref}\n"
                f"%u = memref.cast %b : {memref} to memref<*xf32>\n"
                "call @printMemrefF32(%u) : (memref<*xf32>) -> ()\nreturn\n}\n")


def execute(command, given):
    done = subprocess.run(command, input=given, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]}: exit status {done.returncode}: {done.stderr[-3000:]}")
    return done.stdout


def run(cells, command):
    """How far each cell is off, as a share of the largest element."""
    text = "func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}\n"
    text += "".join(cell.get_function() for cell in cells) + "func.func @main() {\n"
    text += "".join(f"call @cell_{cell.number}() : () -> ()\n" for cell in cells) + "return\n}\n"
    compiled = execute(["autotune-opt", "--autotune-compile=target=h200 format=sim"], text)
    if "hopper_attention" not in compiled:
        sys.exit("no kernel of hopper_attention was built")
    printed = execute(shlex.split(command), compiled).split("data =")[1:]
    for cell, data in zip(cells, printed, strict=True):
        got = numpy.array(re.findall(r"-?(?:nan|inf|[\d.]+(?:e[+-]?\d+)?)", data.split("Unranked")[0]), float)
        want = cell.evaluate().reshape(-1)
        same = numpy.array_equal(numpy.isnan(want), numpy.isnan(got))
        error = numpy.nanmax(numpy.abs(got - want), initial=0) / max(numpy.nanmax(numpy.abs(want), initial=0), 1e-30)
        yield cell, error if same else numpy.inf


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", default="")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    index, count = map(int, arguments.part.split("/"))
    every = itertools.product(TYPES, LAYOUTS, SCORES, SIZES)
    cells = [Cell(number, *names) for number, names in enumerate(every) if number % count == index]
    cells = [cell for cell in cells if arguments.only in f"{cell.number}: {cell.name}"]
    if arguments.list:
        print(*(f"{cell.number}: {cell.name}, {cell.depth} columns, {cell.config}" for cell in cells), sep="\n")
        return
    wrong = 0
    bounds = {"bf16": 0.02, "f16": 0.003}
    for first in range(0, len(cells), 30):
        for cell, error in run(cells[first:first + 30], arguments.run):
            if error > bounds[cell.element]:
                print(f"{cell.number}: {cell.name}, {cell.depth} columns, <{cell.config}>: off by {error:.2g}")
                wrong += 1
    print(f"{len(cells)} cells, {wrong} wrong")
    sys.exit(wrong != 0)


main()
