"""Runs kernels of attention in the simulator, and compares them with NumPy.

    attention_cells.py --run='mlir-runner ...' [--template=ampere_attention] [--part=I/N] [--list]
        [--only=TEXT]
    attention_cells.py --problems [--part=I/N] [--only=TEXT]

A cell is a type, a layout, a score function and a class of sizes. Its head size and its
config follow from its number, so that all of them occur beside all others. The sizes of a
dynamic cell are not known when compiling. The reference computes in f64 and shares nothing
with the compiler.
"""

import itertools
import re
import sys

import numpy

from simulated import check, execute, get_error, get_module, get_parser, get_results

TYPES = ["bf16", "f16"]
LAYOUTS = ["heads", "rows", "grouped", "shared", "single"]
SCORES = ["full", "causal", "offset", "window", "bias", "padding", "softcap", "capped", "slopes",
          "documents"]
# Queries and keys. Cells of all sizes come first, and then dynamic ones, of one of them each.
SIZES = {"even": (128, 192), "ragged": (75, 141), "tiny": (5, 3), "one": (1, 130), "wide": (200, 70)}
DEPTHS = [64, 128, 80, 96, 32, 192, 16, 256]
HOPPER_CONFIGS = [
    "tile = [128, 128]",
    "tile = [128, 64], in_turn = true",
    "tile = [64, 64], persistent = false, ctas_per_sm = 2, dependent_launch = true",
    "tile = [128, 80], stages = 3, persistent = false",
    "tile = [192, 64]",
    "tile = [64, 32], stages = 1",
    "tile = [128, 96], in_turn = true, persistent = false",
    "tile = [64, 32], persistent = false, split = 4",
    "tile = [128, 64], persistent = false, split = 2",
    "",
]
# What registers and shared memory leave for wide heads.
HOPPER_WIDE = ["tile = [128, 80]", "tile = [64, 32], persistent = false, split = 8", "tile = [128, 64], in_turn = true", ""]
AMPERE_CONFIGS = [
    "tile = [64, 64]",
    "tile = [128, 64], warps = 8, stages = 2",
    "tile = [64, 32], warps = 2, stages = 3",
    "tile = [16, 48], warps = 1, stages = 2, ctas_per_sm = 2",
    "tile = [96, 16], warps = 3",
    "",
]
AMPERE_WIDE = ["tile = [64, 32]", "tile = [32, 16], warps = 2, stages = 2", ""]
# The target of each template, its configs, and those for heads of more than 128 columns.
TEMPLATES = {"hopper_attention": ("h200", HOPPER_CONFIGS, HOPPER_WIDE),
             "ampere_attention": ("a100", AMPERE_CONFIGS, AMPERE_WIDE)}
COMPILE = ["autotune-opt", "--mlir-print-ir-after=autotune-lower-attention"]


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
    # A number of bits is packed.
    if element == "i1":
        return numpy.packbits(values.reshape(-1), bitorder="little").tobytes()
    return values.astype({"f32": "<f4", "i8": "i1", "i32": "<i4"}[element]).tobytes()


