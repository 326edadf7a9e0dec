// A kernel in the tile dialect, lowered, and printed with the locations of this
// file; on the problem that it is for, and on one that it is not.
// RUN: autotune-opt %s -autotune-lower-matmul=target=h200 > %t.tile.mlir
// RUN: autotune-sim %t.tile.mlir --problem='100x72x96 bf16 B^T -> f32 accumulate' --schedule=all | FileCheck %s
// RUN: autotune-opt %t.tile.mlir -convert-tile-to-nvvm \
// RUN:   | autotune-sim - --problem='100x72x96 bf16 B^T -> f32 accumulate' --schedule=all | FileCheck %s
// CHECK: ok 100x72x96 bf16 B^T -> f32 accumulate | @matmul_{{.*}} | round-robin
// CHECK-NEXT: ok {{.*}} | random, seed 0
// CHECK-NEXT: ok {{.*}} | adversarial, seed 0
// CHECK-NEXT: 3 right, 0 wrong

// RUN: not autotune-sim %t.tile.mlir --problem='100x72x96 bf16 B^T -> bf16 accumulate' | FileCheck %s --check-prefix=TYPE
// TYPE: FAIL
// TYPE: llvm.load at loc("{{.*}}.tile.mlir":[[#]]:[[#]]): out-of-bounds: reads 8 bytes of global memory
// TYPE: elements of c are wrong
// RUN: not autotune-sim %t.tile.mlir --problem='100x72x97 bf16 B^T -> f32 accumulate' | FileCheck %s --check-prefix=MAP
// MAP: FAIL
// MAP-NEXT: no tensor map of {{[ab]}}: globalStrides[0] = 194 must be a multiple of 16

// A lost fence: the line of what needs it is named.
// RUN: autotune-opt %s -autotune-lower-matmul=target=h200 -convert-tile-to-nvvm -mlir-print-debuginfo -mlir-print-op-generic > %t.nvvm.mlir
// RUN: sed '/"nvvm.wgmma.fence.aligned"/d' %t.nvvm.mlir > %t.fault.mlir
// RUN: not autotune-sim %t.fault.mlir --problem='100x72x96 bf16 B^T -> f32 accumulate' | FileCheck %s --check-prefix=FAULT
// FAULT: FAIL
// FAULT: loc({{.*}}kernels.mlir":[[#@LINE+3]]:3{{.*}}): register-hazard:

func.func @f(%a: memref<100x96xbf16>, %b: memref<72x96xbf16>, %c: memref<100x72xf32>) {
  linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 2, consumers = 1, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = false, load = tma, store = direct, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
    ins(%a, %b : memref<100x96xbf16>, memref<72x96xbf16>) outs(%c : memref<100x72xf32>)
  return
}
