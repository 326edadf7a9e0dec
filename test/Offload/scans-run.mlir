// Scans as kernels in the simulator, and as loops: the results are the same.
// REQUIRES: plugin

// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=sim offload" | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=sim" | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=a100-sxm format=sim offload" | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=isa offload" | FileCheck %s --check-prefix=LAUNCHES
// One kernel makes the elements and scans the rows, and one each scans the columns
// and turns the result back.
// LAUNCHES-COUNT-3: gpu.launch_func
// LAUNCHES-NOT: gpu.launch_func

// Row i has (i + 1) (j + 1) in column j. Along the rows.
// CHECK: [1, 3, 6, 10, 15]
// CHECK-NEXT: [2, 6, 12, 20, 30]
// CHECK-NEXT: [3, 9, 18, 30, 45]
// CHECK: [15, 30, 45]
// What stands above, behind 100 in each column.
// CHECK: [100, 100, 100, 100, 100]
// CHECK-NEXT: [101, 102, 103, 104, 105]
// CHECK-NEXT: [103, 106, 109, 112, 115]

#id = affine_map<(i, j) -> (i, j)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %zero = arith.constant 0.0 : f32
  %hundred = arith.constant 100.0 : f32
  %e = tensor.empty() : tensor<3x5xf32>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x5xf32>) {
  ^bb0(%o: f32):
    %one = arith.constant 1 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = arith.addi %i, %one : index
    %b = arith.addi %j, %one : index
    %n = arith.muli %a, %b : index
    %k = arith.index_cast %n : index to i32
    %v = arith.sitofp %k : i32 to f32
    linalg.yield %v : f32
  } -> tensor<3x5xf32>
  %s = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<3xf32>) -> tensor<3xf32>
  %rows:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<3x5xf32>)
      outs(%e, %f : tensor<3x5xf32>, tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<3x5xf32>, tensor<3xf32>
  %t = tensor.empty() : tensor<5xf32>
  %g = linalg.fill ins(%hundred : f32) outs(%t : tensor<5xf32>) -> tensor<5xf32>
  %columns:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<3x5xf32>)
      outs(%e, %g : tensor<3x5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<3x5xf32>, tensor<5xf32>
  %m0 = bufferization.to_buffer %rows#0 read_only : tensor<3x5xf32> to memref<3x5xf32>
  %u0 = memref.cast %m0 : memref<3x5xf32> to memref<*xf32>
  call @printMemrefF32(%u0) : (memref<*xf32>) -> ()
  %m1 = bufferization.to_buffer %rows#1 read_only : tensor<3xf32> to memref<3xf32>
  %u1 = memref.cast %m1 : memref<3xf32> to memref<*xf32>
  call @printMemrefF32(%u1) : (memref<*xf32>) -> ()
  %m2 = bufferization.to_buffer %columns#0 read_only : tensor<3x5xf32> to memref<3x5xf32>
  %u2 = memref.cast %m2 : memref<3x5xf32> to memref<*xf32>
  call @printMemrefF32(%u2) : (memref<*xf32>) -> ()
  return
}
