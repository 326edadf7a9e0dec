"""Programs whose operations one kernel does all of (programs.py), run twice: by this
project, in the simulator or on a GPU, and, as they are, by upstream's own lowering
on the CPU. Integers agree to the bit, floats as docs/design/numerics.md has it.

    fused.py weights,pairs                  a module of these features' programs
    fused.py weights --run='mlir-runner ...' --upstream=mlir-opt
                                            runs them; prints what is wrong, and
                                            "N programs, N right"
"""

import argparse
import re
import shlex
import struct
import subprocess
import sys

from elements import FLOATS, SMALL, count, get_values, is_float
from program import write
from programs import FEATURES

# What upstream's mlir-opt makes host code of tensors with.
UPSTREAM = ["--convert-elementwise-to-linalg",
            "--one-shot-bufferize=bufferize-function-boundaries "
            "function-boundary-type-conversion=identity-layout-map",
            "--convert-linalg-to-loops", "--expand-strided-metadata", "--lower-affine",
            "--convert-scf-to-cf", "--convert-math-to-libm", "--convert-to-llvm",
            "--reconcile-unrealized-casts"]
# What makes programs on memrefs of them.
BUFFERIZATION = UPSTREAM[:2]
# Unit roundoffs.
ROUNDOFF = {"bf16": 2 ** -8, "f16": 2 ** -11, "f32": 2 ** -24, "f64": 2 ** -53}


def execute(command, given):
    done = subprocess.run(command, input=given, capture_output=True)
    if done.returncode:
        print(f"{command[0]}: exit status {done.returncode}: "
              f"{done.stderr.decode()[-2000:]}")
    # A config is lowered as the problem that it was attached for.
    if b"has a config that was chosen for" in done.stderr:
        print(done.stderr.decode()[-2000:])
        sys.exit(1)
    return done.stdout


# Upstream -------------------------------------------------------------------


def widen_by_table(text):
    """Upstream lowers no conversion of 8-bit floats: they become bytes, and a table
    says what these are."""
    tables = []
    for element in SMALL:
        if element not in text:
            continue
        bits = b"".join(struct.pack("<f", value) for value in get_values(element))
        tables += [
            f'memref.global "private" constant @values_{element.lower()} : memref<256xf32> '
            f'= dense<"0x{bits.hex()}">',
            f"func.func private @widen_{element.lower()}(%x: i8) -> f32 {{",
            "%i = arith.index_castui %x : i8 to index",
            f"%m = memref.get_global @values_{element.lower()} : memref<256xf32>",
            "%v = memref.load %m[%i] : memref<256xf32>", "return %v : f32", "}"]

    def widen(match):
        result, value, element, to = match.groups()
        call = f"func.call @widen_{element.lower()}({value}) : (i8) -> f32"
        # Exact.
        return f"{result} = {call}" if to == "f32" else \
            f"{result}f = {call}\n{result} = arith.truncf {result}f : f32 to {to}"

    text = re.sub(r"(%\w+) = arith.extf (%\w+) : (f8\w+) to (\w+)", widen, text)
    for element in SMALL:
        text = re.sub(rf"\b(\d+x)*{element}\b", lambda match: match[0].replace(element, "i8"),
                      text)
    return "\n".join(tables) + "\n" + text


def run_upstream(programs, arguments):
    module = widen_by_table(write(programs, forKernels=False))
    lowered = execute(shlex.split(arguments.upstream) + UPSTREAM, module.encode())
    return execute(shlex.split(arguments.run), lowered)


# This project ---------------------------------------------------------------


def run_kernels(programs, arguments):
    """What is printed, and how many launches and other products each has."""
    target = f"target={arguments.target}"
    grouping = [f"-autotune-group-matmuls={target}"] \
        if any(program.isGroup for program in programs) else []
    bufferizing = BUFFERIZATION if programs[0].isOfBuffers else []
    options = programs[0].canonicalized
    canonicalizing = [] if options is None else \
        [f"-autotune-canonicalize-contractions={options}"]
    lowered = execute(["autotune-opt", *bufferizing, *canonicalizing, *grouping,
                       f"-autotune-attach-configs={target} space=none",
                       f"-autotune-lower-matmul={target}"],
                      change(write(programs, forKernels=True),
                             arguments.change).encode())
    left = {}
    for function in re.split(r"(?=func\.func private @)", lowered.decode()):
        name = re.match(r"func\.func private @(\w+)", function)
        if name:
            left[name[1]] = (len(re.findall(r"\btile\.launch\b", function)),
                             re.findall(r"\blinalg\.(?!yield|fill)\w+", function))
    compiled = execute(["autotune-opt", f"-autotune-compile={target} "
                        f"format={arguments.format}", "-emit-bytecode"], lowered)
    return execute(shlex.split(arguments.run), compiled), left


