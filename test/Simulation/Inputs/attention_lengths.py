"""Attentions in the simulator whose masks are bounds that data have: the lengths of sequences,
a place in a cache, windows, and the numbers of sequences that lie one behind the other.

V is NaN where a kernel must leave out blocks of keys.
"""

import numpy

from simulated import check, execute, get_module, get_parser, get_results, pad, print_padded

KEYS = 200
SPLIT = "tile = [64, 32], persistent = false, split = 4"
SMALL = "tile = [64, 32], persistent = false"
ROUND = "tile = [64, 32], persistent = true"
LOW, HIGH = -2**63, 2**63 - 1


class Score:
    """What decides whether a key is seen: operations on indices %m and %n and on elements, and the
    same in numpy. An element has dimensions of b, h, m and n."""

    def __init__(self, name, elements, text, seen):
        self.name, self.elements, self.text, self.seen = name, elements, text, seen


def compare(predicate, lhs, rhs):
    return f"%c = arith.cmpi {predicate}, {lhs}, {rhs} : i64\n"


PLACES = "%mi = arith.index_cast %m : index to i64\n%ni = arith.index_cast %n : index to i64\n"
CAUSAL = compare("sle", "%ni", "%mi").replace("%c", "%causal", 1)
BOTH = "%c = arith.andi %causal, %own : i1\n"
LENGTH = Score("length", {"x": "b"}, compare("slt", "%ni", "%x"), lambda m, n, x: n < x)
LENGTH_OF_HEAD = Score("length of each head", {"x": "b, h"}, compare("slt", "%ni", "%x"), lambda m, n, x: n < x)
PLACE = Score("place in a cache", {"x": ""}, compare("sge", "%x", "%ni"), lambda m, n, x: n <= x)
START = Score("start", {"x": "b"}, compare("uge", "%ni", "%x").replace("uge", "sge"), lambda m, n, x: n >= x)
BEHIND = Score("causal behind a cache", {"x": ""},
               "%d = arith.subi %ni, %mi : i64\n" + compare("sle", "%d", "%x"), lambda m, n, x: n - m <= x)
WINDOW = Score("window", {"x": "h"}, CAUSAL + "%d = arith.subi %mi, %ni : i64\n"
               + compare("slt", "%d", "%x").replace("%c", "%own", 1) + BOTH,
               lambda m, n, x: (n <= m) & (m - n < x))
BETWEEN = Score("between two", {"x": "b", "y": "b"}, compare("sge", "%ni", "%x").replace("%c", "%causal", 1)
                + compare("slt", "%ni", "%y").replace("%c", "%own", 1) + BOTH, lambda m, n, x, y: (n >= x) & (n < y))
SAME = compare("eq", "%x", "%y").replace("%c", "%own", 1)
DOCUMENTS = Score("documents", {"x": "b, m", "y": "b, n"}, SAME.replace("%own", "%c", 1), lambda m, n, x, y: x == y)
IN_ORDER = Score("causal documents", {"x": "b, m", "y": "b, n"}, CAUSAL + SAME + BOTH,
                 lambda m, n, x, y: (x == y) & (n <= m))
OFFSETS = Score("offsets of each query", {"x": "b, m", "y": "b, m"}, BETWEEN.text, BETWEEN.seen)
# A place that its type does not hold.
BYTE = Score("byte of a place", {}, "%n8 = arith.index_cast %n : index to i8\n%zero = arith.constant 0 : i8\n"
             "%c = arith.cmpi sge, %n8, %zero : i8\n", lambda m, n: n % 256 < 128)
# A length of which only 32 bits are compared.
LOW_WORD = Score("low word of a length", {"x": "b"}, "%xi = arith.index_cast %x : i64 to index\n"
                 "%x3 = arith.index_cast %xi : index to i32\n%n3 = arith.index_cast %n : index to i32\n"
                 "%c = arith.cmpi slt, %n3, %x3 : i32\n", lambda m, n, x: n < (x % 2**32))


def ids(*ends):
    """The numbers of sequences with these ends, for all of KEYS places and each of two batches."""
    one = numpy.searchsorted(ends, numpy.arange(KEYS), side="right")
    return numpy.array([one, one[::-1]])


def spread(ends):
    return {"x": ids(*ends), "y": ids(*ends)}


