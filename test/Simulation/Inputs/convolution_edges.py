"""Runs convolutions on odd inputs in the simulator, and compares them with NumPy.

    convolution_edges.py --run='mlir-runner ...' [--group=NAME] [--list] [--only=TEXT]

A case is a convolution with pads that crop, windows larger than the image, sizes of 0, in types
or at run time only, or elements that are infinite or no numbers. It goes through the pipelines
that a model goes through, for the host and with everything in kernels. The reference computes in
f64 and shares nothing with the compiler.
"""

import itertools

import numpy

from simulated import check, execute, get_module, get_parser, get_results, pad, print_padded

INF, NAN = numpy.inf, numpy.nan
# The named operation, the dimensions of images, filters and results, and those that are batches,
# groups and channels of the image.
FORMS = {
    "nhwc": ("conv_2d_nhwc_fhwc", "nhwc", "fhwc", "nhwf"),
    "nchw": ("conv_2d_nchw_fchw", "nchw", "fchw", "nfhw"),
    "grouped": ("conv_2d_ngchw_gfchw", "ngchw", "gfchw", "ngfhw"),
    "depthwise": ("depthwise_conv_2d_nchw_chw", "nghw", "ghw", "nghw"),
    "depthwise_last": ("depthwise_conv_2d_nhwc_hwc", "nhwg", "hwg", "nhwg"),
}
ALL = list(FORMS)


def case(group, name, forms=("nhwc", "nchw"), unknown=("",), **settings):
    return [(group, name, form, dims, settings) for form in forms for dims in unknown]


