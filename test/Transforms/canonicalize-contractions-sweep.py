# Contractions made up at random: any number of dimensions, in any order, on
# tensors and memrefs, static and dynamic; some with bodies that use values from
# outside, some of inputs that were transposed. Computed on the CPU, what the pass
# makes of them is to the digit what they were. The script with a number
# as its argument makes up others.
#
# RUN: %python %s > %t.mlir
# RUN: autotune-opt %t.mlir -autotune-compile=format=sim | %run_sim \
# RUN:   | sed 's/base@ = 0x[0-9a-f]*//' > %t.before
# RUN: FileCheck %s --check-prefix=PRINTED < %t.before
# PRINTED-COUNT-90: data =
#
# RUN: autotune-opt %t.mlir --autotune-canonicalize-contractions -o %t.views.mlir
# RUN: autotune-opt %t.views.mlir -autotune-compile=format=sim | %run_sim \
# RUN:   | sed 's/base@ = 0x[0-9a-f]*//' | diff %t.before -
#
# With copies no contraction of tensors is left.
# RUN: autotune-opt %t.mlir --autotune-canonicalize-contractions=allow-copies \
# RUN:   --remarks-filter=autotune -o %t.copies.mlir > %t.left 2>&1
# RUN: not grep 'Function=tensor' %t.left
# RUN: not grep 'Function=transposed' %t.left
# RUN: grep 'Function=memref' %t.left
# RUN: grep -c 'Function=scaled' %t.left | grep -x 10
# RUN: grep -c 'Function=shifted' %t.left | grep -x 4
# RUN: autotune-opt %t.copies.mlir -autotune-compile=format=sim | %run_sim \
# RUN:   | sed 's/base@ = 0x[0-9a-f]*//' | diff %t.before -

# With transposes folded, those before a product of matrices are in its maps.
# RUN: autotune-opt %t.mlir --autotune-canonicalize-contractions="allow-copies fold-transposes" -o %t.folded.mlir
# RUN: autotune-opt %t.folded.mlir -autotune-compile=format=sim | %run_sim \
# RUN:   | sed 's/base@ = 0x[0-9a-f]*//' | diff %t.before -
# RUN: bash -c 'test $(grep -c linalg.transpose %t.folded.mlir) -lt $(grep -c linalg.transpose %t.copies.mlir)'

import random
import sys

CASES = 60
# Of each, beside these: products that are scaled by a captured value, which are
# left; factors that one is subtracted from, which are left on memrefs (four of
# them); and products of transposes.
OTHERS = 10
# Of A, B and the result; the conversion of A and B, and the operations.
TYPES = [("f32", "f32", "f32", None), ("f16", "f32", "f32", "extf"),
         ("i32", "i32", "i32", None), ("i8", "i8", "i32", "extsi"),
         ("i8", "i8", "i32", "extui"), ("i8", "i16", "i64", "extsi")]
PRINTERS = {"f32": "F32", "i32": "I32", "i64": "I64"}


def dense(shape, element, rng):
    """A literal of small numbers, whose sums of products are exact."""
    if not shape:
        value = rng.randint(-3, 3)
        return f"{value}.0" if element[0] == "f" else str(value)
    parts = [dense(shape[1:], element, rng) for _ in range(shape[0])]
    return "[" + ", ".join(parts) + "]"


def typed(kind, shape, element):
    return f"{kind}<{''.join(f'{size}x' for size in shape)}{element}>"


