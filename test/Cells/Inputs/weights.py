"""Programs whose weights are integers or floats of fewer bits than what they are
multiplied as."""

from elements import is_float
from pieces import SIMT, finish, start

STORED = ("i8", "u8", "i4", "u4", "f8E4M3FN", "f8E5M2")


def widen(stored, multiplied):
    """%x0 as %w."""
    if is_float(stored):
        return [f"%w = arith.extf %x0 : {stored} to {multiplied}"]
    cast = "uitofp" if stored[0] == "u" else "sitofp"
    return [f"%w = arith.{cast} %x0 : i{stored[1:]} to {multiplied}"]


def dequantize(program, weights, stored, multiplied, how, group, order="nk"):
    rows, depth = weights.shape if order == "nk" else weights.shape[::-1]
    bits = "" if is_float(stored) else stored[1:]
    # Such that weights of all types come to about 1.
    step = {"8": 1 / 8192, "4": 1 / 512, "": 1 / 128}[bits]
    groups = depth // group
    scale = lambda shape, element=multiplied: program.take(element, shape, 64, 127, step)
    by_group, across = f"n, k floordiv {group}", f"k floordiv {group}, n"
    product = [f"%y = arith.mulf %w, %x1 : {multiplied}",
               f"linalg.yield %y : {multiplied}"]
    if how == "rows":
        operands, body = [(scale([rows]), "n")], widen(stored, multiplied) + product
    elif how == "groups" and bits:
        # Zero points, which are integers.
        zeros = program.take("i8", [rows, groups], -8, 15)
        cast = "extui" if stored[0] == "u" else "extsi"
        operands = [(scale([rows, groups]), by_group), (zeros, by_group)]
        body = [f"%i = arith.{cast} %x0 : i{bits} to i32",
                "%z = arith.extsi %x2 : i8 to i32", "%d = arith.subi %i, %z : i32",
                f"%w = arith.sitofp %d : i32 to {multiplied}"] + product
    elif how == "groups":
        operands = [(scale([rows, groups]), by_group)]
        body = widen(stored, multiplied) + product
    elif how == "across":
        # Zero points that are floats, and stored as the scales are, by groups
        # of rows.
        zeros = program.take(multiplied, [groups, rows], -15, 15, 0.5 if bits else 1 / 16)
        operands = [(scale([groups, rows]), across), (zeros, across)]
        body = widen(stored, multiplied) + [
            f"%d = arith.subf %w, %x2 : {multiplied}",
            f"%y = arith.mulf %d, %x1 : {multiplied}", f"linalg.yield %y : {multiplied}"]
    else:
        # In f32, and rounded.
        operands = [(scale([rows, groups], "f32"), by_group)]
        body = widen(stored, "f32") + [
            "%p = arith.mulf %w, %x1 : f32",
            f"%y = arith.truncf %p : f32 to {multiplied}", f"linalg.yield %y : {multiplied}"]
    return program.each(order, weights.shape, [multiplied],
                        [(weights, ", ".join(order))] + operands, body)[0]


def list_weights():
    """What is stored and what is read beside, all with all; the rest in turns."""
    sizes = [(24, 200, 320, 32), (40, 72, 256, 128), (72, 136, 384, 64)]
    for number, stored in enumerate(STORED):
        for turn, how in enumerate(("rows", "groups", "across", "f32")):
            at = number + turn
            multiplied = ("bf16", "f16")[(at + number // 2) % 2]
            others, rows, depth, group = sizes[at % 3]
            name = f"weights {stored} {multiplied} {how} {others}"
            program = start(name, depth, multiplied, scale=4.5)
            side = at // 2 % 2
            weights = lambda: program.take("i" + stored[1:] if stored[0] == "u" else stored,
                                           [rows, depth])
            factor = lambda: program.take(multiplied, [others, depth])
            if side == 0:
                other, stored_weights = factor(), weights()
                shape = [others, rows]
            else:
                stored_weights, other = weights(), factor()
                shape = [rows, others]
            made = dequantize(program, stored_weights, stored, multiplied, how, group)
            # simt converts where it loads; none has two integers in a byte.
            if at % 4 == 3 and "4" not in stored[:2]:
                program.attributes += SIMT
            a, b = (other, made) if side == 0 else (made, other)
            sums = program.matmul(a, b, program.zeros(shape, "f32"))
            finish(program, sums, at % 3)
            yield program


def list_columns():
    """The same with K across rows, of whole bytes."""
    sizes = [(24, 208, 320, 32), (40, 80, 256, 128), (72, 144, 384, 64)]
    for number, stored in enumerate(kind for kind in STORED if "4" not in kind[:2]):
        for turn, how in enumerate(("rows", "groups", "across", "f32")):
            at = number + turn
            multiplied = ("bf16", "f16")[(at + number // 2) % 2]
            others, rows, depth, group = sizes[at % 3]
            program = start(f"columns {stored} {multiplied} {how} {others}", depth,
                            multiplied, scale=4.5)
            weights = program.take("i8" if stored[0] == "u" else stored, [depth, rows])
            other = program.take(multiplied, [others, depth])
            made = dequantize(program, weights, stored, multiplied, how, group, "kn")
            # Of so few a pass over memory would take less time.
            program.attributes += 'autotune.fusion = "prologue"'
            if at % 4 == 3:
                program.attributes += ", " + SIMT
            if number % 2 == 0:
                sums = program.matmul(other, made, program.zeros([others, rows], "f32"),
                                      "mk kn mn")
            else:
                sums = program.matmul(made, other, program.zeros([rows, others], "f32"),
                                      "km nk mn")
            finish(program, sums, at % 3)
            yield program