def at(name, *places):
    """Sets elements of an operand, spread over all of it."""
    def change(operands):
        values = operands[name].reshape(-1)
        for number, value in enumerate(places):
            values[(2 * number + 1) * len(values) // (2 * len(places))] = value
    return change


# Pads are zeros, or rows that are cropped, above, left, below and right.
CASES = (
    case("crops", "above", ALL, pads=[(-2, 1, 1, 0)])
    + case("crops", "below", ALL, pads=[(1, 1, -2, 0)])
    + case("crops", "all sides", ALL, pads=[(-1, -2, -1, -1)], h=9, w=9)
    + case("crops", "beside padding", ALL, pads=[(-2, 1, -1, -4)], h=12, w=12, stride=2)
    + case("crops", "of three channels", ("nhwc", "nchw"), pads=[(-2, 1, -1, -4)], h=12, w=12, c=3, stride=2)
    + case("crops", "what is read by the last window", ("nhwc", "nchw"), pads=[(0, 0, -1, -1)], h=10, w=10, stride=2)
    + case("crops", "single pixels", ("nhwc", "nchw"), pads=[(-1, -1, -2, -3)], window=(1, 1))
    + case("shifts", "of one size", ("nhwc", "nchw"), pads=[(1, -1, -1, 1)])
    + case("shifts", "padding, then a crop", ("nhwc", "nchw"), pads=[(2, 1, 3, 2), (-3, -1, -2, -2)])
    + case("shifts", "a crop, then padding", ("nhwc", "nchw"), pads=[(-2, -1, -1, -2), (2, 1, 1, 2)])
    + case("shifts", "a crop, then more padding", ("nhwc", "nchw"), pads=[(-2, -1, -1, -2), (3, 2, 2, 3)])
    + case("windows", "of padding only", ALL, pads=[(5, 5, 5, 5)], h=2, w=2)
    + case("windows", "dilated beyond the image", ALL, pads=[(7, 7, 7, 7)], h=4, w=5, dilation=7)
    + case("windows", "dilated beyond what TMA reaches", ("nhwc",), pads=[(150, 150, 150, 150)], h=4, w=5, dilation=150)
    + case("windows", "that overlap by all but one row", ALL, window=(5, 5), h=8, w=8)
    + case("windows", "apart", ALL, stride=4, h=12, w=12)
    + case("windows", "dilated, of unknown images", ("nhwc", "nchw"), ("hw",), pads=[(7, 7, 7, 7)], h=2, w=3, dilation=7)
    + case("sizes", "no images", ALL, ("", "n"), n=0)
    + case("sizes", "no filters", ("nhwc", "nchw", "grouped"), ("", "f"), f=0)
    + case("sizes", "no channels", ("nhwc", "nchw", "grouped"), ("", "c"), c=0)
    + case("sizes", "no groups", ("grouped", "depthwise"), ("", "g"), g=0)
    + case("sizes", "no rows of the filter", ("nhwc", "nchw"), ("", "r"), window=(0, 3))
    + case("sizes", "no pixels but padding", ALL, ("", "hw"), h=0, pads=[(2, 1, 2, 1)])
    + case("sizes", "no results: the window is larger than the image", ALL, ("", "hw"), h=2)
    + case("sizes", "no results: the dilated window is larger", ("nhwc", "nchw"), ("", "hw"), h=6, w=9, dilation=3)
    + case("sizes", "of all dimensions unknown", ("nhwc", "nchw"), ("nhwcfrs",), n=2)
    + case("elements", "of images", ("nhwc", "nchw", "depthwise", "depthwise_last"), change=at("x", INF, NAN, -INF))
    + case("elements", "of filters", ("nhwc", "nchw", "depthwise"), change=at("f", INF, NAN))
    + case("elements", "of filters, beside padding", ("nhwc",), pads=[(1, 1, 1, 1)], change=at("f", INF))
    + case("elements", "of images of 48 channels", ("nhwc", "nchw"), c=48, change=at("x", INF, NAN))
    # Zeros of the filter meet them: docs/design/numerics.md.
    + case("zeros", "between groups", ("grouped",), change=at("x", INF, NAN))
    + case("zeros", "behind lines of three channels", ("nchw", "nhwc"), c=3, h=12, w=12, change=at("x", INF, NAN)))


class Case:
    """One convolution: the lines of a function that prints its result, and that result."""

    def __init__(self, number, given):
        self.group, name, form, self.unknown, settings = given
        self.name = f"{self.group}: {name}, {form}{', unknown ' + self.unknown if self.unknown else ''}"
        self.number = number
        self.op, *self.layouts = FORMS[form]
        get = lambda key, default: settings.get(key, default)
        self.window, self.stride, self.dilation = get("window", (3, 3)), get("stride", 1), get("dilation", 1)
        self.pads = get("pads", [])
        self.sizes = {"n": get("n", 1), "g": get("g", 4 if form == "grouped" else 32), "h": get("h", 8), "w": get("w", 7),
                      "c": get("c", 4 if form == "grouped" else 64), "f": get("f", 8),
                      "r": self.window[0], "s": self.window[1]}
        random = numpy.random.default_rng(number)
        x, f, _ = self.layouts
        self.operands = {"x": random.integers(-3, 4, [self.sizes[d] for d in x]).astype(float),
                         "f": random.integers(-3, 4, [self.sizes[d] for d in self.get_filter(f)]).astype(float)}
        get("change", lambda operands: None)(self.operands)
        self.shapes = [dict(zip(x, self.operands["x"].shape))]
        for top, left, bottom, right in self.pads:
            last = self.shapes[-1]
            self.shapes.append(dict(last, h=last["h"] + top + bottom, w=last["w"] + left + right))
        last = self.shapes[-1]
        self.out = {"h": self.count(last["h"], self.window[0]), "w": self.count(last["w"], self.window[1])}

    @staticmethod
    def get_filter(layout):
        return layout.replace("h", "r").replace("w", "s")

    def count(self, size, window):
        return (size - (window - 1) * self.dilation - 1) // self.stride + 1

    def evaluate(self):
        """The result, and which pixels of it may be no numbers."""
        ofX, ofF, ofY = self.layouts
        x = self.operands["x"]
        for top, left, bottom, right in self.pads:
            crop, pad = [slice(None)] * x.ndim, [(0, 0)] * x.ndim
            for dim, low, high in (("h", top, bottom), ("w", left, right)):
                place = ofX.index(dim)
                crop[place] = slice(max(-low, 0), x.shape[place] - max(-high, 0))
                pad[place] = (max(low, 0), max(high, 0))
            x = numpy.pad(x[tuple(crop)], pad)
        names = "nghwcf"
        def spread(values, layout):
            values = numpy.transpose(values, [layout.index(d) for d in names if d in layout])
            return values[tuple(slice(None) if d in layout else None for d in names)]
        x, f = spread(x, ofX), spread(self.operands["f"], ofF)
        sums = numpy.zeros([self.sizes["n"], self.sizes["g"] if "g" in ofY else 1, self.out["h"], self.out["w"],
                            self.sizes["f"] if "f" in ofY else 1])
        for r, s in itertools.product(*map(range, self.window)):
            part = x[:, :, r * self.dilation:, s * self.dilation:]
            part = part[:, :, ::self.stride, ::self.stride][:, :, :self.out["h"], :self.out["w"]]
            with numpy.errstate(invalid="ignore"):
                sums += (part * f[:, :, r:r + 1, s:s + 1]).sum(4)
        odd = ~numpy.isfinite(sums).all((1, 4), keepdims=True) | numpy.zeros(sums.shape, bool)
        # A line is up to as long as eight pixels.
        reach = odd.copy()
        for step in range(1, 8):
            reach[:, :, :, :-step] |= odd[:, :, :, step:]
        order = [("nghwf").index(d) for d in ofY]
        others = tuple(i for i in range(5) if i not in order)
        arrange = lambda values: numpy.transpose(values, [*order, *others]).reshape([values.shape[i] for i in order])
        return arrange(sums), arrange(reach)

    def get_type(self, layout, sizes, element):
        return f"tensor<{'x'.join(['?' if d in self.unknown else str(sizes[d]) for d in layout] + [element])}>"

    def get_function(self):
        ofX, ofF, ofY = self.layouts
        ofF = self.get_filter(ofF)
        text = "%zx = arith.constant 0.0 : f16\n%zero = arith.constant 0.0 : f32\n"
        for name, layout in (("x", ofX), ("f", ofF)):
            values = self.operands[name]
            static = f"tensor<{'x'.join(map(str, values.shape))}xf16>"
            kind = self.get_type(layout, self.sizes, "f16")
            data = values.astype("<f2").tobytes().hex()
            text += (f'%s_{name} = arith.constant dense<"0x{data}"> : {static}\n' if values.size else
                     f"%s_{name} = tensor.empty() : {static}\n")
            text += f"%{name}0 = tensor.cast %s_{name} : {static} to {kind}\n"
        last = "%x0"
        for number, pads in enumerate(self.pads):
            low, high = [0] * len(ofX), [0] * len(ofX)
            for at_, dim in enumerate("hw"):
                low[ofX.index(dim)], high[ofX.index(dim)] = pads[at_], pads[2 + at_]
            indices = ", ".join(f"%i{i}: index" for i in range(len(ofX)))
            text += (f"%x{number + 1} = tensor.pad {last} low{low} high{high} {{\n^bb0({indices}):\ntensor.yield %zx : f16\n}} : "
                     f"{self.get_type(ofX, self.shapes[number], 'f16')} to {self.get_type(ofX, self.shapes[number + 1], 'f16')}\n")
            last = f"%x{number + 1}"
        xType, fType = self.get_type(ofX, self.shapes[-1], "f16"), self.get_type(ofF, self.sizes, "f16")
        # The sizes of the result that are known at run time only.
        sizes, result = [], {**self.sizes, **self.out}
        shape = []
        for place, dim in enumerate(ofY):
            tap = {"h": "r", "w": "s"}.get(dim, "")
            if not (dim in self.unknown or (tap and tap in self.unknown)):
                shape.append(str(result[dim]))
                continue
            shape.append("?")
            def size(of, kind, layout, name):
                nonlocal text
                text += (f"%c_{of[1:]}_{name}{place} = arith.constant {layout.index(name)} : index\n"
                         f"%d_{of[1:]}_{name}{place} = tensor.dim {of}, %c_{of[1:]}_{name}{place} : {kind}\n")
                return f"%d_{of[1:]}_{name}{place}"
            if not tap:
                sizes.append(size(last, xType, ofX, dim) if dim in ofX else size("%f0", fType, ofF, dim))
                continue
            image, filter_ = size(last, xType, ofX, dim), size("%f0", fType, ofF, tap)
            text += (f"%y{place} = affine.apply affine_map<(a, b) -> ((a - (b - 1) * {self.dilation} - 1) floordiv {self.stride} + 1)>"
                     f"({image}, {filter_})\n")
            sizes.append(f"%y{place}")
        yType = f"tensor<{'x'.join(shape)}xf32>"
        return (f"func.func @case_{self.number}() {{\n{text}%e = tensor.empty({', '.join(sizes)}) : {yType}\n"
                f"%z = linalg.fill ins(%zero : f32) outs(%e : {yType}) -> {yType}\n"
                f"%y = linalg.{self.op} {{strides = dense<{self.stride}> : tensor<2xi64>, dilations = dense<{self.dilation}> : "
                f"tensor<2xi64>}} ins({last}, %f0 : {xType}, {fType}) outs(%z : {yType}) -> {yType}\n"
                f"{print_padded('%y', shape)}return\n}}\n")

    def is_right(self, got):
        want, reach = self.evaluate()
        want, reach = pad(want), pad(reach, False)
        if got.shape != want.shape:
            return False
        same = (got == want) | (numpy.isnan(got) & numpy.isnan(want))
        # Sums beyond 2^11 would be rounded in f16 only.
        return (same | (numpy.isnan(got) & reach if self.group == "zeros" else False)).all()


def run(cases, command):
    """What is wrong with each result, for the host and with everything in kernels."""
    faults = {case: [] for case in cases}
    for options in ("", "offload"):
        compiled, _ = execute(["autotune-opt", "--autotune-prepare",
                               f"--autotune-compile=target=h200 format=sim attach {options}"], get_module(cases))
        for case, got in get_results(cases, compiled, command):
            if not case.is_right(got):
                faults[case].append(f"wrong with {options}" if options else "wrong")
    return [(case, ", ".join(fault)) for case, fault in faults.items()]


def main():
    parser = get_parser()
    parser.add_argument("--group", default="")
    arguments = parser.parse_args()
    cases = [Case(number, given) for number, given in enumerate(CASES)]
    cases = [case for case in cases if arguments.group in (case.group, "") and arguments.only in case.name]
    check("cases", cases, arguments, lambda some: run(some, arguments.run))


main()