class Case:
    def __init__(self, number, rng, variety=None):
        self.rng, self.variety = rng, variety
        self.kind = rng.choice(["tensor", "tensor", "memref"])
        if variety == "transposed":
            self.kind = "tensor"
        self.name = f"{variety or self.kind}_{number}"
        roles = (["b"] * rng.choice([0, 0, 1, 2]) +
                 ["m"] * rng.choice([0, 1, 1, 2]) +
                 ["n"] * rng.choice([0, 1, 1, 2]) +
                 ["k"] * rng.choice([1, 1, 1, 2]))
        rng.shuffle(roles)
        self.roles = roles
        self.sizes = [rng.choice([1, 2, 2, 3, 4]) for _ in roles]
        self.dims = [self.pick("bmk"), self.pick("bkn"), self.pick("bmn")]
        self.types = rng.choice(TYPES[2:] if variety == "shifted" else TYPES)
        self.permutations = [list(range(len(dims))) for dims in self.dims]
        if variety == "transposed":
            for permutation in self.permutations[:2]:
                rng.shuffle(permutation)

    def pick(self, roles):
        """The loops of an operand: as they come, or in any order."""
        dims = [i for i, role in enumerate(self.roles) if role in roles]
        if self.rng.random() < 0.5:
            dims.sort(key=lambda i: roles.index(self.roles[i]))
        elif self.rng.random() < 0.7:
            self.rng.shuffle(dims)
        return dims

    def shape(self, operand):
        return [self.sizes[i] for i in self.dims[operand]]

    def stored(self, operand):
        """What is to be transposed, or the operand's shape."""
        shape = self.shape(operand)
        places = self.permutations[operand]
        return [shape[places.index(i)] for i in range(len(shape))]

    def transposes(self, types):
        """What the product's inputs are called, and the lines that make them."""
        names, lines = [], []
        for operand, name in enumerate("ab"):
            permutation = self.permutations[operand]
            if permutation == sorted(permutation):
                names.append(f"%{name}")
                continue
            names.append(f"%{name}t")
            lines += [f"%{name}e = tensor.empty() : {types[operand]}",
                      f"%{name}t = linalg.transpose ins(%{name} : "
                      f"{self.arguments[operand]}) outs(%{name}e : "
                      f"{types[operand]}) permutation = {permutation}"]
        return names, lines

    def body(self):
        cast = self.types[3]
        result = self.types[2]
        kind = "f" if result[0] == "f" else "i"
        lines, factors = [], []
        for name, element in (("%x", self.types[0]), ("%y", self.types[1])):
            if element != result:
                lines.append(f"{name}c = arith.{cast} {name} : "
                             f"{element} to {result}")
                name += "c"
            if self.variety == "shifted":
                lines.append(f"{name}s = arith.subi {name}, %s{len(factors)} : "
                             f"{result}")
                name += "s"
            factors.append(name)
        terms = ["%z", "%p"]
        self.rng.shuffle(factors)
        self.rng.shuffle(terms)
        lines.append(f"%p = arith.mul{kind} {', '.join(factors)} : {result}")
        if self.variety == "scaled":
            lines.append(f"%q = arith.mul{kind} %p, %s0 : {result}")
            terms[terms.index("%p")] = "%q"
        lines.append(f"%s = arith.add{kind} {', '.join(terms)} : {result}")
        return lines + [f"linalg.yield %s : {result}"]

    def generic(self, types):
        loops = ", ".join(f"d{i}" for i in range(len(self.roles)))
        maps = ", ".join(
            f"affine_map<({loops}) -> ({', '.join(f'd{i}' for i in dims)})>"
            for dims in self.dims)
        iterators = ", ".join('"reduction"' if role == "k" else '"parallel"'
                              for role in self.roles)
        head = "%r = " if self.kind == "tensor" else ""
        tail = f" -> {types[2]}" if self.kind == "tensor" else ""
        a, b, c, _ = self.types
        names, lines = self.transposes(types)
        if self.variety in ("scaled", "shifted"):
            ending = ".0" if c[0] == "f" else ""
            lines += [f"%s{i} = arith.constant {value}{ending} : {c}"
                      for i, value in enumerate((3, -2))]
        return (lines + [f"{head}linalg.generic {{indexing_maps = [{maps}], "
                 f"iterator_types = [{iterators}]}}",
                 f"  ins({', '.join(names)} : {types[0]}, {types[1]}) "
                 f"outs(%c : {types[2]}) {{",
                 f"^bb0(%x: {a}, %y: {b}, %z: {c}):"] +
                ["  " + line for line in self.body()] + ["}" + tail])

    def elementwise(self, types):
        """What may come after the contraction: C is added once more."""
        rank = len(self.dims[2])
        loops = ", ".join(f"d{i}" for i in range(rank))
        result, kind = self.types[2], "f" if self.types[2] == "f32" else "i"
        identity = f"affine_map<({loops}) -> ({loops})>"
        iterators = ", ".join(['"parallel"'] * rank)
        return [f"%e = linalg.generic {{indexing_maps = "
                f"[{', '.join([identity] * 3)}], "
                f"iterator_types = [{iterators}]}}",
                f"  ins(%r, %c : {types[2]}, {types[2]}) "
                f"outs(%c : {types[2]}) {{",
                f"^bb0(%x: {result}, %y: {result}, %z: {result}):",
                f"  %s = arith.add{kind} %x, %y : {result}",
                f"  linalg.yield %s : {result}",
                f"}} -> {types[2]}"]

    def function(self):
        """Takes A, B and C, of which any size may be unknown."""
        types = []
        for operand in range(3):
            known = 1 if self.variety == "transposed" else 0.8
            shape = [size if self.rng.random() < known else "?"
                     for size in self.shape(operand)]
            types.append(typed(self.kind, shape, self.types[operand]))
        self.arguments = types
        if self.variety == "transposed":
            self.arguments = [typed(self.kind, self.stored(operand), element)
                              for operand, element in enumerate(self.types[:3])]
        result = f" -> {types[2]}" if self.kind == "tensor" else ""
        arguments = ", ".join(f"%{name}: {type}"
                              for name, type in zip("abc", self.arguments))
        lines = self.generic(types)
        last = f"return %r : {types[2]}" if result else "return"
        if result and self.rng.random() < 0.5:
            lines += self.elementwise(types)
            last = f"return %e : {types[2]}"
        return ([f"func.func @{self.name}({arguments}){result} {{"] +
                ["  " + line for line in lines + [last]] + ["}"])

    def call(self):
        """In @main: constants of all sizes, cast to what is known of them."""
        lines, values = [], []
        n = self.name
        for operand, name in enumerate("abc"):
            shape, element = self.stored(operand), self.types[operand]
            tensor = typed("tensor", shape, element)
            value = f"%{n}_{name}"
            lines.append(f"{value}t = arith.constant dense<"
                         f"{dense(shape, element, self.rng)}> : {tensor}")
            if self.kind == "memref":
                memref = typed("memref", shape, element)
                lines += [f"{value}r = bufferization.to_buffer {value}t "
                          f"read_only : {tensor} to {memref}",
                          f"{value}m = memref.alloc() : {memref}",
                          f"memref.copy {value}r, {value}m : "
                          f"{memref} to {memref}"]
            static = typed(self.kind, shape, element)
            lines.append(f"{value} = {self.kind}.cast {value}{self.kind[0]} : "
                         f"{static} to {self.arguments[operand]}")
            values.append(value)
        operands, types = ", ".join(values), ", ".join(self.arguments)
        printed = PRINTERS[self.types[2]]
        memref = self.arguments[2].replace("tensor", "memref")
        result = f"%{n}_c"
        if self.kind == "tensor":
            lines += [f"%{n}_o = call @{n}({operands}) : ({types}) -> "
                      f"{self.arguments[2]}",
                      f"%{n}_p = bufferization.to_buffer %{n}_o read_only : "
                      f"{self.arguments[2]} to {memref}"]
            result = f"%{n}_p"
        else:
            lines.append(f"call @{n}({operands}) : ({types}) -> ()")
        unranked = f"memref<*x{self.types[2]}>"
        return lines + [
            f"%{n}_u = memref.cast {result} : {memref} to {unranked}",
            f"call @printMemref{printed}(%{n}_u) : ({unranked}) -> ()"]


def main():
    rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    cases = [Case(number, rng) for number in range(CASES)]
    cases += [Case(number, rng, variety) for number in range(OTHERS)
              for variety in ("scaled", "shifted", "transposed")]
    lines = [f"func.func private @printMemref{name}(memref<*x{element}>)"
             for element, name in PRINTERS.items()]
    for case in cases:
        lines += case.function()
    lines.append("func.func @main() {")
    for case in cases:
        lines += ["  " + line for line in case.call()]
    print("\n".join(lines + ["  return", "}"]))


main()
