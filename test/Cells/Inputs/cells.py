"""The matrix operation x types x layout x sizes, of which each cell is a function
as front ends write it, and one that calls it with constants and counts elements
that are not what Python's integers give. Factors are small integers, so that each
sum has one right value, to the bit.

    cells.py matmul,dot                     a module of these operations' cells
    cells.py matmul,dot --list              their names and shapes
    cells.py matmul,dot --run='mlir-runner ...'  runs them; prints what is wrong, and
                                            "N cells, N right"
"""

import argparse
import collections
import re
import shlex
import subprocess

from cell import MAPPED, OPERATIONS, SIZES, Cell
from elements import TYPES

LAYOUTS = ("nn", "nt", "tn", "tt")
KINDS = ("tensor", "memref", "subview", "flipped", "repeated", "columns")


def compare(element):
    """Prints how many elements are other bits."""
    bits = f"i{re.search('[0-9]+$', element)[0]}"
    load = []
    for name, memref in (("x", "got"), ("y", "want")):
        load.append(f"%{name} = memref.load %{memref}[%i] : memref<?x{element}>")
        if element != bits:
            load.append(f"%{name}i = arith.bitcast %{name} : {element} to {bits}")
    x, y = ("%x", "%y") if element == bits else ("%xi", "%yi")
    return [f"func.func private @compare_{element}(%got: memref<?x{element}>, "
            f"%want: memref<?x{element}>) {{",
            "%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index",
            "%none = arith.constant 0 : i64",
            f"%n = memref.dim %want, %c0 : memref<?x{element}>",
            "%wrong = scf.for %i = %c0 to %n step %c1 iter_args(%w = %none) -> (i64) {",
            *load, f"%differs = arith.cmpi ne, {x}, {y} : {bits}",
            "%one = arith.extui %differs : i1 to i64",
            "%sum = arith.addi %w, %one : i64", "scf.yield %sum : i64", "}",
            "call @printI64(%wrong) : (i64) -> ()",
            "call @printNewline() : () -> ()", "return", "}"]


def list_cells(operations, kind, everything):
    """Either all types with all layouts, and of matmul all sizes, or so many that each
    operation and kind has all types, all layouts and all sizes, each layout with
    three sizes or four; of matmul all types with all layouts, and so have all
    operations and kinds together. Kernels know nothing of the operation that they
    were made of."""
    cells = []
    for operation in operations:
        form = operation.split(":")[0]
        shift = list(OPERATIONS).index(operation) + KINDS.index(kind)
        sizes = [size for size in SIZES if size != "batch"]
        if any(dim in "".join(OPERATIONS[operation]) for dim in "bh"):
            sizes = ["batch"]
        requantised = operation.endswith(":requantised")
        every = operation in ("matmul", "matmul:requantised") and kind == "tensor"
        for number, types in enumerate(TYPES):
            # A batch_reduce_matmul that says so is read as one of signed factors.
            if types == "u8" and (form not in MAPPED or
                                  form == "batch_reduce_matmul") or \
                    form.startswith("quantized") and types != "i8" or \
                    requantised and types not in ("i8", "u8"):
                continue
            layouts = LAYOUTS if form in MAPPED else LAYOUTS[:1]
            if form.startswith("quantized"):
                layouts = layouts[:1] * len(sizes)
            # What is broadcast can't be transposed too.
            dims = OPERATIONS[operation]
            shared = [len(dims[i]) < 2 or form.startswith("batch") and
                      len(dims[i]) < 3 for i in range(2)]
            layouts = [layout for layout in layouts if not any(
                is_shared and side == "t" for is_shared, side in zip(shared, layout))] \
                if form in MAPPED else layouts
            if not everything and not every and form in MAPPED:
                layouts = [layouts[(number + shift) % len(layouts)]]
            for turn, layout in enumerate(layouts):
                at = number + number // len(LAYOUTS) + turn
                some = sizes if every and everything else [sizes[at % len(sizes)]]
                cells += [Cell(operation, kind, types, layout, size)
                          for size in some]
    return cells