MIXED = numpy.random.default_rng(5).integers(0, 4, (2, KEYS))
STARTS = numpy.array([numpy.arange(KEYS) // 50 * 50] * 2)
# The score, elements, queries, the heads that share one of K, the config, and the keys of which V is NaN.
CASES = [
    (LENGTH, {"x": [70, 200]}, 20, 1, SMALL, None),
    (LENGTH, {"x": [64, 96]}, 20, 1, SMALL, slice(96, None)),
    (LENGTH, {"x": [0, 1]}, 20, 1, SMALL, None),
    (LENGTH, {"x": [-5, 300]}, 20, 1, ROUND, None),
    (LENGTH, {"x": [LOW, HIGH]}, 20, 1, SMALL, None),
    (LENGTH, {"x": [33, 150]}, 1, 4, SPLIT, None),
    (LENGTH, {"x": [32, 5]}, 1, 4, SPLIT, slice(32, None)),
    (LENGTH, {"x": [0, 199]}, 3, 2, SPLIT, None),
    (LENGTH_OF_HEAD, {"x": [[70, 5], [200, 32]]}, 20, 1, ROUND, None),
    (LENGTH_OF_HEAD, {"x": [[70, 5], [200, 32]]}, 2, 4, SPLIT, None),
    (PLACE, {"x": 31}, 1, 4, SPLIT, slice(32, None)),
    (PLACE, {"x": 130}, 1, 1, SMALL, slice(160, None)),
    (PLACE, {"x": -1}, 4, 2, SMALL, None),
    (START, {"x": [64, 96]}, 20, 1, SMALL, slice(0, 64)),
    (START, {"x": [199, 250]}, 20, 1, ROUND, None),
    (START, {"x": [LOW, 100]}, 1, 4, SPLIT, None),
    (BEHIND, {"x": 60}, 70, 1, SMALL, slice(160, None)),
    (BEHIND, {"x": 180}, 20, 4, ROUND, None),
    (BEHIND, {"x": -3}, 70, 1, SMALL, None),
    (BEHIND, {"x": HIGH}, 20, 1, SMALL, None),
    (WINDOW, {"x": [17, 64]}, 200, 1, ROUND, None),
    (WINDOW, {"x": [0, HIGH]}, 100, 1, SMALL, None),
    (BETWEEN, {"x": [40, 64], "y": [90, 96]}, 20, 2, SMALL, slice(96, None)),
    (BETWEEN, {"x": [40, 64], "y": [30, 70]}, 70, 1, ROUND, None),
    (DOCUMENTS, spread((64, 96, 190)), KEYS, 1, SMALL, None),
    (DOCUMENTS, {"x": numpy.array([[0] * 64 + [1] * 136] * 2), "y": numpy.array([[0] * 64 + [1] * 64 + [2] * 72] * 2)},
     KEYS, 1, ROUND, slice(128, None)),
    (DOCUMENTS, {"x": MIXED, "y": MIXED}, KEYS, 1, SMALL, None),
    (DOCUMENTS, {"x": MIXED + 4, "y": MIXED}, KEYS, 1, ROUND, None),
    (IN_ORDER, spread((50, 100, 150)), KEYS, 1, ROUND, None),
    (IN_ORDER, spread((1, 2, 3, 199)), KEYS, 2, SMALL, None),
    (IN_ORDER, {"x": MIXED, "y": MIXED}, KEYS, 1, SMALL, None),
    (OFFSETS, {"x": STARTS, "y": STARTS + 50}, KEYS, 1, SMALL, None),
    (OFFSETS, {"x": STARTS[:, ::-1], "y": STARTS[:, ::-1] + 60}, KEYS, 1, ROUND, None),
    (OFFSETS, {"x": MIXED * 20, "y": MIXED * 50}, 70, 2, SMALL, None),
    (BYTE, {}, 70, 1, SMALL, None),
    (LOW_WORD, {"x": [2**32 + 70, 150]}, 70, 1, SMALL, None),
]


class Case:
    """One attention of two batches, and two heads of K."""

    def __init__(self, number, element, case):
        self.score, elements, self.queries, self.group, self.config, nothing = case
        self.number, self.element = number, element
        self.name = f"{self.score.name} {self.queries} {element}"
        self.sizes = {"b": 2, "h": 2, "g": self.group, "m": self.queries, "n": KEYS, "d": 64, "e": 64}
        self.maps = {"q": "b, h, g, m, d", "k": "b, h, n, d", "v": "b, h, n, e", **self.score.elements,
                     "o": "b, h, g, m, e"}
        random = numpy.random.default_rng(number)
        # Numbers that all types have.
        self.operands = {name: random.integers(-8, 9, self.get_shape(name)) / 8 for name in "qkv"}
        if nothing and element != "f32":
            self.operands["v"][:, :, nothing] = numpy.nan
        for name, values in elements.items():
            shape = self.get_shape(name)
            self.operands[name] = numpy.array(values)[tuple(slice(size) for size in shape)].astype("<i8")

    def get_dims(self, name):
        return [each.strip() for each in self.maps[name].split(",") if each.strip()]

    def get_shape(self, name):
        return tuple(self.sizes[dim] for dim in self.get_dims(name))

    def spread(self, name):
        """An operand with the dimensions b, h, g, m and n."""
        values = self.operands[name]
        dims = self.get_dims(name)
        return values.reshape([self.sizes[dim] if dim in dims else 1 for dim in "bhgmn"])

    def evaluate(self):
        q, k, v = (self.operands[name] for name in "qkv")
        m = numpy.arange(self.queries)[:, None]
        n = numpy.arange(KEYS)
        seen = numpy.broadcast_to(self.score.seen(m, n, *(self.spread(name) for name in self.score.elements)),
                                  [self.sizes[dim] for dim in "bhgmn"])
        with numpy.errstate(all="ignore"):
            scores = numpy.where(seen, q @ k[:, :, None].swapaxes(-1, -2) * 0.125, -numpy.inf)
            weights = numpy.exp(scores - scores.max(-1, keepdims=True))
            weights /= weights.sum(-1, keepdims=True)
        return weights @ numpy.nan_to_num(v)[:, :, None]

    def get_function(self):
        text, types = "", {}
        for name in self.maps:
            element = "i64" if name in self.score.elements else self.element
            types[name] = f"tensor<{''.join(f'{size}x' for size in self.get_shape(name))}{element}>"
            if name == "o":
                text += f"%t_o = tensor.empty() : {types[name]}\n"
                continue
            values = self.operands[name]
            data = values if element == "i64" else values.astype({"f32": "<f4", "bf16": "<f4", "f16": "<f2"}[element])
            if element == "bf16":
                data = (data.view("<u4") >> 16).astype("<u2")
            text += f'%t_{name} = arith.constant dense<"0x{data.tobytes().hex()}"> : {types[name]}\n'
        maps = ", ".join(f"affine_map<(b, h, g, m, n, d, e) -> ({each})>" for each in self.maps.values())
        inputs = list(self.maps)[:-1]
        config = f" {{autotune.config = #autotune.config<hopper_attention, {self.config}, defaults>}}"
        arguments = "".join(f"%{name}: i64, " for name in self.score.elements)
        return (f"func.func @case_{self.number}() {{\n{text}"
                f"%r = problem.attention inputs({', '.join('%t_' + name for name in inputs)} : "
                f"{', '.join(types[name] for name in inputs)}) outputs(%t_o : {types['o']}) maps = [{maps}] score {{\n"
                f"^bb0(%s: f32, {arguments}%ib: index, %ih: index, %ig: index, %m: index, %n: index):\n"
                f"%scale = arith.constant 0.125 : f32\n%ninf = arith.constant 0xFF800000 : f32\n"
                f"%scaled = arith.mulf %s, %scale : f32\n{PLACES}{self.score.text}"
                f"%masked = arith.select %c, %scaled, %ninf : f32\nproblem.yield %masked : f32\n}}"
                f"{config if self.element != 'f32' else ''} -> {types['o']}\n"
                f"{print_padded('%r', self.get_shape('o'), self.element)}return\n}}\n")

    def is_right(self, got):
        want = pad(self.evaluate())
        bound = {"f16": 0.003, "bf16": 0.02, "f32": 1e-5}[self.element]
        return got.shape == want.shape and numpy.allclose(got, want, rtol=bound, atol=bound, equal_nan=True)


def run(cases, command):
    """What is wrong with each result."""
    passes = "builtin.module(func.func(autotune-bound-keys{all}),autotune-compile{target=h200 format=sim attach})"
    compiled, _ = execute(["autotune-opt", f"--pass-pipeline={passes}"], get_module(cases))
    for case, got in get_results(cases, compiled, command):
        yield case, "" if case.is_right(got) else "wrong"


def main():
    arguments = get_parser().parse_args()
    cases = []
    for case in CASES:
        cases += [Case(len(cases) + number, element, case) for number, element in enumerate(("f16", "bf16", "f32"))]
    cases = [case for case in cases if arguments.only in case.name]
    check("cases", cases, arguments, lambda some: run(some, arguments.run))


main()
