# Products of inputs that were widened and moved at random: transposed, reshaped,
# cut, padded, broadcast, scaled, in any order, on tensors and on memrefs. Computed
# on the CPU, products of the narrow values are to the digit what the wide ones
# were. The script with a number as its argument makes up others.
#
# RUN: %python %s > %t.mlir
# RUN: autotune-opt %t.mlir --convert-elementwise-to-linalg -autotune-compile=format=sim | %run_sim \
# RUN:   | sed 's/base@ = 0x[0-9a-f]*//' > %t.before
# RUN: FileCheck %s --check-prefix=PRINTED < %t.before
# PRINTED-COUNT-60: data =
#
# Every product of tensors is narrowed.
# RUN: autotune-opt %t.mlir --autotune-canonicalize-contractions="fold-transposes fold-scales" \
# RUN:   --remarks-filter=autotune -o %t.narrow.mlir > %t.remarks 2>&1
# RUN: grep -c 'Remark="multiplies' %t.remarks | grep -x 60
# RUN: autotune-opt %t.narrow.mlir --convert-elementwise-to-linalg -autotune-compile=format=sim | %run_sim \
# RUN:   | sed 's/base@ = 0x[0-9a-f]*//' | diff %t.before -
#
# Of memrefs some are.
# RUN: autotune-opt %t.mlir --convert-elementwise-to-linalg \
# RUN:   --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
# RUN:   --autotune-canonicalize-contractions --remarks-filter=autotune -o %t.buffers.mlir > %t.remarks 2>&1
# RUN: grep 'Remark="multiplies' %t.remarks
# RUN: autotune-opt %t.buffers.mlir -autotune-compile=format=sim | %run_sim \
# RUN:   | sed 's/base@ = 0x[0-9a-f]*//' | diff %t.before -

import random
import sys

CASES = 60
# Of A and of B: the narrow type, and the way to the wide one.
TYPES = [
    (("bf16", [("extf", "f32")]), ("bf16", [("extf", "f32")])),
    (("f16", [("extf", "f32")]), ("f16", [("extf", "f64"), ("truncf", "f32")])),
    (("f16", [("extf", "f32")]), ("i8", [("sitofp", "f32")])),
    (("i8", [("sitofp", "f32")]), ("i8", [("extsi", "i16"), ("sitofp", "f32")])),
    (("i8", [("extsi", "i32")]), ("i8", [("extsi", "i16"), ("extsi", "i32")])),
    (("i8", [("extui", "i32")]), ("i8", [("extui", "i16"), ("extsi", "i32")]))]


def dense(shape, element, rng):
    """A literal of small numbers, whose sums of products are exact."""
    if not shape:
        value = rng.randint(-3, 3)
        return str(value) if element[0] == "i" else f"{value}.0"
    return "[" + ", ".join(dense(shape[1:], element, rng)
                           for _ in range(shape[0])) + "]"


def tensor(shape, element):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def dims(count):
    return ", ".join(f"d{i}" for i in range(count))