def write(cells, config):
    """A module whose @main prints a number for each cell."""
    results = sorted({cell.result for cell in cells})
    lines = ["func.func private @printI64(i64)", "func.func private @printNewline()"]
    for element in results:
        lines += compare(element)
    for cell in cells:
        lines += cell.function(config) + cell.call()
    lines.append("func.func @main() {")
    lines += [f"call @check_{cell.name}() : () -> ()" for cell in cells]
    return "\n".join(lines + ["return", "}"])


def read_remarks(text):
    """The last that is said of each function, or that it got a config, and which."""
    remarks = {}
    for kind, name, remark in re.findall(
            r'\[(\w+)\] .*Function=(\w+) \| Remark="(.*)"', text):
        if remarks.get(name, ("",))[0] != "Passed" or \
                kind == "Passed" and read_template(remark) != "none":
            remarks[name] = kind, remark
    return remarks


def read_template(remark):
    """The template of the config that a remark says was attached."""
    found = re.search(r"\b(hopper_wgmma|ampere_mma|simt_stream|simt)\b", remark)
    return found[1] if found else "none"


def execute(command, given):
    """What it writes, which may be bytecode, and what it says beside."""
    done = subprocess.run(command, input=given, capture_output=True)
    said = done.stderr.decode()
    if done.returncode:
        print(f"{command[0]}: exit status {done.returncode}: {said[-2000:]}")
    return done.stdout, said


def run(cells, arguments):
    """Takes them the way that a user's module goes. Prints the first of what is
    wrong, and counts."""
    target = f"target={arguments.target}"
    buffers = "host" if arguments.kind == "tensor" else "device"
    # What runs the module verifies it. Tensors, of which most is rewritten, are
    # verified between passes, too.
    verifies = "true" if arguments.kind == "tensor" else "false"
    compiled, said = execute(
        ["autotune-opt", f"-verify-each={verifies}",
         "-autotune-canonicalize-contractions=allow-copies",
         f"-autotune-attach-configs={target} space=none {arguments.attach}",
         f"-autotune-compile={target} buffers={buffers} format={arguments.format}",
         "-remarks-filter=autotune", "-emit-bytecode"],
        write(cells, arguments.config).encode())
    remarks = read_remarks(said)
    printed = execute(shlex.split(arguments.run), compiled)[0].decode().split()
    if len(printed) != len(cells):
        print(f"@main printed {len(printed)} numbers for {len(cells)} cells")
    wrong = dict(zip((cell.name for cell in cells), printed))
    complaints, templates = [], collections.Counter()
    for cell in cells:
        kind, text = remarks.get(cell.name, ("", "no remark"))
        templates[read_template(text)] += 1
        found = wrong.get(cell.name, "no")
        if kind != "Passed" or found != "0":
            complaints.append(f"{cell.name}: {found} elements wrong: {text}")
    # A config is lowered as the problem that it was attached for.
    complaints += [line for line in said.splitlines()
                   if "has a config that was chosen for" in line]
    for complaint in complaints[:12]:
        print(complaint[:400])
    print(*(f"{template}: {count}" for template, count in sorted(templates.items())),
          sep=", ")
    print(f"{len(cells)} cells, {len(cells) - len(complaints)} right")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("operations", help="names of OPERATIONS, commas between")
    parser.add_argument("--kind", default="tensor",
                        choices=KINDS)
    parser.add_argument("--all", action="store_true", help="all types with all "
                        "layouts, and not some of each")
    parser.add_argument("--only", default="", help="of these names (a regular "
                        "expression)")
    parser.add_argument("--config", default="", help="in place of the heuristics'")
    parser.add_argument("--attach", default="", help="more options of "
                        "autotune-attach-configs")
    parser.add_argument("--target", default="h200")
    parser.add_argument("--format", default="sim")
    parser.add_argument("--run", help="what runs a module's @main")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    cells = [cell for cell in
             list_cells(arguments.operations.split(","), arguments.kind, arguments.all)
             if re.search(arguments.only, cell.name)]
    if arguments.list:
        for cell in cells:
            print(cell.name, *cell.dims, cell.sizes)
    elif arguments.run:
        run(cells, arguments)
    else:
        print(write(cells, arguments.config))


main()
