"""Prints a program that calls cuBLASLt: `library_program.py CONFIG_PROGRAM [OPTIONS]`.

CONFIG_PROGRAM prints the config for a product, as library_config.py does; it gets the
options, too. The program computes three products of small whole numbers, each with the
library and with loops of the host. For each, @main prints how many elements differ by
more than a hundredth, and whether any is other than 0."""

import subprocess
import sys

M, N, K = 256, 512, 384
# The name, a number of cublasLtEpilogue_t, and the function of the sum and the bias.
ADD = "%x = arith.addf %s, %b : f32"
GELU = """%x = arith.mulf %s, %unit : f32
    %0 = arith.mulf %x, %x : f32
    %1 = arith.mulf %0, %x : f32
    %2 = arith.mulf %1, %cubic : f32
    %3 = arith.addf %x, %2 : f32
    %4 = arith.mulf %3, %factor : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.mulf %x, %half : f32
    %y = arith.mulf %7, %6 : f32"""
CASES = [("plain", 1, None),
         ("bias_relu", 6, f"{ADD}\n    %y = arith.maximumf %x, %zero : f32"),
         ("bias_gelu", 36, GELU.replace("%x = arith.mulf %s, %unit : f32", ADD))]

CONSTANTS = """  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %cubic = arith.constant 0.044715 : f32
  %factor = arith.constant 0.797884583 : f32
"""

COMMON = """#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func private @printI64(i64)
func.func private @printNewline()
func.func @value(%i: index, %j: index) -> f32 {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c2 = arith.constant 2 : index
  %0 = arith.muli %i, %c7 : index
  %1 = arith.muli %j, %c3 : index
  %2 = arith.addi %0, %1 : index
  %3 = arith.remsi %2, %c5 : index
  %4 = arith.subi %3, %c2 : index
  %5 = arith.index_cast %4 : index to i32
  %6 = arith.sitofp %5 : i32 to f32
  return %6 : f32
}
"""


def fill(name, shape, element):
    """A function that makes a matrix of small whole numbers."""
    value = "%v" if element == "f32" else "%t"
    narrow = "" if element == "f32" else f"\n    %t = arith.truncf %v : f32 to {element}"
    return f"""func.func @{name}() -> tensor<{shape}x{element}> {{
  %e = tensor.empty() : tensor<{shape}x{element}>
  %r = linalg.generic {{indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}}
      outs(%e : tensor<{shape}x{element}>) {{
  ^bb0(%o: {element}):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = func.call @value(%i, %j) : (index, index) -> f32{narrow}
    linalg.yield {value} : {element}
  }} -> tensor<{shape}x{element}>
  return %r : tensor<{shape}x{element}>
}}
"""


def apply(function):
    """The epilogue of %y; the result is %r."""
    if not function:
        return ""
    return f"""  %h = tensor.empty() : tensor<{M}x{N}xf32>
  %r = linalg.generic {{indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}}
      ins(%d, %bias : tensor<{M}x{N}xf32>, tensor<{N}xf32>) outs(%h : tensor<{M}x{N}xf32>) {{
  ^bb0(%s: f32, %b: f32, %o: f32):
    {function}
    linalg.yield %y : f32
  }} -> tensor<{M}x{N}xf32>
"""


