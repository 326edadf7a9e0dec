"""Runs convolutions in the simulator, and compares them with NumPy.

    convolution_cells.py --run='mlir-runner ...' [--part=I/N] [--list] [--only=TEXT] [--all]

A cell is a form, a type, a layout, an epilogue and a class of sizes. Without --all, it is every
third cell. A module of linalg operations goes through the pipelines that a model goes through.
The reference computes in f64 and shares nothing with the compiler. Sums of the small integers
that are multiplied are exact.

With --gpu, programs of the package mlir_autotune run on the GPU instead. It needs PyTorch.
"""

import itertools
import re

import numpy

from simulated import check, execute, get_error, get_module, get_parser, get_results

TYPES = ["f16", "bf16", "i8"]
# Of the images and of the filter.
LAYOUTS = {"nhwc": ("nhwc", "fhwc"), "nchw": ("nchw", "fchw"), "tensorflow": ("nhwc", "hwcf")}
EPILOGUES = ["none", "bias", "norm", "residual"]
# Whether there are more than three channels, the filter's rows and columns, strides, dilations,
# zeros above, left, below and right, and groups.
FORMS = {
    "3x3": (1, (3, 3), (1, 1), (1, 1), (1, 1, 1, 1), 1),
    "strided": (1, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), 1),
    "dilated": (1, (3, 2), (1, 1), (2, 3), (2, 1, 2, 2), 1),
    "pixels": (1, (1, 1), (1, 1), (1, 1), (0, 0, 0, 0), 1),
    "sparse": (1, (1, 1), (2, 2), (1, 1), (0, 0, 0, 0), 1),
    "uneven": (1, (5, 1), (2, 1), (1, 1), (0, 0, 2, 0), 1),
    "first": (0, (7, 7), (2, 2), (1, 1), (3, 3, 3, 3), 1),
    "patches": (0, (4, 4), (4, 4), (1, 1), (0, 0, 0, 0), 1),
    "overlap": (0, (3, 3), (1, 1), (2, 1), (1, 0, 1, 2), 1),
    "grouped": (1, (3, 3), (1, 1), (1, 1), (1, 1, 1, 1), 4),
    "line": (1, (1, 3), (1, 2), (1, 1), (0, 1, 0, 1), 1),
}
# Images, rows, columns, channels and filters. Images of few channels have three.
SIZES = {
    "even": (2, 8, 16, 64, 64),
    "ragged": (3, 9, 11, 72, 40),
    "tiny": (1, 4, 5, 32, 8),
    "wide": (1, 12, 13, 128, 136),
    "odd": (2, 7, 10, 44, 20),
}


def to_bytes(values, element):
    if element == "bf16":
        return (values.astype(numpy.float32).view(numpy.uint32) >> 16).astype("<u2").tobytes()
    return values.astype({"f16": "<f2", "f32": "<f4", "i8": "i1", "i32": "<i4"}[element]).tobytes()


def get_type(shape, element):
    return "tensor<" + "x".join([*map(str, shape), element]) + ">"


