// A table is computed of a weight in the first of four calls. The third call has
// another weight, for which it is computed again, and the fourth the first one.
// Without `offload`, nothing is computed once.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim" | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim offload" -o %t.mlir
// RUN: env AUTOTUNE_SIM_VERBOSE=1 %run_sim %t.mlir >%t.out 2>%t.err
// RUN: FileCheck %s <%t.out
// RUN: FileCheck %s --check-prefix=LAUNCH --implicit-check-not=rows_ <%t.err

// CHECK: [3, 3, 3, 3]
// CHECK: [3, 3, 3, 3]
// CHECK: [4, 4, 4, 4]
// CHECK: [3, 3, 3, 3]

// LAUNCH: rows_0
// LAUNCH-COUNT-2: rows_1
// LAUNCH: rows_0
// LAUNCH: rows_1
// LAUNCH: rows_0
// LAUNCH: rows_1

#id = affine_map<(i) -> (i)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @model(%x: tensor<4xf32>, %w: tensor<4xf32> {autotune.frozen}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.sqrt %i : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %t : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %v = arith.addf %i, %j : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func private @print(%x: tensor<4xf32>, %w: tensor<4xf32>) {
  %r = call @model(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %m = bufferization.to_buffer %r read_only : tensor<4xf32> to memref<4xf32>
  %u = memref.cast %m : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %four = arith.constant dense<4.0> : tensor<4xf32>
  %nine = arith.constant dense<9.0> : tensor<4xf32>
  call @print(%one, %four) : (tensor<4xf32>, tensor<4xf32>) -> ()
  call @print(%one, %four) : (tensor<4xf32>, tensor<4xf32>) -> ()
  call @print(%one, %nine) : (tensor<4xf32>, tensor<4xf32>) -> ()
  call @print(%one, %four) : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
