"""One function of linalg with what it is called with: its text and its data, from
which modules for the simulator and for upstream's own lowering are written."""

import random
import re

from elements import SMALL, count, encode, get_values, is_float, shaped

# What one factor is at most, apart from scales.
LARGEST = 1.0
# Bits of a significand.
BITS = {"bf16": 8, "f16": 11, "f32": 24, "f64": 53}
# Where the attributes of a product stand.
ATTRIBUTES = "{ATTRIBUTES}"


class Value:
    def __init__(self, name, shape, element):
        self.name, self.shape, self.element = name, tuple(shape), element

    def type(self):
        return shaped("tensor", self.shape, self.element)


class Program:
    def __init__(self, name):
        self.name = re.sub(r"[^0-9a-z]", "_", name.lower())
        self.random = random.Random(self.name)
        self.arguments, self.lines, self.results = [], [], []
        self.data, self.made = {}, 0
        # What its products say to this project.
        self.attributes, self.isGroup = "", False
        # Whether they are on memrefs for it.
        self.isOfBuffers = False
        # Options of the pass that makes matmuls of contractions; None without it.
        self.canonicalized = None
        # Of sums: their length, the type that is multiplied, and the largest
        # product.
        self.depth, self.multiplied, self.scale = 0, "", 1.0

    # What is given and returned ---------------------------------------------

    def take(self, element, shape, low=None, high=None, step=0):
        """An argument, of numbers made up: integers from low to high, floats
        that many steps large. By default integers of all values, and floats of
        at most LARGEST, of all their bits."""
        value = Value(f"%in{len(self.arguments)}", shape, element)
        size = count(shape)
        if element in SMALL:
            few = [byte for byte, number in enumerate(get_values(element))
                   if abs(number) <= LARGEST]
            self.data[value.name] = [bytes([self.random.choice(few)])
                                     for _ in range(size)]
        elif is_float(element):
            draw = lambda: self.random.randint(low, high) * step
            if low is None:
                most = 2 ** BITS[element] - 1
                draw = lambda: self.random.randint(-most, most) / (most + 1) * \
                    LARGEST / 2 ** self.random.randint(0, 5)
            self.data[value.name] = [encode(element, draw()) for _ in range(size)]
        else:
            bits = int(element[1:])
            low, high = (-2 ** (bits - 1), 2 ** (bits - 1) - 1) if low is None \
                else (low, high)
            numbers = [self.random.randint(low, high) for _ in range(size)]
            self.data[value.name] = [
                bytes([number & 15]) if element == "i4" else encode(element, number)
                for number in numbers]
        self.arguments.append(value)
        return value

    def give(self, value, steep=1.0):
        """A result, which changes by up to `steep` times what a sum does."""
        self.results.append((value, steep))

    # Operations -------------------------------------------------------------

    def new(self, shape, element):
        self.made += 1
        return Value(f"%v{self.made}", shape, element)

    def empty(self, shape, element):
        value = self.new(shape, element)
        self.lines.append(f"{value.name} = tensor.empty() : {value.type()}")
        return value

    def zeros(self, shape, element):
        zero, empty = self.new((), element), self.empty(shape, element)
        value = self.new(shape, element)
        number = "0.0" if is_float(element) else "0"
        self.lines += [
            f"{zero.name} = arith.constant {number} : {element}",
            f"{value.name} = linalg.fill ins({zero.name} : {element}) outs("
            f"{empty.name} : {empty.type()}) -> {value.type()}"]
        return value

    def matmul(self, a, b, init, dims="mk nk mn"):
        value = self.new(init.shape, init.element)
        maps = ", ".join(f"affine_map<(m, n, k) -> ({', '.join(dim)})>"
                         for dim in dims.split())
        self.lines.append(
            f"{value.name} = linalg.matmul indexing_maps = [{maps}] "
            f"{ATTRIBUTES} ins({a.name}, {b.name} : {a.type()}, {b.type()}) "
            f"outs({init.name} : {init.type()}) -> {init.type()}")
        return value

    def each(self, dims, shape, elements, operands, body, outs=()):
        """A linalg.generic of parallel loops: operands with what indexes them,
        and lines of %x0, %x1, ... of which the last yields. What was in `outs` is
        %o0, %o1, ..."""
        outs = outs or [self.empty(shape, element) for element in elements]
        loops = f"({', '.join(dims)})"
        maps = [f"affine_map<{loops} -> ({index})>" for _, index in operands] + \
            [f"affine_map<{loops} -> {loops}>"] * len(outs)
        inputs = [value for value, _ in operands]
        kinds = ", ".join(out.type() for out in outs)
        results = [self.new(shape, element) for element in elements]
        name = results[0].name
        if len(outs) > 1:
            for i, result in enumerate(results):
                result.name = f"{name}#{i}"
        block = [f"%x{i}: {value.element}" for i, value in enumerate(inputs)] + \
            [f"%o{i}: {out.element}" for i, out in enumerate(outs)]
        iterators = ", ".join(['"parallel"'] * len(dims))
        self.lines += [
            f"{name}{f':{len(outs)}' if len(outs) > 1 else ''} = linalg.generic "
            f"{{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}]}} "
            f"ins({', '.join(value.name for value in inputs)} : "
            f"{', '.join(value.type() for value in inputs)}) "
            f"outs({', '.join(out.name for out in outs)} : {kinds}) {{",
            f"^bb0({', '.join(block)}):"] + body + [
            "}" + f" -> ({kinds})"]
        return results

    def convert(self, operation, value, element):
        """Of a whole tensor."""
        result = self.new(value.shape, element)
        self.lines.append(f"{result.name} = arith.{operation} {value.name} : "
                          f"{value.type()} to {result.type()}")
        return result

    def slice(self, value, begin, columns):
        result = self.new((value.shape[0], columns), value.element)
        self.lines.append(
            f"{result.name} = tensor.extract_slice {value.name}[0, {begin}] "
            f"[{value.shape[0]}, {columns}] [1, 1] : {value.type()} to {result.type()}")
        return result

    # Text -------------------------------------------------------------------

    def function(self, attributes):
        arguments = ", ".join(f"{value.name}: {value.type()}"
                              for value in self.arguments)
        types = ", ".join(value.type() for value, _ in self.results)
        names = ", ".join(value.name for value, _ in self.results)
        return [f"func.func private @{self.name}({arguments}) -> ({types}) {{",
                *(line.replace(ATTRIBUTES, f"{{{attributes}}}") for line in self.lines),
                f"return {names} : {types}", "}"]

    def constant(self, value, packed):
        """Integers of 4 bits have a byte each in memory that upstream lowers,
        and half of one for a kernel."""
        data, name = self.data[value.name], value.name
        if value.element != "i4" or not packed:
            return [f'{name} = arith.constant dense<"0x{b"".join(data).hex()}"> : '
                    f"{value.type()}"]
        pairs = [low[0] | high[0] << 4
                 for low, high in zip(data[::2], data[1::2])]
        memref = shaped("memref", value.shape, "i4")
        size = len(pairs)
        return [f"{name}c = arith.constant 0 : index",
                f'{name}b = arith.constant dense<"0x{bytes(pairs).hex()}"> : '
                f"tensor<{size}xi8>",
                f"{name}m = bufferization.to_buffer {name}b read_only : "
                f"tensor<{size}xi8> to memref<{size}xi8>",
                f"{name}v = memref.view {name}m[{name}c][] : memref<{size}xi8> to {memref}",
                f"{name} = bufferization.to_tensor {name}v restrict : {memref} "
                f"to {value.type()}"]

    def call(self, packed):
        lines = [f"func.func private @check_{self.name}() {{"]
        for value in self.arguments:
            lines += self.constant(value, packed)
        types = [value.type() for value, _ in self.results]
        results = f"%r:{len(types)}" if len(types) > 1 else "%r"
        lines.append(f"{results} = call @{self.name}("
                     f"{', '.join(value.name for value in self.arguments)}) : ("
                     f"{', '.join(value.type() for value in self.arguments)}) -> "
                     f"({', '.join(types)})")
        for i, (value, _) in enumerate(self.results):
            name = f"%r#{i}" if len(types) > 1 else "%r"
            memref = shaped("memref", value.shape, value.element)
            flat = shaped("memref", [count(value.shape)], value.element)
            any_size = f"memref<?x{value.element}>"
            lines += [f"%b{i} = bufferization.to_buffer {name} read_only : "
                      f"{value.type()} to {memref}",
                      f"%f{i} = memref.collapse_shape %b{i} [[0, 1]] : {memref} into {flat}",
                      f"%c{i} = memref.cast %f{i} : {flat} to {any_size}",
                      f"call @print_{value.element}(%c{i}) : ({any_size}) -> ()"]
        return lines + ["return", "}"]