class Cell:
    """The operands of one convolution, its operations as text, and its result."""

    def __init__(self, number, form, element, layout, epilogue, size):
        self.name = f"{form}, {element}, {layout}, {epilogue}, {size}"
        self.number, self.element, self.layout, self.epilogue = number, element, layout, epilogue
        has_channels, self.window, self.strides, self.dilations, self.pad, self.groups = FORMS[form]
        images, rows, columns, channels, filters = SIZES[size]
        if not has_channels:
            channels, rows, columns = 3, 2 * rows, 2 * columns
        self.channels, self.filters = channels, filters
        self.sizes = (images, rows, columns)
        random = numpy.random.default_rng(number)
        draw = lambda *shape: random.integers(-3, 4, shape).astype(float)
        self.x = draw(images, rows, columns, channels)
        self.f = draw(filters, *self.window, channels // self.groups)
        self.places = [(extent + low + high - (window - 1) * dilation - 1) // stride + 1
                       for extent, low, high, window, dilation, stride in zip(
                           (rows, columns), self.pad[:2], self.pad[2:], self.window, self.dilations, self.strides)]
        self.bias = draw(filters)
        self.scale = random.choice([0.25, 0.5, 1.0], filters)
        self.residual = draw(images, *self.places, filters)

    def is_empty(self):
        return min(self.places) < 1

    def evaluate(self):
        top, left, bottom, right = self.pad
        x = numpy.pad(self.x, ((0, 0), (top, bottom), (left, right), (0, 0)))
        sums = numpy.zeros((len(x), *self.places, self.filters))
        ofGroup = self.filters // self.groups
        for r, s in itertools.product(*map(range, self.window)):
            rows = numpy.arange(self.places[0]) * self.strides[0] + r * self.dilations[0]
            columns = numpy.arange(self.places[1]) * self.strides[1] + s * self.dilations[1]
            part = x[:, rows[:, None], columns[None]]
            for group in range(self.groups):
                channels = slice(group * self.channels // self.groups, (group + 1) * self.channels // self.groups)
                filters = slice(group * ofGroup, (group + 1) * ofGroup)
                sums[..., filters] += part[..., channels] @ self.f[filters, r, s].T
        if self.epilogue == "bias":
            sums = numpy.maximum(sums + self.bias, 0)
        elif self.epilogue == "norm":
            sums = sums * self.scale + self.bias
        elif self.epilogue == "residual":
            sums = numpy.maximum(sums + self.bias + self.residual, 0)
        return sums

    def arrange(self, values, names, layout):
        return numpy.transpose(values, [names.index(name) for name in layout])

    def get_function(self, returns=False):
        """The text of a function that prints the result, or returns it."""
        imageLayout, filterLayout = LAYOUTS[self.layout]
        sum_type = "i32" if self.element == "i8" else "f32"
        text, number = "", self.number

        def constant(name, values, element):
            nonlocal text
            kind = get_type(values.shape, element)
            text += f'%{name} = arith.constant dense<"0x{to_bytes(values, element).hex()}"> : {kind}\n'
            return kind

        xs = self.arrange(self.x, "nhwc", imageLayout)
        fs = self.arrange(self.f, "fhwc", filterLayout)
        xType, fType = constant("x", xs, self.element), constant("f", fs, self.element)
        zero = "0" if self.element == "i8" else "0.0"
        low, high = [0] * 4, [0] * 4
        for dim, name in enumerate("hw"):
            low[imageLayout.index(name)] = self.pad[dim]
            high[imageLayout.index(name)] = self.pad[2 + dim]
        padded = [size + a + b for size, a, b in zip(xs.shape, low, high)]
        pType = get_type(padded, self.element)
        text += (f"%zx = arith.constant {zero} : {self.element}\n%z = arith.constant {zero} : {sum_type}\n"
                 f"%p = tensor.pad %x low{low} high{high} {{\n^bb0(%i: index, %j: index, %k: index, %l: index):\n"
                 f"tensor.yield %zx : {self.element}\n}} : {xType} to {pType}\n")
        shape = dict(zip("nhwf", (len(self.x), *self.places, self.filters)))
        outLayout = imageLayout.replace("c", "f")
        out = [shape[name] for name in outLayout]
        sums = get_type(out, sum_type)
        text += (f"%e = tensor.empty() : {sums}\n"
                 f"%i0 = linalg.fill ins(%z : {sum_type}) outs(%e : {sums}) -> {sums}\n")
        # The convolution, as a generic operation: named ones do not widen integers in all layouts.
        if self.groups > 1:
            text += self.get_grouped(imageLayout, filterLayout, padded, fs, sum_type, sums)
        else:
            index = {"n": "n", "c": "c", "f": "f",
                     "h": f"h * {self.strides[0]} + r * {self.dilations[0]}",
                     "w": f"w * {self.strides[1]} + s * {self.dilations[1]}"}
            ofFilter = {"f": "f", "h": "r", "w": "s", "c": "c"}
            dims = "n, h, w, f, r, s, c"
            maps = [f"affine_map<({dims}) -> ({', '.join(index[name] for name in imageLayout)})>",
                    f"affine_map<({dims}) -> ({', '.join(ofFilter[name] for name in filterLayout)})>",
                    f"affine_map<({dims}) -> ({', '.join(outLayout)})>"]
            text += self.get_generic("c", maps, 4, 3, f"%p, %f : {pType}, {fType}", "%i0", sums, sum_type)
        text += self.get_epilogue(outLayout, sums, sum_type)
        # i8 has no printing function, and small integers are exact in f32.
        wide = sums.replace("i32", "f32")
        if sum_type == "i32":
            text += f"%v = arith.sitofp %y : {sums} to {wide}\n"
        else:
            text += f"%v = arith.extf %y : {sums.replace('f32', self.element)} to {wide}\n"
        memref = wide.replace("tensor", "memref")
        self.result = wide
        if returns:
            return f"func.func private @case_{number}() -> {wide} {{\n{text}return %v : {wide}\n}}\n"
        return (f"func.func @case_{number}() {{\n{text}"
                f"%b = bufferization.to_buffer %v read_only : {wide} to {memref}\n"
                f"%u = memref.cast %b : {memref} to memref<*xf32>\n"
                "call @printMemrefF32(%u) : (memref<*xf32>) -> ()\nreturn\n}\n")

    def get_generic(self, name, maps, parallel, reductions, inputs, init, sums, sum_type):
        element = self.element
        widen = "arith.extsi" if element == "i8" else "arith.extf"
        mul, add = ("arith.muli", "arith.addi") if element == "i8" else ("arith.mulf", "arith.addf")
        loops = ", ".join(['"parallel"'] * parallel + ['"reduction"'] * reductions)
        return (f"%{name} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{loops}]}} "
                f"ins({inputs}) outs({init} : {sums}) {{\n^bb0(%a0: {element}, %a1: {element}, %a2: {sum_type}):\n"
                f"%b0 = {widen} %a0 : {element} to {sum_type}\n%b1 = {widen} %a1 : {element} to {sum_type}\n"
                f"%b2 = {mul} %b0, %b1 : {sum_type}\n%b3 = {add} %a2, %b2 : {sum_type}\n"
                f"linalg.yield %b3 : {sum_type}\n}} -> {sums}\n")

    def get_grouped(self, imageLayout, filterLayout, padded, fs, sum_type, sums):
        """Channels and filters as groups and what is in them."""
        def split(shape, layout, name, of):
            at = layout.index(name)
            shape = list(shape)
            shape[at:at + 1] = [self.groups, of]
            groups = [[i + (i > at)] if i != at else [at, at + 1] for i in range(len(layout))]
            return shape, groups
        outLayout = imageLayout.replace("c", "f")
        xShape, xGroups = split(padded, imageLayout, "c", self.channels // self.groups)
        fShape, fGroups = split(fs.shape, filterLayout, "f", self.filters // self.groups)
        outShape = [int(n) for n in re.findall(r"(\d+)x", sums)]
        yShape, yGroups = split(outShape, outLayout, "f", self.filters // self.groups)
        types = [get_type(shape, kind) for shape, kind in
                 ((xShape, self.element), (fShape, self.element), (yShape, sum_type))]
        text = (f"%xg = tensor.expand_shape %p {xGroups} output_shape {xShape} : "
                f"{get_type(padded, self.element)} into {types[0]}\n"
                f"%fg = tensor.expand_shape %f {fGroups} output_shape {fShape} : "
                f"{get_type(fs.shape, self.element)} into {types[1]}\n"
                f"%ig = tensor.expand_shape %i0 {yGroups} output_shape {yShape} : {sums} into {types[2]}\n")
        index = {"n": "n", "c": "g, c", "f": "g, f",
                 "h": f"h * {self.strides[0]} + r * {self.dilations[0]}",
                 "w": f"w * {self.strides[1]} + s * {self.dilations[1]}"}
        ofFilter = {"f": "g, f", "h": "r", "w": "s", "c": "c"}
        dims = "n, g, h, w, f, r, s, c"
        maps = [f"affine_map<({dims}) -> ({', '.join(index[name] for name in imageLayout)})>",
                f"affine_map<({dims}) -> ({', '.join(ofFilter[name] for name in filterLayout)})>",
                f"affine_map<({dims}) -> ({', '.join(index[name] if name == 'f' else name for name in outLayout)})>"]
        text += self.get_generic("cg", maps, 5, 3, f"%xg, %fg : {types[0]}, {types[1]}", "%ig", types[2], sum_type)
        return text + f"%c = tensor.collapse_shape %cg {yGroups} : {types[2]} into {sums}\n"

    def get_epilogue(self, layout, sums, sum_type):
        if sum_type == "i32":
            more = int(self.epilogue != "none")
            return f"%q = arith.constant dense<{more}> : {sums}\n%y = arith.addi %c, %q : {sums}\n"
        narrow = sums.replace("f32", self.element)
        full = f"affine_map<(n, h, w, f) -> ({', '.join(layout)})>"
        ofFilters = "affine_map<(n, h, w, f) -> (f)>"
        vector = get_type((self.filters,), self.element)
        text, inputs, body = "", [("%c", sums, full, "f32")], "%e0 = arith.addf %a0, %zero : f32\n"

        def add(name, values, kind, mapping, element):
            nonlocal text
            text += f'%{name} = arith.constant dense<"0x{to_bytes(values, element).hex()}"> : {kind}\n'
            inputs.append(("%" + name, kind, mapping, element))

        if self.epilogue == "none":
            return f"%y = arith.truncf %c : {sums} to {narrow}\n"
        if self.epilogue == "norm":
            scale = get_type((self.filters,), "f32")
            add("scale", self.scale, scale, ofFilters, "f32")
            add("bias", self.bias, scale, ofFilters, "f32")
            body = "%s = arith.mulf %a0, %a1 : f32\n%r = arith.addf %s, %a2 : f32\n"
        else:
            add("bias", self.bias, vector, ofFilters, self.element)
            body = f"%w1 = arith.extf %a1 : {self.element} to f32\n%s = arith.addf %a0, %w1 : f32\n"
            if self.epilogue == "residual":
                add("residual", self.arrange(self.residual, "nhwf", layout), narrow, full, self.element)
                body += f"%w2 = arith.extf %a2 : {self.element} to f32\n%s2 = arith.addf %s, %w2 : f32\n"
            last = "%s2" if self.epilogue == "residual" else "%s"
            body += f"%r = arith.maximumf {last}, %z : f32\n"
        arguments = ", ".join(f"%a{i}: {kind}" for i, (_, _, _, kind) in enumerate(inputs))
        maps = ", ".join([mapping for _, _, mapping, _ in inputs] + [full])
        loops = ", ".join(['"parallel"'] * 4)
        return (f"{text}%ey = tensor.empty() : {narrow}\n"
                f"%y = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{loops}]}} "
                f"ins({', '.join(name for name, _, _, _ in inputs)} : {', '.join(kind for _, kind, _, _ in inputs)}) "
                f"outs(%ey : {narrow}) {{\n^bb0({arguments}, %o: {self.element}):\n{body}"
                f"%t = arith.truncf %r : f32 to {self.element}\nlinalg.yield %t : {self.element}\n}} -> {narrow}\n")

    def get_expected(self):
        values = self.evaluate()
        if self.element == "i8":
            values = values if self.epilogue == "none" else self.get_sums() + 1
        layout = LAYOUTS[self.layout][0].replace("c", "f")
        return self.arrange(values, "nhwf", layout).reshape(-1)

    def get_sums(self):
        epilogue, self.epilogue = self.epilogue, "none"
        sums = self.evaluate()
        self.epilogue = epilogue
        return sums


def run(cells, command):
    """Each cell, and its result."""
    compiled, _ = execute(["autotune-opt", "--autotune-prepare", "--autotune-compile=target=h200 format=sim attach"],
                          get_module(cells))
    return get_results(cells, compiled, command)


def run_on_gpu(cells):
    """The same by one program, whose results are those of all cells."""
    import mlir_autotune
    import torch
    text = "".join(cell.get_function(returns=True) for cell in cells)
    types = ", ".join(cell.result for cell in cells)
    text += f"func.func @main() -> ({types}) {{\n"
    text += "".join(f"%r{cell.number} = call @case_{cell.number}() : () -> {cell.result}\n" for cell in cells)
    text += f"return {', '.join(f'%r{cell.number}' for cell in cells)} : {types}\n}}\n"
    program = mlir_autotune.compile(text, target="auto", graphs=False)
    for cell, result in zip(cells, program.flat([]), strict=True):
        yield cell, torch.from_dlpack(result).cpu().numpy().astype(float).reshape(-1)


def find_faults(results):
    """By how much each cell is off, if by too much."""
    bounds = {"bf16": 0.005, "f16": 0.0006, "i8": 0}
    for cell, got in results:
        error = get_error(got, cell.get_expected())
        yield cell, f"off by {error:.2g}" if error > bounds[cell.element] else ""


def main():
    parser = get_parser()
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    arguments = parser.parse_args()
    index, count = map(int, arguments.part.split("/"))
    every = itertools.product(FORMS, TYPES, LAYOUTS, EPILOGUES, SIZES)
    cells = [Cell(number, *names) for number, names in enumerate(every)
             if arguments.all or (number + number // 60) % 3 == 0][index::count]
    cells = [cell for cell in cells if arguments.only in f"{cell.number}: {cell.name}" and not cell.is_empty()]
    check("cells", cells, arguments,
          lambda some: find_faults(run_on_gpu(some) if arguments.gpu else run(some, arguments.run)))


main()