class Input:
    """The lines that make one input, from the last to the first."""

    def __init__(self, name, shape, kind, rng):
        self.name, self.shape, self.rng, self.made = name, list(shape), rng, 0
        narrow, conversions = kind
        self.element = conversions[-1][1]
        steps = [("convert", conversion) for conversion in conversions]
        # Whatever moves elements may stand anywhere between the conversions.
        for _ in range(rng.randint(0, 4)):
            steps.insert(rng.randint(0, len(steps)), ("move", None))
        self.lines, self.value = [], f"%{name}"
        for i in reversed(range(len(steps))):
            step, conversion = steps[i]
            if step == "move":
                self.move()
            else:
                before = next((to[1] for kind, to in reversed(steps[:i])
                               if kind == "convert"), narrow)
                self.convert(conversion[0], before)
        self.argument = tensor(self.shape, self.element)
        self.values = dense(self.shape, self.element, rng)
        self.lines.append(f"{self.value} = tensor.cast %{name}_in : "
                          f"{self.argument} to {self.argument}")
        self.lines.reverse()

    def next(self, shape, element=None):
        """The type and value that the line reads, which comes to be next."""
        self.made += 1
        value = f"%{self.name}{self.made}"
        result, self.value, self.shape = self.value, value, list(shape)
        self.element = element or self.element
        return result, value, tensor(self.shape, self.element)

    def each(self, shape, operation, before):
        """A linalg.generic that permutes or broadcasts."""
        shape_out, element_out = list(self.shape), self.element
        source, index = shape
        result, value, of = self.next(source, before)
        to = tensor(shape_out, element_out)
        body = [f"^bb0(%x: {self.element}, %o: {element_out}):"] + operation + ["}"]
        kinds = ", ".join(['"parallel"'] * len(shape_out))
        count = dims(len(shape_out))
        maps = f"affine_map<({count}) -> ({index})>, affine_map<({count}) -> ({count})>"
        self.lines.append("\n".join(
            [f"{result}_e = tensor.empty() : {to}",
             f"{result} = linalg.generic {{indexing_maps = [{maps}], iterator_types = "
             f"[{kinds}]}} ins({value} : {of}) outs({result}_e : {to}) {{"] + body) +
            f" -> {to}")

    def permute(self):
        """A shape and how the output's loops index it."""
        order = list(range(len(self.shape)))
        self.rng.shuffle(order)
        return [self.shape[i] for i in order], ", ".join(f"d{i}" for i in order)

    def convert(self, operation, before):
        line = f"%y = arith.{operation} %x : {before} to {self.element}"
        if self.rng.random() < 0.6:
            how = self.permute() if self.rng.random() < 0.4 else \
                (list(self.shape), dims(len(self.shape)))
            self.each(how, [line, f"linalg.yield %y : {self.element}"], before)
            return
        to = tensor(self.shape, self.element)
        result, value, of = self.next(self.shape, before)
        self.lines.append(f"{result} = arith.{operation} {value} : {of} to {to}")

    def move(self):
        element, to = self.element, tensor(self.shape, self.element)
        shape, rank = list(self.shape), len(self.shape)
        how = self.rng.choice(["permute", "transpose", "broadcast", "collapse", "expand",
                               "slice", "pad", "scale"])
        yields = [f"linalg.yield %x : {element}"]
        if how == "permute":
            self.each(self.permute(), yields, element)
        elif how == "scale" and element in ("f32", "f64"):
            factor = self.rng.choice(["0.5", "2.0", "3.0"])
            self.each((shape, dims(rank)), [
                f"%f = arith.constant {factor} : {element}",
                f"%y = arith.mulf %x, %f : {element}",
                f"linalg.yield %y : {element}"], element)
        elif how == "broadcast" and rank > 1:
            left = sorted(self.rng.sample(range(rank), rank - 1))
            self.each(([shape[i] for i in left],
                       ", ".join(f"d{i}" for i in left)), yields, element)
        elif how == "transpose" and rank > 1:
            order = self.rng.sample(range(rank), rank)
            before = [0] * rank
            for i, source in enumerate(order):
                before[source] = shape[i]
            result, value, of = self.next(before)
            self.lines.append(
                f"{result}_e = tensor.empty() : {to}\n{result} = linalg.transpose "
                f"ins({value} : {of}) outs({result}_e : {to}) permutation = {order}")
        elif how == "collapse" and rank < 4:
            dim = self.rng.randrange(rank)
            part = self.rng.choice([size for size in range(1, shape[dim] + 1)
                                    if shape[dim] % size == 0])
            before = shape[:dim] + [part, shape[dim] // part] + shape[dim + 1:]
            groups = [[i] for i in range(dim)] + [[dim, dim + 1]] + \
                [[i + 1] for i in range(dim + 1, rank)]
            result, value, of = self.next(before)
            self.lines.append(f"{result} = tensor.collapse_shape {value} {groups} : "
                              f"{of} into {to}")
        elif how == "expand" and rank > 1:
            dim = self.rng.randrange(rank - 1)
            before = shape[:dim] + [shape[dim] * shape[dim + 1]] + shape[dim + 2:]
            groups = [[i] for i in range(dim)] + [[dim, dim + 1]] + \
                [[i] for i in range(dim + 2, rank)]
            result, value, of = self.next(before)
            self.lines.append(f"{result} = tensor.expand_shape {value} {groups} "
                              f"output_shape {shape} : {of} into {to}")
        elif how == "slice":
            begin = [self.rng.randint(0, 1) for _ in shape]
            before = [size + at for size, at in zip(shape, begin)]
            result, value, of = self.next(before)
            self.lines.append(f"{result} = tensor.extract_slice {value}{begin} {shape} "
                              f"{[1] * rank} : {of} to {to}")
        elif how == "pad" and min(shape) > 1:
            more = [self.rng.randint(0, 1) for _ in shape]
            before = [size - at for size, at in zip(shape, more)]
            block = ", ".join(f"%i{i}: index" for i in range(rank))
            zero = "0" if element[0] == "i" else "0.0"
            result, value, of = self.next(before)
            self.lines.append(
                f"{result}_z = arith.constant {zero} : {element}\n"
                f"{result} = tensor.pad {value} low{[0] * rank} high{more} {{\n"
                f"^bb0({block}):\ntensor.yield {result}_z : {element}\n}} : {of} to {to}")


class Case:
    def __init__(self, number, rng):
        self.name = f"case{number}"
        kinds = list(rng.choice(TYPES))
        rng.shuffle(kinds)
        m, n, k = (rng.choice([2, 3, 4, 6]) for _ in range(3))
        self.inputs = [Input("a", [m, k], kinds[0], rng),
                       Input("b", [k, n], kinds[1], rng)]
        self.result = kinds[0][1][-1][1]
        self.types = [tensor(shape, self.result)
                      for shape in ([m, k], [k, n], [m, n])]
        self.zero = rng.random() < 0.5
        self.init = dense([m, n], self.result, rng)

    def function(self):
        a, b = self.inputs
        zero = "0" if self.result[0] == "i" else "0.0"
        lines = [f"func.func @{self.name}(%a_in: {a.argument}, %b_in: {b.argument}, "
                 f"%c: {self.types[2]}) -> {self.types[2]} {{", *a.lines, *b.lines]
        if self.zero:
            lines += [f"%z = arith.constant {zero} : {self.result}",
                      f"%i = linalg.fill ins(%z : {self.result}) outs(%c : "
                      f"{self.types[2]}) -> {self.types[2]}"]
        init = "%i" if self.zero else "%c"
        return lines + [
            f"%r = linalg.matmul ins(%a, %b : {self.types[0]}, {self.types[1]}) "
            f"outs({init} : {self.types[2]}) -> {self.types[2]}",
            f"return %r : {self.types[2]}", "}"]

    def call(self):
        lines = [f"%{self.name}_{each.name} = arith.constant dense<{each.values}> : "
                 f"{each.argument}" for each in self.inputs]
        n = self.name
        arguments = ", ".join([each.argument for each in self.inputs] + [self.types[2]])
        memref = self.types[2].replace("tensor", "memref")
        any_rank = f"memref<*x{self.result}>"
        return lines + [
            f"%{n}_c = arith.constant dense<{self.init}> : {self.types[2]}",
            f"%{n}_r = call @{n}(%{n}_a, %{n}_b, %{n}_c) : ({arguments}) -> "
            f"{self.types[2]}",
            f"%{n}_m = bufferization.to_buffer %{n}_r read_only : {self.types[2]} "
            f"to {memref}",
            f"%{n}_u = memref.cast %{n}_m : {memref} to {any_rank}",
            f"call @printMemref{self.result.upper()}(%{n}_u) : ({any_rank}) -> ()"]


def main():
    rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    cases = [Case(number, rng) for number in range(CASES)]
    lines = ["func.func private @printMemrefF32(memref<*xf32>)",
             "func.func private @printMemrefI32(memref<*xi32>)"]
    for case in cases:
        lines += case.function()
    lines.append("func.func @main() {")
    for case in cases:
        lines += case.call()
    print("\n".join(lines + ["return", "}"]))


main()