class Cell:
    """The operands of one attention, its operation as text, and its result."""

    def __init__(self, number, template, element, layout, score, size):
        self.number, self.element, self.layout, self.score = number, element, layout, score
        self.template = template
        self.queries, self.keys = SIZES[size.split()[-1]]
        self.depth = DEPTHS[(number * 5 + number // 8) % len(DEPTHS)]
        _, configs, wide_configs = TEMPLATES[template]
        configs = wide_configs if self.depth > 128 else configs
        self.config = configs[(number * 3 + number // 7) % len(configs)]
        if score in ("bias", "slopes"):
            # Elements of f32 may be large; then keys are not split.
            self.config = re.sub(r", split = \d+", "", self.config)
        if self.depth % 32:
            # Each of the CTAs has a share of the columns, of eight at a time.
            self.config = self.config.replace("split = 4", "split = 2")
        self.name = f"{element}, {layout}, {score}, {size}, {self.depth} columns, <{self.config}>"
        random = numpy.random.default_rng(number)
        # The batch dimensions, and those that K and V have.
        self.batch = {"heads": (2, 3), "rows": (2, 2), "grouped": (1, 2, 3), "shared": (2, 4),
                      "single": ()}[layout]
        rank = len(self.batch)
        self.unknown = []
        if size.startswith("dynamic"):
            # Kernels know how many heads there are, but not the dimension before.
            self.unknown = ["m", "n"] + ["b0"] * (rank and (number + number // 10) % 2)
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
            return [("i1" if self.number % 4 < 2 else "i8", values, batch[:1] + ["n"])]
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

    def get_dims(self, names):
        """The dimensions of an operand, or of what has some dimensions, as they lie in memory."""
        batch = [f"b{i}" for i in range(len(self.batch))]
        own = batch[:len(batch) - self.shared]
        if isinstance(names, list):
            return [name if isinstance(name, str) else batch[name] for name in names]
        dims = {"q": [*batch, "m", "d"], "k": [*own, "n", "d"], "v": [*own, "n", "e"],
                "o": [*batch, "m", "e"]}[names]
        if self.layout == "rows":
            dims[-3], dims[-2] = dims[-2], dims[-3]
        return dims

    def get_map(self, dims):
        every = [f"b{i}" for i in range(len(self.batch))] + ["m", "n", "d", "e"]
        return f"affine_map<({', '.join(every)}) -> ({', '.join(dims)})>"

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

    def get_operands(self):
        """The name, type of elements, values and dimensions of each input."""
        operands = [(name, self.element, self.arrange(values), self.get_dims(name))
                    for name, values in [("q", self.q), ("k", self.k), ("v", self.v)]]
        return operands + [(f"x{number}", element, values, self.get_dims(dims))
                           for number, (element, values, dims) in enumerate(self.extras)]

    def get_start(self):
        """What comes before the attention: constants or, if it is dynamic, a caller that has
        them. And the types that the attention sees."""
        text, types, known = f"func.func @case_{self.number}() {{\n", [], []
        operands = self.get_operands()
        for name, element, values, dims in operands:
            sizes = list(map(str, values.shape))
            hidden = ["?" if dim in self.unknown else size for dim, size in zip(dims, sizes)]
            known.append("tensor<" + "x".join([*sizes, element]) + ">")
            types.append("tensor<" + "x".join([*hidden, element]) + ">")
            data = to_bytes(values, element).hex()
            text += f'%{name} = arith.constant dense<"0x{data}"> : {known[-1]}\n'
        if not self.unknown:
            return text, types
        names = [operand[0] for operand in operands]
        for name, of_constant, of_argument in zip(names, known, types):
            text += f"%{name}_cast = tensor.cast %{name} : {of_constant} to {of_argument}\n"
        text += (f"call @attend_{self.number}({', '.join(f'%{name}_cast' for name in names)})"
                 f" : ({', '.join(types)}) -> ()\nreturn\n}}\n")
        # No pass looks across the call of a public function.
        arguments = ", ".join(f"%{name}: {type}" for name, type in zip(names, types))
        return text + f"func.func @attend_{self.number}({arguments}) {{\n", types

    def get_empty(self, out):
        """An empty result, which has the sizes of Q."""
        text, sizes = "", []
        for place, dim in enumerate(self.get_dims("o")):
            if dim in self.unknown:
                sizes.append(f"%size{place}")
                text += (f"%place{place} = arith.constant {place} : index\n"
                         f"%size{place} = tensor.dim %q, %place{place} : {out}\n")
        return text + f"%e = tensor.empty({', '.join(sizes)}) : {out}\n"

    def get_attention(self, types):
        """The attention of operands of these types, and its result's type."""
        operands = self.get_operands()
        maps = [self.get_map(dims) for *_, dims in operands] + [self.get_map(self.get_dims("o"))]
        out = types[0]
        names = ", ".join("%" + name for name, *_ in operands)
        # A boolean is a byte for the function.
        arguments = ["%p: f32"] + [f"%e{i}: {extra[0].replace('i1', 'i8')}"
                                   for i, extra in enumerate(self.extras)]
        arguments += [f"%i{i}: index" for i in range(len(self.batch))] + ["%m: index", "%n: index"]
        config = ""
        if self.config:
            config = f" {{autotune.config = #autotune.config<{self.template}, {self.config}, defaults>}}"
        zero = "masked_rows = zero " if self.masked == "zero" else ""
        text = (f"{self.get_empty(out)}"
                f"%r = problem.attention inputs({names} : {', '.join(types)}) outputs(%e : {out}) "
                f"maps = [{', '.join(maps)}] {zero}score {{\n^bb0({', '.join(arguments)}):\n"
                f"{self.get_score()}problem.yield %y : f32\n}}{config} -> {out}\n")
        return text, out

    def get_problem(self):
        """A function of the operands, whose sizes are known."""
        operands = self.get_operands()
        types = [f"tensor<{'x'.join([*map(str, values.shape), element])}>" for _, element, values, _ in operands]
        text, out = self.get_attention(types)
        arguments = ", ".join(f"%{name}: {type}" for (name, *_), type in zip(operands, types))
        return f"func.func @case_{self.number}({arguments}) -> {out} {{\n{text}return %r : {out}\n}}\n"

    def get_function(self):
        text, types = self.get_start()
        attention, out = self.get_attention(types)
        wide = out.replace(self.element, "f32")
        memref = wide.replace("tensor", "memref")
        return (f"{text}{attention}"
                f"%w = arith.extf %r : {out} to {wide}\n"
                f"%b = bufferization.to_buffer %w read_only : {wide} to {memref}\n"
                f"%u = memref.cast %b : {memref} to memref<*xf32>\n"
                "call @printMemrefF32(%u) : (memref<*xf32>) -> ()\nreturn\n}\n")

    def get_launched(self):
        """The sizes of Q, K and V that a launch shows, or None for a known one."""
        batch = "?" if "b0" in self.unknown else None
        rows = "?" if self.unknown else None
        return [(batch, None, rows, None)] * 3


def check_launches(cells, lowered):
    """Each attention became one launch, of a kernel that was chosen for sizes as unknown as
    the cell's."""
    functions = dict(re.findall(r"func\.func @(\w+)\((.*?)(?=func\.func|\Z)", lowered, re.DOTALL))
    for cell in cells:
        name = f"attend_{cell.number}" if cell.unknown else f"case_{cell.number}"
        launches = re.findall(r"tile\.launch (.*)", functions[name])
        if len(launches) != 1 or cell.template not in launches[0]:
            sys.exit(f"{cell.number}: not one kernel of {cell.template}: {launches}")
        types = re.search(r" ins\([^:]*: (.*?)\)", launches[0])[1]
        sizes = [tuple("?" if size == "?" else None for size in type.split("x")[:4])
                 for type in re.findall("tensor<(.*?)>", types)]
        if sizes != cell.get_launched():
            sys.exit(f"{cell.number}: the kernel was chosen for other sizes: {types}")


def run(cells, command):
    """By how much each cell is off, if by too much."""
    template = cells[0].template
    target = TEMPLATES[template][0]
    compiled, lowered = execute([*COMPILE, f"--autotune-compile=target={target} format=sim"],
                                get_module(cells))
    check_launches(cells, lowered)
    uses = re.findall(rf"addressof @\w*{template}", compiled)
    if len(uses) != len(cells):
        sys.exit(f"{len(cells)} cells launch {len(uses)} kernels of {template}")
    bounds = {"bf16": 0.02, "f16": 0.003}
    for cell, got in get_results(cells, compiled, command):
        error = get_error(got, cell.evaluate().reshape(-1))
        yield cell, f"off by {error:.2g}" if error > bounds[cell.element] else ""


def get_names():
    """The types, layouts, scores and sizes of all cells."""
    every = list(itertools.product(TYPES, LAYOUTS, SCORES, SIZES))
    for names in itertools.product(TYPES, LAYOUTS, SCORES):
        number = len(every)
        size = list(SIZES)[(number + number // 10) % len(SIZES)]
        every.append((*names, f"dynamic {size}"))
    return every


def main():
    parser = get_parser()
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--template", default="hopper_attention", choices=TEMPLATES)
    parser.add_argument("--problems", action="store_true",
                        help="only print the problems of known sizes, for autotune-bench build")
    arguments = parser.parse_args()
    index, count = map(int, arguments.part.split("/"))
    cells = [Cell(number, arguments.template, *names) for number, names in enumerate(get_names()) if number % count == index]
    cells = [cell for cell in cells if arguments.only in f"{cell.number}: {cell.name}"]
    if arguments.problems:
        print(*(cell.get_problem() for cell in cells if not cell.unknown), sep="")
        return
    check("cells", cells, arguments, lambda some: run(some, arguments.run))


main()