def printer(element):
    """Prints the bits of each element."""
    bits = f"i{re.search('[0-9]+$', element)[0]}"
    lines = [f"func.func private @print_{element}(%m: memref<?x{element}>) {{",
             "%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index",
             f"%n = memref.dim %m, %c0 : memref<?x{element}>",
             "scf.for %i = %c0 to %n step %c1 {",
             f"%x = memref.load %m[%i] : memref<?x{element}>"]
    if bits != element:
        lines.append(f"%y = arith.bitcast %x : {element} to {bits}")
    name = "%x" if bits == element else "%y"
    if bits != "i64":
        lines.append(f"%w = arith.extui {name} : {bits} to i64")
        name = "%w"
    return lines + [f"func.call @printI64({name}) : (i64) -> ()",
                    "func.call @printNewline() : () -> ()", "}", "return", "}"]


def write(programs, forKernels):
    """A module whose @main prints the bits of each result's elements: with what is
    said to this project, and with integers of 4 bits as its kernels have them, or
    without."""
    elements = sorted({value.element for program in programs
                       for value, _ in program.results})
    lines = ["func.func private @printI64(i64)", "func.func private @printNewline()"]
    for element in elements:
        lines += printer(element)
    for program in programs:
        lines += program.function(program.attributes if forKernels else "") + \
            program.call(packed=forKernels)
    lines.append("func.func @main() {")
    lines += [f"call @check_{program.name}() : () -> ()" for program in programs]
    return "\n".join(lines + ["return", "}"])
