"""What programs are made of."""

from elements import is_float
from program import Program

SIMT = "autotune.config = #autotune.config<simt>"
# Of epilogues: what it makes of a sum %x0 and what is read beside it. A steep of
# 0 is for what is exact.
SILU = ["%one = arith.constant 1.0 : f32", "%n = arith.negf %x0 : f32",
        "%e = math.exp %n : f32", "%d = arith.addf %e, %one : f32",
        "%s = arith.divf %x0, %d : f32"]


def start(name, depth, multiplied, scale=1.0):
    program = Program(name)
    program.depth, program.multiplied, program.scale = depth, multiplied, scale
    return program


def round_to(element, value, name="%t"):
    """The line that does, and the name of what is there then."""
    if element == "f32":
        return [], value
    return [f"{name} = arith.truncf {value} : f32 to {element}"], name


def get_sum(element):
    return element if element in ("f64", "f32") else \
        "f32" if is_float(element) else "i32"


def finish(program, sums, how):
    """Sums as they are, rounded, or with a bias, relu and one output more."""
    if how == 0:
        program.give(sums)
    elif how == 1:
        program.give(program.convert("truncf", sums, "bf16"))
    else:
        bias = program.take("f32", [sums.shape[1]])
        both = program.each("ij", sums.shape, ["f16", "f32"],
                            [(sums, "i, j"), (bias, "j")], [
            "%zero = arith.constant 0.0 : f32", "%b = arith.addf %x0, %x1 : f32",
            "%m = arith.maximumf %b, %zero : f32", "%t = arith.truncf %m : f32 to f16",
            "linalg.yield %t, %b : f16, f32"])
        for result in both:
            program.give(result)
