"""One cell: what it computes, the function as a front end writes it, and the one
that calls it with constants."""

import itertools
import operator
import random
import re

from elements import ALLOWED, TYPES, count, encode, get_factors, shaped

# M, N and K: multiples of tiles; others that TMA reaches, and that it does not;
# so few that a kernel has next to nothing to do.
SIZES = {"even": [(64, 64, 64), (128, 32, 64), (64, 64, 128)],
         "ragged": [(72, 40, 48), (40, 136, 32), (136, 24, 64)],
         "odd": [(33, 17, 29), (65, 13, 19), (11, 51, 43)],
         "tiny": [(1, 7, 5), (7, 1, 3), (5, 6, 1), (1, 1, 1), (3, 2, 7),
                  (1, 48, 64), (4, 72, 32)],
         "batch": [(40, 24, 48), (17, 9, 13), (1, 64, 32)]}
# Dimensions that are there beside them.
OTHERS = {"b": 3, "s": 2, "h": 2, "l": 4}
# The dimensions of A, B and C, A and B not transposed. After a colon, the form of
# a generic or of a contract.
OPERATIONS = {
    "matmul": ("mk", "kn", "mn"), "batch_matmul": ("bmk", "bkn", "bmn"),
    "batch_matmul:shared": ("bmk", "kn", "bmn"),
    # Scaled to 8 bits, as an epilogue.
    "matmul:requantised": ("mk", "kn", "mn"),
    "batch_matmul:requantised": ("bmk", "bkn", "bmn"),
    # An input is broadcast along rows, columns or both, or along the batch too.
    "matmul:row": ("k", "kn", "mn"), "matmul:column": ("mk", "k", "mn"),
    "batch_matmul:row": ("bk", "bkn", "bmn"),
    "batch_matmul:column": ("bmk", "k", "bmn"),
    "contract:dot": ("k", "k", "mn"), "generic:row": ("nk", "k", "mn"),
    "batch_reduce_matmul": ("bmk", "bkn", "mn"),
    "matvec": ("mk", "k", "m"), "vecmat": ("k", "kn", "n"),
    "batch_matvec": ("bmk", "bk", "bm"), "batch_vecmat": ("bk", "bkn", "bn"),
    "dot": ("k", "k", ""), "quantized_matmul": ("mk", "kn", "mn"),
    "quantized_batch_matmul": ("bmk", "bkn", "bmn"),
    "contract": ("mk", "kn", "mn"), "contract:batch": ("bmk", "bkn", "bmn"),
    "contract:result": ("mk", "kn", "nm"),
    "generic": ("mk", "kn", "mn"), "generic:batch": ("bmk", "bkn", "bmn"),
    # A linear layer of sequences; attention's scores of heads that lie within
    # the rows; a K in two dimensions; the transpose of a product.
    "generic:rows": ("smk", "kn", "smn"), "generic:heads": ("mhk", "hkn", "hmn"),
    "generic:depth": ("mlk", "lkn", "mn"), "generic:result": ("mk", "kn", "nm"),
    # Heads of several sequences, whose matrices lie in two dimensions.
    "generic:sequences": ("smhk", "skhn", "shmn"),
    # A K whose matrices lie in two dimensions, in another order in each factor.
    "generic:parts": ("smlk", "lskn", "mn"),
}
# Operations whose inputs' maps, and whose casts, are theirs to choose.
MAPPED = ("matmul", "batch_matmul", "batch_reduce_matmul", "contract", "generic")
ZERO_POINTS = (3, -5)
# What requantised sums are multiplied by, and the bits that go.
MULTIPLIER, SHIFT = 3, 14


