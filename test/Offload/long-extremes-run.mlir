// The largest elements of rows that are too long for one kernel, in the simulator:
// each part of a row has its own, and they are compared. A plain kernel comes to the
// same without that.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim offload" | %run_sim | FileCheck %s

// One peak; the first of equal elements, in several parts; and nothing that is larger
// than what the search begins with.
// CHECK: 30000, 4101, 7
// CHECK: 0, 1, -inf

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#all = affine_map<(i) -> (i)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %lowest = arith.constant 0xFF800000 : f32
  %seven = arith.constant 7 : i64
  %e = tensor.empty() : tensor<3x40960xf32>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x40960xf32>) {
  ^bb0(%o: f32):
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4096 = arith.constant 4096 : index
    %c5 = arith.constant 5 : index
    %peak = arith.constant 30000 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %d = arith.subi %j, %peak : index
    %s = arith.muli %d, %d : index
    %n = arith.index_cast %s : index to i32
    %f = arith.sitofp %n : i32 to f32
    %r0 = arith.subf %zero, %f : f32
    %m = arith.remui %j, %c4096 : index
    %isFive = arith.cmpi eq, %m, %c5 : index
    %isFar = arith.cmpi uge, %j, %c4096 : index
    %isOne = arith.andi %isFive, %isFar : i1
    %r1 = arith.select %isOne, %one, %zero : f32
    %isRow0 = arith.cmpi eq, %i, %c0 : index
    %isRow1 = arith.cmpi eq, %i, %c1 : index
    %rest = arith.select %isRow1, %r1, %lowest : f32
    %v = arith.select %isRow0, %r0, %rest : f32
    linalg.yield %v : f32
  } -> tensor<3x40960xf32>
  %p = tensor.empty() : tensor<3xf32>
  %q = tensor.empty() : tensor<3xi64>
  %f0 = linalg.fill ins(%lowest : f32) outs(%p : tensor<3xf32>) -> tensor<3xf32>
  %f1 = linalg.fill ins(%seven : i64) outs(%q : tensor<3xi64>) -> tensor<3xi64>
  %best:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x40960xf32>) outs(%f0, %f1 : tensor<3xf32>, tensor<3xi64>) {
  ^bb0(%i: f32, %max: f32, %at: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %i, %max : f32
    %v = arith.maximumf %i, %max : f32
    %k = arith.select %c, %n, %at : i64
    linalg.yield %v, %k : f32, i64
  } -> (tensor<3xf32>, tensor<3xi64>)
  %place = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel"]}
      ins(%best#1 : tensor<3xi64>) outs(%p : tensor<3xf32>) {
  ^bb0(%i: i64, %o: f32):
    %v = arith.sitofp %i : i64 to f32
    linalg.yield %v : f32
  } -> tensor<3xf32>
  %b0 = bufferization.to_buffer %place read_only : tensor<3xf32> to memref<3xf32>
  %u0 = memref.cast %b0 : memref<3xf32> to memref<*xf32>
  call @printMemrefF32(%u0) : (memref<*xf32>) -> ()
  %b1 = bufferization.to_buffer %best#0 read_only : tensor<3xf32> to memref<3xf32>
  %u1 = memref.cast %b1 : memref<3xf32> to memref<*xf32>
  call @printMemrefF32(%u1) : (memref<*xf32>) -> ()
  return
}