def change(text, changes):
    """Something wrong in what kernels are made of, to see that it is noticed."""
    functions = re.split(r"(?=func\.func )", text)
    for where in changes:
        name, this, that = where.split("/")
        functions = [re.sub(this, that, function)
                     if re.match(f"func.func private @(check_)?{name}", function)
                     else function for function in functions]
    return "".join(functions)


# Comparing ------------------------------------------------------------------


def get_share(multiplied, depth):
    """The e of docs/design/numerics.md."""
    share = 2 * 2 ** -24 * (depth / 8 + 8)
    if multiplied == "f64":
        return 2 * 2 ** -53 * (depth / 8 + 8)
    if multiplied in SMALL:
        share += 2 * 2 ** -14 * (min(depth, 128) / 32 + 4)
    return share


def decode(element, number):
    if element == "bf16":
        return struct.unpack("<f", (number << 16).to_bytes(4, "little"))[0]
    size = int(element[1:]) // 8
    return struct.unpack(FLOATS[element], number.to_bytes(size, "little"))[0]


def is_right(program, value, steep, got, want):
    if not is_float(value.element) or got == want:
        return got == want
    got, want = decode(value.element, got), decode(value.element, want)
    # Sums of so many factors like these are below twice the root of their
    # number, and upstream's f32 is off as well.
    off = 2 * get_share(program.multiplied, program.depth) * \
        4 * program.scale * program.depth ** 0.5
    accumulator = ROUNDOFF["f64" if program.multiplied == "f64" else "f32"]
    bound = steep * off + 2 * ROUNDOFF[value.element] * abs(want) + \
        4 * accumulator * program.depth ** 0.5
    if value.element == "f16":
        bound += 2 ** -24
    return abs(got - want) <= bound


def compare(programs, got, wanted):
    """The wrong elements of each program."""
    got, wanted = (iter(int(word) for word in text.split()) for text in (got, wanted))
    wrong = {}
    for program in programs:
        wrong[program.name] = 0
        for value, steep in program.results:
            mask = 2 ** int(re.search("[0-9]+$", value.element)[0]) - 1
            for _ in range(count(value.shape)):
                one, other = next(got, None), next(wanted, None)
                if one is None or other is None or not is_right(
                        program, value, steep, one & mask, other & mask):
                    wrong[program.name] += 1
    return wrong


def run(programs, arguments):
    """Prints what is wrong; how many are right."""
    got, left = run_kernels(programs, arguments)
    wrong = compare(programs, got, run_upstream(programs, arguments))
    right = 0
    for program in programs:
        launches, others = left.get(program.name, (0, ["none"]))
        if wrong[program.name] == 0 and launches == 1 and not others:
            right += 1
        else:
            print(f"{program.name}: {wrong[program.name]} elements wrong, {launches} "
                  f"launches, and {others or 'nothing'} beside")
    return right


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("features", help="of FEATURES, commas between")
    parser.add_argument("--only", default="", help="of these names (a regular "
                        "expression)")
    parser.add_argument("--change", action="append", default=[],
                        help="in what kernels are made of: a program, a regular "
                        "expression and what to put there, / between")
    parser.add_argument("--target", default="h200")
    parser.add_argument("--format", default="sim")
    parser.add_argument("--run", help="what runs a module's @main")
    parser.add_argument("--upstream", help="an mlir-opt without this project")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    programs = [program for feature in arguments.features.split(",")
                for program in FEATURES[feature]()
                if re.search(arguments.only, program.name)]
    if arguments.list:
        for program in programs:
            print(program.name)
    elif arguments.run:
        # Grouping takes the two products of a pair, too, and bufferizing all.
        get_kind = lambda program: (program.isGroup, program.isOfBuffers,
                                    program.canonicalized)
        kinds = dict.fromkeys(map(get_kind, programs))
        right = sum(run([program for program in programs if get_kind(program) == kind],
                        arguments) for kind in kinds)
        print(f"{len(programs)} programs, {right} right")
    else:
        print(write(programs, forKernels=True))


if __name__ == "__main__":
    main()
