"""Products as exporters write them: of values that were widened before. One launch
computes the product of the narrow values."""

from elements import is_float
from pieces import finish, start

FOLDED = "fold-transposes fold-scales"


def get_conversion(narrow, wide, isUnsigned):
    if is_float(narrow) or narrow.startswith("f8"):
        return "extf"
    sign = "u" if isUnsigned else "s"
    return f"{sign}itofp" if is_float(wide) else f"ext{sign}i"


def widen(program, value, how, wide, isUnsigned=False):
    """A wide tensor: "whole", by an operation of tensors; "each", by a generic;
    "turned", by one that transposes; "scaled", and times a constant behind it."""
    conversion = get_conversion(value.element, wide, isUnsigned)
    if how == "whole":
        return program.convert(conversion, value, wide)
    body = [f"%w = arith.{conversion} %x0 : {value.element} to {wide}"]
    shape, index, name = value.shape, "i, j", "%w"
    if how == "turned":
        shape, index = shape[::-1], "j, i"
    elif how == "halved":
        body += ["%h = arith.constant 0.5 : f32", "%y = arith.mulf %w, %h : f32"]
        name = "%y"
    result = program.each("ij", shape, [wide], [(value, index)],
                          body + [f"linalg.yield {name} : {wide}"])[0]
    if how != "scaled":
        return result
    return program.each("ij", shape, [wide], [(result, "i, j")], [
        "%s = arith.constant 0.35355339059327379 : f64",
        "%t = arith.truncf %s : f64 to f32", "%y = arith.mulf %x0, %t : f32",
        "linalg.yield %y : f32"])[0]


def list_cases(cases):
    for narrow_a, narrow_b, how_a, how_b, wide, finished, (m, n, depth) in cases:
        name = f"widened {narrow_a} {narrow_b} {how_a} {how_b} {wide} {finished} {m}"
        narrow = [kind[1:] if kind == "ui8" else kind for kind in (narrow_a, narrow_b)]
        multiplied = narrow[0] if is_float(narrow[0]) or narrow[0].startswith("f8") \
            else narrow[1]
        areIntegers = wide == "i32" or multiplied == "i8"
        scale = 128.0 * 128 if areIntegers else 128.0 if "i8" in narrow else 1.0
        program = start(name, depth, "f32" if areIntegers else multiplied, scale)
        program.canonicalized = FOLDED
        turn = lambda how, shape: shape[::-1] if how == "turned" else shape
        a = program.take(narrow[0], turn(how_a, [m, depth]))
        b = program.take(narrow[1], turn(how_b, [n, depth]))
        init = program.take(wide, [m, n], -9, 9, 1) if finished == "added" else \
            program.zeros([m, n], wide)
        sums = program.matmul(widen(program, a, how_a, wide, narrow_a == "ui8"),
                              widen(program, b, how_b, wide, narrow_b == "ui8"),
                              init, "mk nk mn")
        if wide == "i32" or finished == "added":
            program.give(sums)
        else:
            finish(program, sums, finished)
        yield program


def list_widened():
    return list_cases([
        ("bf16", "bf16", "whole", "whole", "f32", 1, (72, 136, 96)),
        ("bf16", "bf16", "each", "turned", "f32", 2, (128, 64, 64)),
        ("f16", "f16", "turned", "each", "f32", 0, (40, 200, 48)),
        ("f16", "f16", "each", "whole", "f32", "added", (64, 64, 128)),
        ("f16", "f16", "scaled", "scaled", "f32", 1, (72, 136, 64)),
        ("bf16", "bf16", "scaled", "turned", "f32", 2, (72, 136, 64)),
        ("bf16", "bf16", "halved", "scaled", "f32", "added", (64, 40, 48)),
        ("f8E4M3FN", "f8E4M3FN", "each", "each", "f32", 1, (64, 72, 144)),
        ("f8E5M2", "f8E4M3FN", "each", "each", "f32", 0, (72, 64, 128)),
        ("bf16", "i8", "each", "each", "f32", 1, (16, 72, 128)),
        ("i8", "i8", "whole", "each", "i32", 0, (64, 136, 96)),
        ("i8", "i8", "each", "turned", "i32", "added", (72, 64, 64)),
        ("ui8", "ui8", "each", "each", "i32", 0, (40, 72, 64)),
        ("i8", "i8", "each", "whole", "f32", 0, (64, 72, 96)),
        ("i8", "i8", "scaled", "halved", "f32", "added", (64, 72, 96))])


def list_widened_buffers():
    """The same on memrefs, where nothing is scaled behind a product."""
    for program in list_cases([
            ("bf16", "bf16", "each", "each", "f32", 1, (72, 136, 96)),
            ("f16", "f16", "whole", "turned", "f32", 0, (40, 200, 48)),
            ("bf16", "bf16", "turned", "each", "f32", "added", (64, 64, 128)),
            ("i8", "i8", "each", "each", "i32", 0, (64, 136, 96))]):
        program.isOfBuffers = True
        program.name += "_buffers"
        yield program
