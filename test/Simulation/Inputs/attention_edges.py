"""Runs attentions on odd inputs in the simulator, and compares them with NumPy.

    attention_edges.py --run='mlir-runner ...' [--group=NAME] [--list] [--only=TEXT]

A case is an attention with rows that are masked whole, scores or elements that are infinite or
no numbers, scores that are large, or sizes of 0, in types or at run time only. Kernels of 16-bit
floats compute it, or, of f32, what is made of the problem if no kernel does. The reference is
upstream's meaning of two products and a softmax, in f64.
"""

import numpy

from simulated import check, execute, get_module, get_parser, get_results, pad, print_padded

INF, NAN = numpy.inf, numpy.nan
# Heads, queries, keys and columns.
SIZES = (2, 20, 24, 64)
LONG = (2, 1, 300, 64)
PARTS = "tile = [64, 32], persistent = false, split = 4"
MAPS = {"q": "h, m, d", "k": "h, n, d", "v": "h, n, e", "mask": "m, n", "o": "h, m, e"}


def rows(*numbers, value=-INF):
    """Sets whole rows of the mask."""
    def change(operands):
        operands["mask"][list(numbers)] = value
    return change


def at(name, **places):
    """Sets elements of an operand: p12=value, or m12=-value."""
    def change(operands):
        for place, value in places.items():
            operands[name].reshape(-1)[int(place[1:])] = -value if place[0] == "m" else value
    return change


def hide(first, last=None, value=-INF):
    """Masks keys of all queries."""
    def change(operands):
        operands["mask"][:, first:last] = value
    return change


# The group, a name, what changes the operands, the sizes, and the config of the kernel.
CASES = [
    ("masked", "no row", [], SIZES, ""),
    ("masked", "some rows", [rows(0, 7, 19)], SIZES, ""),
    ("masked", "some keys of a row", [at("mask", m40=INF, m41=INF), rows(7)], SIZES, ""),
    ("masked", "all rows", [rows(*range(20))], SIZES, ""),
    ("masked", "all rows of few queries, in parts", [rows(0)], LONG, PARTS),
    ("masked", "whole parts of the keys", [hide(0, 200)], LONG, PARTS),
    ("masked", "the first blocks of keys", [hide(0, 150)], (2, 3, 300, 64), ""),
    ("scores", "+inf beside others", [at("mask", p3=INF, p50=INF, m51=INF)], SIZES, ""),
    ("scores", "rows of +inf", [rows(3, value=INF)], SIZES, ""),
    ("scores", "NaN beside others", [at("mask", p3=NAN, p125=NAN)], SIZES, ""),
    ("scores", "NaN beside -inf only", [rows(0, 4, 5), at("mask", p5=NAN, p119=NAN)], SIZES, ""),
    ("scores", "rows of NaN", [rows(4, value=NAN), rows(5)], SIZES, ""),
    ("scores", "NaN in the last block", [at("mask", p299=NAN, p300=NAN)], (2, 3, 300, 64), ""),
    ("scores", "NaN in the last part, the others masked", [hide(0, 200), at("mask", p250=NAN)], LONG, PARTS),
    ("scores", "+inf in two parts", [at("mask", p20=INF, p250=INF)], LONG, PARTS),
    ("elements", "NaN and inf in Q", [rows(2), at("q", p70=NAN, p700=INF)], SIZES, ""),
    ("elements", "NaN and inf in K", [rows(2), at("k", p70=NAN, p2000=INF)], SIZES, ""),
    ("elements", "NaN and inf in V", [rows(2), at("v", p70=NAN, p700=INF, m900=INF)], SIZES, ""),
    ("elements", "inf in V where keys are masked", [rows(2), at("mask", m24=INF, m25=INF), at("v", p10=INF, p70=INF)], SIZES, ""),
    ("sizes", "no queries", [], (2, 0, 24, 64), ""),
    ("sizes", "no heads", [], (0, 20, 24, 64), ""),
    ("sizes", "no columns", [], (2, 20, 24, 0), ""),
    ("sizes", "neither queries nor keys", [], (2, 0, 0, 64), ""),
    ("no keys", "no keys", [], (2, 20, 0, 64), ""),
    ("no keys", "no keys of one query", [], (2, 1, 0, 64), ""),
] + [("large", f"rows of {value:g}", [rows(5, 11, value=value)], SIZES, "")
     for value in (-1e9, -1e12, -1e30, -3.4028234e38, 1e9, 1e20, 1e38)
] + [("large", f"blocks of keys of {value:g}{', in parts' if config else ''}", [hide(150, value=value)], sizes, config)
     for value in (-1e9, -1e12, -1e30, -3.4028234e38) for sizes, config in (((2, 2, 300, 64), ""), (LONG, ""))
] + [("masked", f"rows of {value:g}", [rows(5, 11, value=value)], SIZES, "") for value in (-1e4, -65504., 1e4)
] + [("masked", f"blocks of keys of {value:g}", [hide(150, value=value)], (2, 2, 300, 64), "") for value in (-1e4, -65504.)]


