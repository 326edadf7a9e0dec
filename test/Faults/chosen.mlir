// A ring whose slots the launch chooses has no constant number of them: a fault
// changes the computed one.
// RUN: autotune-opt %s -o %t.mlir -pass-pipeline='builtin.module(func.func(autotune-attach-configs{target=h200 space=none}),autotune-lower-matmul{target=h200},gpu.module(convert-tile-to-nvvm))'
// RUN: autotune-opt %t.mlir -autotune-plant-fault='fault=wrap-late site=0' -canonicalize -cse | FileCheck %s --check-prefix=LATE
// RUN: autotune-opt %t.mlir -autotune-plant-fault='fault=wrap-early site=0' -canonicalize -cse | FileCheck %s --check-prefix=EARLY
func.func @chosen(%a: tensor<128x512xbf16>, %b: tensor<216x512xbf16>) -> tensor<128x216xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<128x216xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<128x216xbf16>) -> tensor<128x216xbf16>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 72, 64], stages = 4, consumers = 1, store = direct, persistent = false, widest = 144, defaults>}
      ins(%a, %b : tensor<128x512xbf16>, tensor<216x512xbf16>) outs(%f : tensor<128x216xbf16>) -> tensor<128x216xbf16>
  return %d : tensor<128x216xbf16>
}

// Four slots of 64 and 144 rows of 128 bytes.
// LATE: %[[SLOTS:.*]] = arith.divui %c106496_i32, %{{.*}} : i32
// LATE: %[[MORE:.*]] = arith.addi %[[SLOTS]], %c1_i32
// LATE: arith.cmpi eq, %{{.*}}, %[[MORE]]

// EARLY: %[[SLOTS:.*]] = arith.divui %c106496_i32, %{{.*}} : i32
// EARLY: %[[FEWER:.*]] = arith.addi %[[SLOTS]], %c-1_i32
// EARLY: arith.cmpi eq, %{{.*}}, %[[FEWER]]
