// Sums over height and width in the simulator, by a kernel of rows.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim offload" -o %t.mlir
// The elements are made by one kernel of rows, and added up by another.
// RUN: grep -q 'rows_1' %t.mlir
// RUN: %run_sim < %t.mlir | FileCheck %s

// The element (n, c, h, w) is 1000 n + 100 c + 10 h + w.
// CHECK: {{\[\[}}805, 4305, 7805],
// CHECK-NEXT: [35805, 39305, 42805]]

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %e = tensor.empty() : tensor<2x3x5x7xf32>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%e : tensor<2x3x5x7xf32>) {
  ^bb0(%o: f32):
    %c10 = arith.constant 10 : index
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %a = arith.muli %n, %c10 : index
    %b = arith.addi %a, %c : index
    %d = arith.muli %b, %c10 : index
    %f = arith.addi %d, %h : index
    %g = arith.muli %f, %c10 : index
    %i = arith.addi %g, %w : index
    %k = arith.index_cast %i : index to i32
    %v = arith.sitofp %k : i32 to f32
    linalg.yield %v : f32
  } -> tensor<2x3x5x7xf32>
  %zero = arith.constant 0.0 : f32
  %z = tensor.empty() : tensor<2x3xf32>
  %s = linalg.fill ins(%zero : f32) outs(%z : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(n, c, h, w) -> (n, c)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x3x5x7xf32>) outs(%s : tensor<2x3xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<2x3xf32>
  %m = bufferization.to_buffer %r read_only : tensor<2x3xf32> to memref<2x3xf32>
  %u = memref.cast %m : memref<2x3xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
