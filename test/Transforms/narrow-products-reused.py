"""A buffer that bufferization reuses for what several products widen: once all of them
are narrow, whatever writes it goes, and so does the buffer.
"""
# RUN: %python %s > %t.mlir
# RUN: autotune-opt %t.mlir --autotune-canonicalize-contractions | FileCheck %s

# CHECK-LABEL: func @reused(
# CHECK-NEXT: memref.alloc() : memref<32x32xf32>
# CHECK-NOT: {{memref.alloc|arith.extf}}
# CHECK-COUNT-20: linalg.matmul ins(%{{.*}}, %arg0 : memref<32x64xbf16>, memref<64x32xbf16>)
# CHECK: return

PRODUCTS = 20
EXTEND = """  linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}}
      ins({} : memref<{size}xbf16>) outs({} : memref<{size}xf32>) {{
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  }}"""

print("#id = affine_map<(i, j) -> (i, j)>")
sources = ", ".join(f"%x{i}: memref<32x64xbf16>" for i in range(PRODUCTS))
print(f"func.func @reused(%w: memref<64x32xbf16>, {sources}) -> memref<32x32xf32> {{")
print("  %c = memref.alloc() : memref<32x32xf32>")
print("  %a = memref.alloc() : memref<32x64xf32>")
print("  %b = memref.alloc() : memref<64x32xf32>")
for i in range(PRODUCTS):
    print(EXTEND.format("%w", "%b", size="64x32"))
    print(EXTEND.format(f"%x{i}", "%a", size="32x64"))
    print("  linalg.matmul ins(%a, %b : memref<32x64xf32>, memref<64x32xf32>) "
          "outs(%c : memref<32x32xf32>)")
print("  return %c : memref<32x32xf32>\n}")