class Cell:
    def __init__(self, operation, kind, types, layout, size):
        self.operation, self.form = operation, operation.split(":")[0]
        self.kind, self.types, self.layout, self.size = kind, types, layout, size
        self.a, self.b, self.c, self.limit = TYPES[types]
        self.requantised = operation.endswith(":requantised")
        self.result = "i8" if self.requantised else self.c
        self.name = "_".join([operation, types, layout, size, kind]).replace(
            ":", "_").replace("-", "_")
        self.random = random.Random(self.name)
        m, n, k = self.random.choice(SIZES[size])
        self.sizes = dict(OTHERS, m=m, n=n, k=k)
        if "l" in "".join(OPERATIONS[operation]) and k % 4 == 0:
            self.sizes["k"] //= 4
        dims = list(OPERATIONS[operation])
        for i in range(2):
            if layout[i] == "t" and len(dims[i]) > 1:
                dims[i] = dims[i][:-2] + dims[i][-1] + dims[i][-2]
        self.dims = dims
        self.accumulates = self.random.random() < 0.5
        # Of A and B each a dimension whose indices all lie in one place, and
        # whether the types say so.
        chance = random.Random("repeated" + self.name)
        self.repeated = [chance.randrange(len(dims[i])) for i in range(2)]
        self.dynamic = kind == "repeated" and chance.random() < 0.5
        # Of a subview, elements before each row and behind it.
        self.padding = 0 if kind != "subview" else \
            3 if size in ("odd", "tiny") else 16

    def shape(self, operand):
        return [self.sizes[dim] for dim in self.dims[operand]]

    # What it computes -------------------------------------------------------

    def make(self):
        """Flat lists of A, B, C as it was and as it is to be."""
        draw = lambda operand, low, high: [
            self.random.randint(low, high) for _ in range(count(self.shape(operand)))]
        self.data = [draw(0, *get_factors(self.types, 0)),
                     draw(1, *get_factors(self.types, 1))]
        if self.kind == "repeated":
            for operand, dim in enumerate(self.repeated):
                at = dict(zip(itertools.product(*map(range, self.shape(operand))),
                              self.data[operand]))
                self.data[operand] = [at[index[:dim] + (0,) + index[dim + 1:]]
                                      for index in at]
        before = draw(2, -9, 9) if self.accumulates else [0] * count(self.shape(2))
        inner = sorted(set(self.dims[0] + self.dims[1]) - set(self.dims[2]))
        over_a, over_b = self.offsets(0, inner), self.offsets(1, inner)
        at_a, at_b = self.offsets(0, self.dims[2]), self.offsets(1, self.dims[2])
        a, b = self.data
        if self.form.startswith("quantized"):
            a, b = ([x - zero for x in data]
                    for data, zero in zip(self.data, ZERO_POINTS))
        rows = {i: [a[i + p] for p in over_a] for i in set(at_a)}
        columns = {j: [b[j + q] for q in over_b] for j in set(at_b)}
        wanted = [c + sum(map(operator.mul, rows[i], columns[j]))
                  for c, i, j in zip(before, at_a, at_b)]
        if self.requantised:
            wanted = [max(-128, min(127, s * MULTIPLIER + (1 << SHIFT - 1) >> SHIFT))
                      for s in wanted]
        return before, wanted

    def offsets(self, operand, dims):
        """What each index along these dimensions adds to the operand's."""
        steps, step = dict.fromkeys(dims, 0), 1
        for dim in reversed(self.dims[operand]):
            if dim in steps:
                steps[dim] = step
            step *= self.sizes[dim]
        return [sum(index * steps[dim] for dim, index in zip(dims, at))
                for at in itertools.product(*(range(self.sizes[dim])
                                              for dim in dims))]

    # The function -----------------------------------------------------------

    def parent(self, operand):
        """The shape of the buffer that the operand is a part of, and where it
        begins there."""
        shape = self.shape(operand)
        if not self.padding or not shape:
            return shape, [0] * len(shape)
        around = [1] * (len(shape) - 1) + [self.padding]
        return [size + 2 * more for size, more in zip(shape, around)], around

    def type(self, operand):
        """Of the function's argument."""
        if self.dynamic and self.isView(operand):
            return re.sub("strided<.*", lambda layout: re.sub(
                r"-?\d+", "?", layout[0]), self.placed(operand))
        return self.placed(operand)

    def placed(self, operand):
        """The type, with its place in the buffer."""
        element = (self.a, self.b, self.c)[operand]
        if self.kind == "tensor":
            return shaped("tensor", self.shape(operand), element)
        parent, begin = self.parent(operand)
        if self.kind == "memref" or not parent or not self.isView(operand):
            return shaped("memref", parent, element)
        steps = [count(parent[i + 1:]) for i in range(len(parent))]
        if self.kind == "flipped":
            steps = [-step if i in self.flips(operand) else step
                     for i, step in enumerate(steps)]
            begin = [size - 1 if step < 0 else 0 for size, step in zip(parent, steps)]
        if self.kind == "repeated":
            steps[self.repeated[operand]] = 0
        if self.kind == "columns":
            steps[-2:] = [1, parent[-2]]
        offset = sum(at * abs(step) for at, step in zip(begin, steps))
        return shaped("memref", self.shape(operand), element)[:-1] + \
            f", strided<{steps}, offset: {offset}>>"

    def isView(self, operand):
        """Whether the operand is not a whole buffer as it lies."""
        if self.kind == "repeated":
            return operand < 2
        return self.kind != "columns" or operand < 2 and len(self.dims[operand]) > 1

    def flips(self, operand):
        """The dimensions along which a flipped operand is stored backwards: the
        rows, and what vectors could have held."""
        rank = len(self.dims[operand])
        return {rank - 2, rank - 1} if self.size in ("odd", "tiny") else {rank - 2}

    def maps(self):
        loops = sorted(set("".join(self.dims)), key="bshmnlk".index)
        maps = ", ".join(f"affine_map<({', '.join(loops)}) -> ({', '.join(dims)})>"
                         for dims in self.dims)
        iterators = ", ".join('"parallel"' if dim in self.dims[2] else
                              '"reduction"' for dim in loops)
        return f"indexing_maps = [{maps}]", f"iterator_types = [{iterators}]"

    def body(self):
        kind = "f" if self.c[0] in "bf" else "i"
        cast = "extf" if kind == "f" else \
            "extui" if self.types == "u8" else "extsi"
        lines, factors = [f"^bb0(%x: {self.a}, %y: {self.b}, %z: {self.c}):"], []
        for name, element in (("%x", self.a), ("%y", self.b)):
            if element != self.c:
                lines.append(f"{name}c = arith.{cast} {name} : {element} to {self.c}")
                name += "c"
            factors.append(name)
        return lines + [f"%p = arith.mul{kind} {', '.join(factors)} : {self.c}",
                        f"%s = arith.add{kind} %z, %p : {self.c}",
                        f"linalg.yield %s : {self.c}"]

    def product(self, config):
        types = [self.type(i) for i in range(3)]
        values, inputs = "%a, %b", f"{types[0]}, {types[1]}"
        result, tail = ("%r = ", f" -> {types[2]}") if self.kind == "tensor" \
            else ("", "")
        lines = []
        if self.form.startswith("quantized"):
            lines = [f"%z{i} = arith.constant {zero} : i32"
                     for i, zero in enumerate(ZERO_POINTS)]
            values, inputs = values + ", %z0, %z1", inputs + ", i32, i32"
        operands = f"ins({values} : {inputs}) outs(%i : {types[2]})"
        maps, iterators = self.maps()
        allowed = [f'autotune.allow_tf32 = "{ALLOWED[self.types]}"'] \
            if self.types in ALLOWED else []
        if self.form == "generic":
            more = f" attrs = {{{allowed[0]}}}" if allowed else ""
            return lines + [f"{result}linalg.generic {{{maps}, {iterators}}} "
                            f"{operands}{more} {{"] + self.body() + ["}" + tail]
        plain = self.layout == "nn" and ":" not in self.operation
        if self.form == "contract" or not plain:
            values = f" {maps}"
        else:
            values = ""
        attributes = ["cast = #linalg.type_fn<cast_unsigned>"] \
            if self.types == "u8" else []
        attributes += allowed
        if config:
            attributes.append(f"autotune.config = #autotune.config<{config}>")
        return lines + [f"{result}linalg.{self.form}{values} "
                        f"{{{', '.join(attributes)}}} {operands}{tail}"]

    def result_type(self):
        return shaped("tensor", self.shape(2), self.result)

    def requantise(self):
        """%r as %q, in integers alone, as tosa.rescale has it."""
        dims = ", ".join(f"d{i}" for i in range(len(self.dims[2])))
        maps = ", ".join([f"affine_map<({dims}) -> ({dims})>"] * 2)
        iterators = ", ".join(['"parallel"'] * len(self.dims[2]))
        constants = (("multiplier", MULTIPLIER, "i64"), ("shift", SHIFT, "i64"),
                     ("half", 1 << SHIFT - 1, "i64"), ("low", -128, "i32"),
                     ("high", 127, "i32"))
        return [f"%{name} = arith.constant {value} : {type}"
                for name, value, type in constants] + [
            f"%o = tensor.empty() : {self.result_type()}",
            f"%q = linalg.generic {{indexing_maps = [{maps}], iterator_types = "
            f"[{iterators}]}} ins(%r : {self.type(2)}) outs(%o : "
            f"{self.result_type()}) {{",
            "^bb0(%s: i32, %out: i8):", "%w0 = arith.extsi %s : i32 to i64",
            "%w1 = arith.muli %w0, %multiplier : i64",
            "%w2 = arith.addi %w1, %half : i64",
            "%w3 = arith.shrsi %w2, %shift : i64",
            "%w4 = arith.trunci %w3 : i64 to i32",
            "%w5 = arith.maxsi %w4, %low : i32",
            "%w6 = arith.minsi %w5, %high : i32",
            "%w7 = arith.trunci %w6 : i32 to i8", "linalg.yield %w7 : i8",
            f"}} -> {self.result_type()}"]

    def function(self, config):
        types = [self.type(i) for i in range(3)]
        arguments = ", ".join(f"%{name}: {type}" for name, type in zip("abc", types))
        result = f" -> {self.result_type()}" if self.kind == "tensor" else ""
        zero = "0.0" if self.c[0] in "bf" else "0"
        lines = [f"func.func private @{self.name}({arguments}){result} {{"]
        if not self.accumulates:
            fill = f"linalg.fill ins(%zero : {self.c}) outs(%c : {types[2]})"
            lines += [f"%zero = arith.constant {zero} : {self.c}",
                      f"%i = {fill} -> {types[2]}" if result else fill]
        name = "%c" if self.accumulates or not result else "%i"
        lines += [line.replace("outs(%i", f"outs({name}") for line in self.product(config)]
        if self.requantised:
            return lines + self.requantise() + [
                f"return %q : {self.result_type()}", "}"]
        return lines + [f"return %r : {types[2]}" if result else "return", "}"]

    # Its call ---------------------------------------------------------------

    def constant(self, name, operand, values, padding=b""):
        """A constant of the operand, or of the buffer that it is a part of."""
        element = (self.a, self.b, self.result if name == "want" else self.c)[operand]
        parent, begin = self.parent(operand)
        data = [encode(element, value) for value in values]
        if self.kind == "flipped":
            flips, shape = self.flips(operand), self.shape(operand)
            at = dict(zip(itertools.product(*map(range, shape)), data))
            data = [at[tuple(size - 1 - i if dim in flips else i for dim, (i, size)
                             in enumerate(zip(index, shape)))] for index in at]
        elif self.kind == "columns" and self.isView(operand):
            shape = self.shape(operand)
            at = dict(zip(itertools.product(*map(range, shape)), data))
            shape[-2:] = shape[:-3:-1]
            data = [at[index[:-2] + index[:-3:-1]]
                    for index in itertools.product(*map(range, shape))]
        elif parent != self.shape(operand):
            ends = [(at, at + size) for at, size in zip(begin, self.shape(operand))]
            inside, fill = iter(data), padding * len(data[0])
            data = [next(inside) if all(low <= at < high for at, (low, high) in
                                        zip(index, ends)) else fill
                    for index in itertools.product(*map(range, parent))]
        if name == "want":
            parent = [len(data)]
        tensor = shaped("tensor", parent, element)
        return [f'%{name} = arith.constant dense<"0x{b"".join(data).hex()}"> : '
                f"{tensor}"]

    def view(self, operand, name, memref):
        shape, type = self.shape(operand), self.placed(operand)
        begin = self.parent(operand)[1]
        if self.kind == "subview":
            return (f"%{name}v = memref.subview %{name}m{begin} {shape} "
                    f"{[1] * len(begin)} : {memref} to {type}")
        strides, offset = re.search(r"strided<(.*), offset: (\d+)>", type).groups()
        result = f"%{name}w" if self.dynamic else f"%{name}v"
        line = (f"{result} = memref.reinterpret_cast %{name}m to offset: [{offset}], "
                f"sizes: {shape}, strides: {strides} : {memref} to {type}")
        return line if not self.dynamic else \
            line + f"\n%{name}v = memref.cast {result} : {type} to {self.type(operand)}"

    def call(self):
        before, wanted = self.make()
        guard = b"\x5a"
        lines = [f"func.func private @check_{self.name}() {{"]
        for name, operand, values in (("a", 0, self.data[0]), ("b", 1, self.data[1]),
                                      ("c", 2, before)):
            lines += self.constant(name, operand, values,
                                   guard if name == "c" else b"\xff")
        lines += self.constant("want", 2, wanted, guard)
        types = [self.type(i) for i in range(3)]
        names = ["%a", "%b", "%c"]
        if self.kind != "tensor":
            for i, name in enumerate("abc"):
                element = (self.a, self.b, self.c)[i]
                parent, begin = self.parent(i)
                tensor = shaped("tensor", parent, element)
                memref = shaped("memref", parent, element)
                lines += [f"%{name}r = bufferization.to_buffer %{name} read_only : "
                          f"{tensor} to {memref}",
                          f"%{name}m = gpu.alloc host_shared () : {memref}",
                          f"memref.copy %{name}r, %{name}m : {memref} to {memref}"]
                names[i] = f"%{name}m"
                if memref != types[i]:
                    names[i] = f"%{name}v"
                    lines.append(self.view(i, name, memref))
        call = f"call @{self.name}({', '.join(names)}) : ({', '.join(types)}) -> "
        parent = self.parent(2)[0]
        memref, flat = (shaped("memref", shape, self.result)
                        for shape in (parent, [count(parent)]))
        if self.kind == "tensor":
            result = self.result_type()
            lines += [f"%r = {call}{result}", "%cm = bufferization.to_buffer %r "
                      f"read_only : {result} to {memref}"]
        else:
            lines.append(call + "()")
        got = "%cm"
        if len(parent) != 1:
            how = "collapse" if parent else "expand"
            groups = [list(range(len(parent)))] if parent else []
            shape = "" if parent else " output_shape [1]"
            got = "%flat"
            lines.append(f"%flat = memref.{how}_shape %cm {groups}{shape} : "
                         f"{memref} into {flat}")
        any_size = f"memref<?x{self.result}>"
        size = count(parent)
        return lines + [
            f"%got = memref.cast {got} : {flat} to {any_size}",
            f"%wantr = bufferization.to_buffer %want read_only : "
            f"tensor<{size}x{self.result}> to {flat}",
            f"%wanted = memref.cast %wantr : {flat} to {any_size}",
            f"call @compare_{self.result}(%got, %wanted) : ({any_size}, {any_size}) -> ()",
            "return", "}"]