def program(name, function, config):
    types = f"tensor<{M}x{K}xbf16>, tensor<{K}x{N}xbf16>"
    arguments = f"%a: tensor<{M}x{K}xbf16>, %w: tensor<{K}x{N}xbf16>, %c: tensor<{M}x{N}xf32>, %bias: tensor<{N}xf32>"
    result = f"tensor<{M}x{N}xf32>"
    # An epilogue is of a product that is added to nothing.
    init = "  %init = tensor.cast %c : {0} to {0}\n".format(result) if not function else \
        f"""  %e = tensor.empty() : {result}
  %init = linalg.fill ins(%zero : f32) outs(%e : {result}) -> {result}
"""
    returned = "%r" if function else "%d"
    return f"""func.func private @{name}({arguments}) -> {result} {{
{CONSTANTS}{init}  %d = linalg.matmul {{autotune.config = #autotune.plan<any: {config},
      else: <simt, tile = [64, 64, 16], thread = [4, 4]>>}}
      ins(%a, %w : {types}) outs(%init : {result}) -> {result}
{apply(function)}  return {returned} : {result}
}}
func.func private @{name}_host({arguments}) -> {result} {{
{CONSTANTS}{init}  %d = linalg.generic {{indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%a, %w : {types}) outs(%init : {result}) {{
  ^bb0(%x: bf16, %y: bf16, %z: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %xy = arith.mulf %wx, %wy : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  }} -> {result}
{apply(function)}  return {returned} : {result}
}}
"""


COMPARE = f"""func.func private @compare(%got: tensor<{M}x{N}xf32>, %want: tensor<{M}x{N}xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant {M} : index
  %columns = arith.constant {N} : index
  %none = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  %near = arith.constant 0.01 : f32
  %r:2 = scf.for %i = %c0 to %rows step %c1 iter_args(%wrong = %none, %any = %none) -> (i64, i64) {{
    %s:2 = scf.for %j = %c0 to %columns step %c1 iter_args(%w = %wrong, %x = %any) -> (i64, i64) {{
      %g = tensor.extract %got[%i, %j] : tensor<{M}x{N}xf32>
      %v = tensor.extract %want[%i, %j] : tensor<{M}x{N}xf32>
      %difference = arith.subf %g, %v : f32
      %distance = math.absf %difference : f32
      %far = arith.cmpf ugt, %distance, %near : f32
      %one = arith.extui %far : i1 to i64
      %nw = arith.addi %w, %one : i64
      %other = arith.cmpf une, %g, %zero : f32
      %o = arith.extui %other : i1 to i64
      %nx = arith.ori %x, %o : i64
      scf.yield %nw, %nx : i64, i64
    }}
    scf.yield %s#0, %s#1 : i64, i64
  }}
  call @printI64(%r#0) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%r#1) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}}
"""


def main():
    text = COMMON + COMPARE + fill("makeA", f"{M}x{K}", "bf16") + \
        fill("makeB", f"{K}x{N}", "bf16") + fill("makeC", f"{M}x{N}", "f32") + \
        fill("makeBias", f"1x{N}", "f32")
    types = f"(tensor<{M}x{K}xbf16>, tensor<{K}x{N}xbf16>, tensor<{M}x{N}xf32>, tensor<{N}xf32>) -> tensor<{M}x{N}xf32>"
    body = f"""  %a = call @makeA() : () -> tensor<{M}x{K}xbf16>
  %b = call @makeB() : () -> tensor<{K}x{N}xbf16>
  %row = call @makeBias() : () -> tensor<1x{N}xf32>
  %bias = tensor.collapse_shape %row [[0, 1]] : tensor<1x{N}xf32> into tensor<{N}xf32>
"""
    for name, epilogue, function in CASES:
        config = subprocess.run(
            [sys.executable, sys.argv[1], str(M), str(N), str(K), f"--epilogue={epilogue}",
             *sys.argv[2:]], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        text += program(name, function, config)
        body += f"""  %c_{name} = call @makeC() : () -> tensor<{M}x{N}xf32>
  %d_{name} = call @makeC() : () -> tensor<{M}x{N}xf32>
  %{name} = call @{name}(%a, %b, %c_{name}, %bias) : {types}
  %{name}_host = call @{name}_host(%a, %b, %d_{name}, %bias) : {types}
  call @compare(%{name}, %{name}_host) : (tensor<{M}x{N}xf32>, tensor<{M}x{N}xf32>) -> ()
"""
    print(text + f"func.func @main() {{\n{body}  return\n}}")


if __name__ == "__main__":
    main()