def to_bytes(values, element):
    if element == "bf16":
        return (values.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
    return values.astype({"f16": "<f2", "f32": "<f4"}[element]).tobytes()


class Case:
    """One attention: the lines of a function that prints its result, and that result."""

    def __init__(self, number, element, masked, isDynamic, case):
        self.group, name, changes, sizes, self.config = case
        self.number, self.element, self.masked, self.isDynamic = number, element, masked, isDynamic
        self.name = f"{self.group}: {name}, {element}, {masked}{', unknown sizes' if isDynamic else ''}"
        heads, queries, keys, depth = sizes
        random = numpy.random.default_rng(number)
        shapes = {"q": (heads, queries, depth), "k": (heads, keys, depth), "v": (heads, keys, depth),
                  "mask": (queries, keys)}
        # Numbers that all types have.
        self.operands = {each: random.integers(-8, 9, shape) / 8 for each, shape in shapes.items()}
        for change in changes:
            change(self.operands)
        self.shapes = dict(shapes, o=(heads, queries, depth))

    def evaluate(self):
        operands = {each: values.astype(float) for each, values in self.operands.items()}
        with numpy.errstate(all="ignore"):
            scores = operands["q"] @ operands["k"].swapaxes(1, 2) * 0.125 + operands["mask"].astype("f4")
            scores = scores.astype("f4").astype(float)
            largest = scores.max(-1, keepdims=True, initial=-INF)
            weights = numpy.exp(scores - largest)
            weights /= weights.sum(-1, keepdims=True)
            if self.masked == "zero":
                weights = numpy.where(largest == -INF, 0, weights)
            # Each product, since libraries may leave out zeros.
            return (weights[..., None] * operands["v"][:, None]).sum(-2)

    def get_element(self, name):
        """Keys are split only where the mask's type leaves no room for large scores."""
        if name != "mask":
            return self.element
        return "f16" if self.config else "f32"

    def get_type(self, name, isUnknown):
        element = self.get_element(name)
        names = [each.strip() for each in MAPS[name].split(",")]
        sizes = ["?" if isUnknown and each in "mn" else str(size)
                 for each, size in zip(names, self.shapes[name])]
        return f"tensor<{'x'.join([*sizes, element])}>"

    def get_function(self):
        text, types = "", {}
        for name, shape in self.shapes.items():
            element = self.get_element(name)
            known, types[name] = self.get_type(name, False), self.get_type(name, self.isDynamic)
            if name == "o" or 0 in shape:
                text += f"%s_{name} = tensor.empty() : {known}\n"
            else:
                data = to_bytes(self.operands[name], element).hex()
                text += f'%s_{name} = arith.constant dense<"0x{data}"> : {known}\n'
            text += f"%{name} = tensor.cast %s_{name} : {known} to {types[name]}\n"
        maps = ", ".join(f"affine_map<(h, m, n, d, e) -> ({each})>" for each in MAPS.values())
        inputs = ["q", "k", "v", "mask"]
        zero = "masked_rows = zero " if self.masked == "zero" else ""
        config = (f" {{autotune.config = #autotune.config<hopper_attention, {self.config}, defaults>}}"
                  if self.config and self.element != "f32" else "")
        shape = ["?" if self.isDynamic and dim == 1 else size for dim, size in enumerate(self.shapes["o"])]
        mask = self.get_element("mask")
        return (f"func.func @case_{self.number}() {{\n{text}"
                f"%r = problem.attention inputs({', '.join('%' + each for each in inputs)} : "
                f"{', '.join(types[each] for each in inputs)}) outputs(%o : {types['o']}) maps = [{maps}] {zero}score {{\n"
                f"^bb0(%s: f32, %{'a' if mask == 'f32' else 'h'}: {mask}, %ih: index, %im: index, %in: index):\n"
                f"{'' if mask == 'f32' else '%a = arith.extf %h : f16 to f32'}\n%c = arith.constant 0.125 : f32\n"
                f"%x = arith.mulf %s, %c : f32\n%y = arith.addf %x, %a : f32\nproblem.yield %y : f32\n}}{config} -> {types['o']}\n"
                f"{print_padded('%r', shape, self.element)}return\n}}\n")

    def is_right(self, got):
        want = pad(self.evaluate())
        bound = {"f16": 0.003, "bf16": 0.02, "f32": 1e-5}[self.element]
        finite = numpy.isfinite(want)
        return (got.shape == want.shape and numpy.array_equal(got[~finite], want[~finite], equal_nan=True)
                and numpy.isfinite(got[finite]).all()
                and numpy.allclose(got[finite], want[finite], rtol=bound, atol=bound))


def run(cases, command):
    """What is wrong with each result."""
    compiled, _ = execute(["autotune-opt", "--autotune-compile=target=h200 format=sim attach"], get_module(cases))
    for case, got in get_results(cases, compiled, command):
        yield case, "" if case.is_right(got) else "wrong"


def main():
    parser = get_parser()
    parser.add_argument("--group", default="")
    arguments = parser.parse_args()
    cases = []
    for case in CASES:
        for element in ("f16", "bf16", "f32"):
            for masked in ("nan", "zero"):
                cases += [Case(len(cases) + isDynamic, element, masked, isDynamic, case)
                          for isDynamic in ((False, True) if "0" in map(str, case[3]) else (False,))]
    cases = [case for case in cases if arguments.group in (case.group, "") and arguments.only in case.name]
    check("cases", cases, arguments, lambda some: run(some, arguments.run))


main()
