"""The programs whose operations one kernel does all of, by what that is: each a
list of cases, by their names."""

from pieces import SILU, SIMT, finish, get_sum, round_to, start
from weights import list_columns, list_weights
from widened import list_widened, list_widened_buffers

# Scales of blocks -----------------------------------------------------------


def scale_blocks(program, matrix, dim, rows, across):
    """Of blocks of that many rows (0 for one value of all) and 128 of K."""
    size, depth = matrix.shape
    groups = -(-depth // 128)
    outer = f"{dim} floordiv {rows}" if rows else "0"
    count = -(-size // rows) if rows else 1
    shape, index = ([groups, count], f"k floordiv 128, {outer}") if across else \
        ([count, groups], f"{outer}, k floordiv 128")
    scales = program.take("f32", shape, -127, 127, 1 / 128)
    return program.each(dim + "k", matrix.shape, ["f32"],
                        [(matrix, f"{dim}, k"), (scales, index)], [
        f"%w = arith.extf %x0 : {matrix.element} to f32",
        "%y = arith.mulf %w, %x1 : f32", "linalg.yield %y : f32"])[0]


def list_scales():
    sizes = [(72, 200, 656), (100, 144, 384), (40, 256, 272)]
    types = [("f8E4M3FN", "f8E4M3FN"), ("f8E5M2", "f8E5M2"), ("f8E4M3FN", "f8E5M2")]
    # Rows of A's blocks and of B's, and whether they are stored across.
    blocks = [(1, 128, False), (1, 1, False), (1, 128, True), (0, 1, False), (1, 0, True)]
    for turn, (rows, columns, across) in enumerate(blocks):
        for number in range(2):
            m, n, depth = sizes[(turn + number) % 3]
            types_a, types_b = types[(turn + 2 * number) % 3]
            name = f"scales {types_a} {types_b} {rows} {columns} {across} {m}"
            program = start(name, depth, types_a)
            program.attributes = 'autotune.allow_tf32 = "tf32"'
            a = program.take(types_a, [m, depth])
            b = program.take(types_b, [n, depth])
            if (turn + number) % 4 == 3:
                program.attributes += f", {SIMT}"
            sums = program.matmul(scale_blocks(program, a, "m", rows, across),
                                  scale_blocks(program, b, "n", columns, across),
                                  program.zeros([m, n], "f32"))
            finish(program, sums, (turn + number) % 3)
            yield program


# Several outputs ------------------------------------------------------------


def list_outputs():
    sizes = [(64, 128, 64), (72, 40, 48), (33, 17, 29)]
    layouts = [("mk", "kn"), ("mk", "nk"), ("km", "kn")]
    for number, element in enumerate(("bf16", "f16", "f32", "f64", "i8")):
        for turn, (m, n, depth) in enumerate(sizes):
            at = number + turn
            dims_a, dims_b = layouts[at % 3]
            shapes = {"mk": [m, depth], "km": [depth, m], "kn": [depth, n],
                      "nk": [n, depth]}
            program = start(f"outputs {element} {dims_a} {dims_b} {m}", depth, element)
            a = program.take(element, shapes[dims_a])
            b = program.take(element, shapes[dims_b])
            kind = get_sum(element)
            # Half of them add to what was there.
            init = program.zeros([m, n], kind) if at % 2 else program.take(
                kind, [m, n], -100, 100, 1 / 128)
            sums = program.matmul(a, b, init, f"{dims_a} {dims_b} mn")
            if element == "i8":
                make_integers(program, sums)
            else:
                make_floats(program, sums, kind, at % 2)
            yield program


def make_integers(program, sums):
    """The sums, with a bias, and of these 8 bits."""
    bias = program.take("i32", [sums.shape[1]], -1000, 1000)
    results = program.each("ij", sums.shape, ["i32", "i8"],
                           [(sums, "i, j"), (bias, "j")], [
        "%b = arith.addi %x0, %x1 : i32", "%shift = arith.constant 9 : i32",
        "%low = arith.constant -128 : i32", "%high = arith.constant 127 : i32",
        "%s = arith.shrsi %b, %shift : i32", "%l = arith.maxsi %s, %low : i32",
        "%h = arith.minsi %l, %high : i32", "%t = arith.trunci %h : i32 to i8",
        "linalg.yield %b, %t : i32, i8"])
    for value in [sums] + results:
        program.give(value, steep=0)


def make_floats(program, sums, kind, isStaged):
    """With a bias of rows, and relu or silu of that: of one operation, or of two,
    and then the sums as well."""
    narrow = "f64" if kind == "f64" else "bf16"
    bias = program.take(kind, [sums.shape[0]])
    zero = [f"%zero = arith.constant 0.0 : {kind}"]
    add = [f"%b = arith.addf %x0, %x1 : {kind}"]
    relu = [f"%m = arith.maximumf %b, %zero : {kind}"]
    lines, made = ([], "%m") if kind == "f64" else round_to(narrow, "%m")
    if not isStaged:
        results = program.each(
            "ij", sums.shape, [narrow, kind], [(sums, "i, j"), (bias, "i")],
            zero + add + relu + lines + [f"linalg.yield {made}, %b : {narrow}, {kind}"])
        for value in results:
            program.give(value)
        return
    [biased] = program.each("ij", sums.shape, [kind], [(sums, "i, j"), (bias, "i")],
                            add + [f"linalg.yield %b : {kind}"])
    if kind == "f64":
        body = zero + ["%m = arith.maximumf %x0, %zero : f64", "linalg.yield %m : f64"]
    else:
        body = SILU + ["%t = arith.truncf %s : f32 to bf16", "linalg.yield %t : bf16"]
    [active] = program.each("ij", sums.shape, [narrow], [(biased, "i, j")], body)
    for value in (active, biased, sums):
        program.give(value, steep=1.1)


# Pairs ----------------------------------------------------------------------


def list_pairs():
    """Gated layers, of two matrices or of one with both side by side."""
    cases = [("bf16", "kn", False, (128, 128, 64)), ("f16", "nk", False, (200, 136, 104)),
             ("bf16", "kn", True, (136, 72, 96)), ("f16", "kn", False, (72, 64, 48)),
             ("i8", "nk", False, (128, 64, 96)), ("i8", "nk", False, (72, 136, 208))]
    for element, dims, side_by_side, (m, n, depth) in cases:
        program = start(f"pairs {element} {dims} {side_by_side} {m}", depth, element)
        kind = get_sum(element)
        shape = lambda columns: [depth, columns] if dims == "kn" else [columns, depth]
        x = program.take(element, [m, depth])
        layout = f"mk {dims} mn"
        if side_by_side:
            both = program.matmul(x, program.take(element, shape(2 * n)),
                                  program.zeros([m, 2 * n], kind), layout)
            u, v = program.slice(both, 0, n), program.slice(both, n, n)
        else:
            w1, w2 = (program.take(element, shape(n)) for _ in range(2))
            init = program.zeros([m, n], kind)
            u = program.matmul(x, w1, init, layout)
            v = program.matmul(x, w2, init, layout)
        if element == "i8":
            body = ["%p = arith.muli %x0, %x1 : i32", "linalg.yield %p : i32"]
            [result] = program.each("ij", [m, n], ["i32"], [(u, "i, j"), (v, "i, j")], body)
            program.give(result, steep=0)
        else:
            body = SILU + ["%p = arith.mulf %s, %x1 : f32",
                           "%t = arith.truncf %p : f32 to bf16", "linalg.yield %t : bf16"]
            [result] = program.each("ij", [m, n], ["bf16"],
                                    [(u, "i, j"), (v, "i, j")], body)
            # Each of the two factors is off, and times the other one.
            program.give(result, steep=2.2 * 2 * depth ** 0.5)
        yield program


def list_scaled_pairs():
    """The same of 8-bit floats with scales of blocks, of each matrix or side by
    side."""
    cases = [("f8E4M3FN", 128, False, False, (72, 200, 656)),
             ("f8E5M2", 1, True, False, (100, 144, 384)),
             ("f8E4M3FN", 128, False, True, (40, 256, 272)),
             ("f8E5M2", 128, True, True, (72, 128, 400)),
             ("f8E4M3FN", 0, True, True, (72, 80, 272))]
    for element, rows, across, side_by_side, (m, n, depth) in cases:
        name = f"scaled pairs {element} {rows} {across} {side_by_side} {m}"
        program = start(name, depth, element)
        program.attributes = 'autotune.allow_tf32 = "tf32"'
        x = scale_blocks(program, program.take(element, [m, depth]), "m", 1, across)
        take = lambda columns: scale_blocks(
            program, program.take(element, [columns, depth]), "n", rows, across)
        if side_by_side:
            both = program.matmul(x, take(2 * n), program.zeros([m, 2 * n], "f32"))
            u, v = program.slice(both, 0, n), program.slice(both, n, n)
        else:
            w1, w2 = take(n), take(n)
            init = program.zeros([m, n], "f32")
            u, v = program.matmul(x, w1, init), program.matmul(x, w2, init)
        # No product of both: sums of 8-bit floats are off so much that nothing
        # would be seen.
        kind = "f32" if rows == 128 else "bf16"
        lines, made = round_to(kind, "%p")
        [result] = program.each("ij", [m, n], [kind], [(u, "i, j"), (v, "i, j")], [
            "%zero = arith.constant 0.0 : f32", "%m = arith.maximumf %x0, %zero : f32",
            "%d = arith.addf %x1, %x1 : f32", "%p = arith.subf %m, %d : f32",
            *lines, f"linalg.yield {made} : {kind}"])
        program.give(result, steep=3)
        yield program


# Sums -----------------------------------------------------------------------


def list_sums():
    cases = [("bf16", "mk kn", (72, 136, 96, 24), 0), ("f16", "mk nk", (64, 72, 64, 16), 1),
             ("bf16", "km kn", (136, 64, 40, 72), 2), ("i8", "mk nk", (72, 64, 96, 32), 3),
             ("f16", "mk kn", (200, 40, 16, 104), 2), ("i8", "mk nk", (40, 200, 48, 208), 3)]
    for element, dims, (m, n, depth, other), how in cases:
        dims_a, dims_b = dims.split()
        program = start(f"sums {element} {dims} {m}", depth + other, element)
        take = lambda k: (program.take(element, [m, k] if dims_a == "mk" else [k, m]),
                          program.take(element, [k, n] if dims_b == "kn" else [n, k]))
        kind = get_sum(element)
        init = program.zeros([m, n], kind) if how != 1 else program.take(kind, [m, n])
        first = program.matmul(*take(depth), init, f"{dims} mn")
        sums = program.matmul(*take(other), first, f"{dims} mn")
        if element == "i8":
            make_integers(program, sums)
        else:
            finish(program, sums, how)
        yield program


# Groups ---------------------------------------------------------------------


def list_groups():
    """Products of one type in one launch, one of them without rows."""
    cases = [("bf16", "kn", (128, 96), (70, 0, 133)), ("f16", "nk", (72, 64), (5, 64, 0)),
             ("i8", "nk", (64, 112), (40, 200)), ("bf16", "kn", (200, 48), (8, 1, 72, 64))]
    for element, dims, (n, depth), rows in cases:
        program = start(f"groups {element} {dims} {n}", depth, element)
        program.isGroup = True
        kind = get_sum(element)
        xs = [program.take(element, [m, depth]) for m in rows]
        ws = [program.take(element, [depth, n] if dims == "kn" else [n, depth])
              for _ in rows]
        inits = [program.zeros([m, n], kind) for m in rows]
        for x, w, init in zip(xs, ws, inits):
            product = program.matmul(x, w, init, f"mk {dims} mn")
            if element == "bf16":
                product = program.convert("truncf", product, "bf16")
            program.give(product, steep=0 if element == "i8" else 1.0)
        yield program


def list_scaled_groups():
    """Products of 8-bit floats, each with scales of blocks of its own: rows that end
    in the middle of a block, and none."""
    # Rows of A's blocks and of B's, and whether they are stored across.
    cases = [("f8E4M3FN", (1, 128, False), (200, 384), (70, 0, 133), "bf16"),
             ("f8E5M2", (1, 1, True), (72, 272), (5, 64, 0), "f32"),
             ("f8E4M3FN", (64, 128, True), (392, 656), (100, 40), "f16"),
             ("f8E5M2", (0, 1, False), (136, 256), (8, 1, 72, 64), "f32"),
             # One row, which a type with a size of 1 does not tell from one value.
             ("f8E4M3FN", (1, 128, False), (136, 384), (1, 40, 1), "bf16"),
             ("f8E4M3FN", (1, 1, True), (136, 384), (72, 1), "f32")]
    for element, (rows, columns, across), (n, depth), sizes, kind in cases:
        program = start(f"scaled groups {element} {rows} {columns} {n}", depth, element)
        program.attributes = 'autotune.allow_tf32 = "tf32"'
        program.isGroup = True
        for m in sizes:
            x = program.take(element, [m, depth])
            w = program.take(element, [n, depth])
            product = program.matmul(scale_blocks(program, x, "m", rows, across),
                                     scale_blocks(program, w, "n", columns, across),
                                     program.zeros([m, n], "f32"))
            if kind != "f32":
                product = program.convert("truncf", product, kind)
            program.give(product, steep=1.0)
        yield program


# Blocks ---------------------------------------------------------------------


def list_blocks():
    """Sums that are scaled by blocks of rows and columns, of rows alone, or of
    columns for each row."""
    cases = [("bf16", "mk kn", "i floordiv 128, j floordiv 128", (200, 264, 64)),
             ("f16", "mk nk", "i, j floordiv 32", (72, 136, 104)),
             ("bf16", "km kn", "i floordiv 16", (136, 72, 40)),
             ("f16", "mk kn", "j floordiv 3", (40, 200, 48)),
             ("i8", "mk nk", "i floordiv 64, j floordiv 8", (136, 64, 96)),
             ("f64", "mk kn", "i floordiv 5, j", (40, 24, 32))]
    for number, (element, dims, index, (m, n, depth)) in enumerate(cases):
        dims_a, dims_b = dims.split()
        program = start(f"blocks {element} {number} {m}", depth, element)
        a = program.take(element, [m, depth] if dims_a == "mk" else [depth, m])
        b = program.take(element, [depth, n] if dims_b == "kn" else [n, depth])
        kind = get_sum(element)
        # As large as blocks of which the last are not whole need.
        shape = []
        for each in index.split(", "):
            size = m if each[0] == "i" else n
            group = int(each.split()[-1]) if " " in each else 1
            shape.append((size + group - 1) // group)
        scale = program.take(kind, shape, 1, 15, 1 / 16) if kind != "i32" \
            else program.take(kind, shape, -9, 9)
        sums = program.matmul(a, b, program.zeros([m, n], kind), f"{dims} mn")
        multiply = "muli" if kind == "i32" else "mulf"
        [result] = program.each("ij", [m, n], [kind], [(sums, "i, j"), (scale, index)], [
            f"%y = arith.{multiply} %x0, %x1 : {kind}", f"linalg.yield %y : {kind}"])
        program.give(result, steep=0 if element == "i8" else 1.0)
        yield program


# Buffers --------------------------------------------------------------------


def list_buffers():
    """On memrefs, what writes another buffer than the product's: rounding, what
    makes 8 bits of integers, an activation in one operation and in several with
    what is read beside, a scalar among it, a sum that is rounded, and what is added to
    a residual in place."""
    cases = [("bf16", "mk kn", "rounded", (72, 136, 96)),
             ("f16", "mk nk", "activated", (200, 72, 104)),
             ("i8", "mk nk", "requantised", (64, 136, 96)),
             ("bf16", "km kn", "several", (136, 64, 40)),
             ("f16", "mk kn", "sum", (40, 200, 48)),
             ("bf16", "mk nk", "in place", (72, 136, 96)), ("f64", "mk kn", "several", (40, 24, 32))]
    for element, dims, how, (m, n, depth) in cases:
        dims_a, dims_b = dims.split()
        program = start(f"buffers {element} {how} {m}", depth * (1 + (how == "sum")), element)
        program.isOfBuffers = True
        take = lambda: (program.take(element, [m, depth] if dims_a == "mk" else [depth, m]),
                        program.take(element, [depth, n] if dims_b == "kn" else [n, depth]))
        kind = get_sum(element)
        sums = program.matmul(*take(), program.zeros([m, n], kind), f"{dims} mn")
        if how == "sum":
            sums = program.matmul(*take(), sums, f"{dims} mn")
        each = lambda to, operands, body: program.each("ij", [m, n], [to], operands, body)[0]
        if how in ("rounded", "sum"):
            result = each("bf16", [(sums, "i, j")], [
                "%t = arith.truncf %x0 : f32 to bf16", "linalg.yield %t : bf16"])
        elif how == "in place":
            residual = program.take(kind, [m, n])
            result = program.each("ij", [m, n], [kind], [(sums, "i, j")], [
                "%t = arith.mulf %o0, %x0 : f32", "%u = arith.addf %t, %o0 : f32",
                "linalg.yield %u : f32"], [residual])[0]
        elif how == "activated":
            result = each("f16", [(sums, "i, j")], SILU + [
                "%t = arith.truncf %s : f32 to f16", "linalg.yield %t : f16"])
        elif how == "requantised":
            bias = program.take("i32", [n], -1000, 1000)
            result = each("i8", [(sums, "i, j"), (bias, "j")], [
                "%b = arith.addi %x0, %x1 : i32", "%shift = arith.constant 9 : i32",
                "%low = arith.constant -128 : i32", "%high = arith.constant 127 : i32",
                "%s = arith.shrsi %b, %shift : i32", "%l = arith.maxsi %s, %low : i32",
                "%h = arith.minsi %l, %high : i32", "%t = arith.trunci %h : i32 to i8",
                "linalg.yield %t : i8"])
        else:
            bias, residual = program.take(kind, [m]), program.take(kind, [m, n])
            biased = each(kind, [(sums, "i, j"), (bias, "i")], [
                f"%b = arith.addf %x0, %x1 : {kind}", f"linalg.yield %b : {kind}"])
            # A number that the host knows.
            one = program.take(kind, [1])
            program.lines += [
                "%c0 = arith.constant 0 : index",
                f"%factor = tensor.extract {one.name}[%c0] : {one.type()}"]
            active = each(kind, [(biased, "i, j"), (residual, "i, j")], [
                f"%zero = arith.constant 0.0 : {kind}",
                f"%m = arith.maximumf %x0, %zero : {kind}",
                f"%f = arith.mulf %x1, %factor : {kind}",
                f"%r = arith.addf %m, %f : {kind}", f"linalg.yield %r : {kind}"])
            result = active if kind == "f64" else each("bf16", [(active, "i, j")], [
                "%t = arith.truncf %x0 : f32 to bf16", "linalg.yield %t : bf16"])
        program.give(result, steep=0 if element == "i8" else 1.1)
        yield program


FEATURES = {"weights": list_weights, "columns": list_columns, "scales": list_scales, "outputs": list_outputs,
            "pairs": list_pairs, "scaled-pairs": list_scaled_pairs, "sums": list_sums,
            "groups": list_groups, "scaled-groups": list_scaled_groups,
            "blocks": list_blocks, "buffers": list_buffers, "widened": list_widened,
            "widened-buffers": list_widened_buffers}
