// A table is computed in the first of two calls, and is there in both.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim offload" -o %t.mlir
// RUN: env AUTOTUNE_SIM_VERBOSE=1 %run_sim %t.mlir >%t.out 2>%t.err
// RUN: FileCheck %s <%t.out
// RUN: FileCheck %s --check-prefix=LAUNCH --implicit-check-not=rows_0 <%t.err

// CHECK: [1, 2.5, 4, 5.5]
// CHECK: [1, 2.5, 4, 5.5]

// LAUNCH: rows_0
// LAUNCH-COUNT-2: rows_1

#id = affine_map<(i) -> (i)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @model(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = arith.mulf %f, %f : f32
    %v = math.sqrt %s : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %t : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %half = arith.constant 0.5 : f32
    %h = arith.mulf %j, %half : f32
    %a = arith.addf %i, %h : f32
    %v = arith.addf %a, %j : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @main() {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %r = call @model(%one) : (tensor<4xf32>) -> tensor<4xf32>
  %m = bufferization.to_buffer %r read_only : tensor<4xf32> to memref<4xf32>
  %u = memref.cast %m : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %s = call @model(%one) : (tensor<4xf32>) -> tensor<4xf32>
  %n = bufferization.to_buffer %s read_only : tensor<4xf32> to memref<4xf32>
  %w = memref.cast %n : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%w) : (memref<*xf32>) -> ()
  return
}
