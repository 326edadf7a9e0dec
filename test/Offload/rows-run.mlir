// Sums, largest elements and what is made of them, in the simulator, however
// threads share rows: fewer threads than a warp, several warps, more rows than a
// CTA's last has, columns that no config divides, and vectors.
// REQUIRES: plugin

// DEFINE: %{config} = threads_per_row = 8, rows_per_cta = 4, vector = 1
// DEFINE: %{run} = sed 's/CONFIG/%{config}/' %s | autotune-opt -autotune-compile="target=h200 format=sim offload" | %run_sim | FileCheck %s
// RUN: %{run}
// REDEFINE: %{config} = threads_per_row = 4, rows_per_cta = 8, vector = 2
// RUN: %{run}
// REDEFINE: %{config} = threads_per_row = 64, rows_per_cta = 1, vector = 2
// RUN: %{run}
// REDEFINE: %{config} = threads_per_row = 128, rows_per_cta = 4, vector = 1
// RUN: %{run}
// REDEFINE: %{config} = threads_per_row = 2, rows_per_cta = 16, vector = 4
// RUN: %{run}
// RUN: sed 's/attributes {autotune.config[^}]*}//' %s | autotune-opt -autotune-compile="target=a100-sxm format=sim offload" | %run_sim | FileCheck %s

// Row i has 100 i + j in column j, of 76: the sum is 7600 i + 2850, the largest
// 100 i + 75, and 2850 - 76 * 75 = -2850 are left of each.
// CHECK: 2850, 10450, 18050, 25650, 33250, 40850, 48450
// CHECK: 75, 175, 275, 375, 475, 575, 675
// CHECK: -2850, -2850, -2850, -2850, -2850, -2850, -2850

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %e = tensor.empty() : tensor<7x76xf32>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<7x76xf32>) {
  ^bb0(%o: f32):
    %c100 = arith.constant 100 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %h = arith.muli %i, %c100 : index
    %n = arith.addi %h, %j : index
    %k = arith.index_cast %n : index to i32
    %v = arith.sitofp %k : i32 to f32
    linalg.yield %v : f32
  } -> tensor<7x76xf32>
  %s = tensor.empty() : tensor<7xf32>
  %r:3 = problem.rows 7 x 76 ins(%x : tensor<7x76xf32>)
      outs(%s, %s, %s : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>)
      attributes {autotune.config = #autotune.config<simt_rows, CONFIG>} {
  ^bb0(%in: tensor<7x76xf32>):
    %zero = arith.constant 0.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    %empty = tensor.empty() : tensor<7xf32>
    %whole = tensor.empty() : tensor<7x76xf32>
    %f0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<7xf32>) -> tensor<7xf32>
    %f1 = linalg.fill ins(%lowest : f32) outs(%empty : tensor<7xf32>) -> tensor<7xf32>
    %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<7x76xf32>) outs(%f0 : tensor<7xf32>) {
    ^bb0(%i: f32, %o: f32):
      %v = arith.addf %i, %o : f32
      linalg.yield %v : f32
    } -> tensor<7xf32>
    %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<7x76xf32>) outs(%f1 : tensor<7xf32>) {
    ^bb0(%i: f32, %o: f32):
      %v = arith.maximumf %i, %o : f32
      linalg.yield %v : f32
    } -> tensor<7xf32>
    %left = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in, %max : tensor<7x76xf32>, tensor<7xf32>) outs(%whole : tensor<7x76xf32>) {
    ^bb0(%i: f32, %m: f32, %o: f32):
      %v = arith.subf %i, %m : f32
      linalg.yield %v : f32
    } -> tensor<7x76xf32>
    %rest = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%left : tensor<7x76xf32>) outs(%f0 : tensor<7xf32>) {
    ^bb0(%i: f32, %o: f32):
      %v = arith.addf %i, %o : f32
      linalg.yield %v : f32
    } -> tensor<7xf32>
    problem.yield %sum, %max, %rest : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
  } -> tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
  %m0 = bufferization.to_buffer %r#0 read_only : tensor<7xf32> to memref<7xf32>
  %u0 = memref.cast %m0 : memref<7xf32> to memref<*xf32>
  call @printMemrefF32(%u0) : (memref<*xf32>) -> ()
  %m1 = bufferization.to_buffer %r#1 read_only : tensor<7xf32> to memref<7xf32>
  %u1 = memref.cast %m1 : memref<7xf32> to memref<*xf32>
  call @printMemrefF32(%u1) : (memref<*xf32>) -> ()
  %m2 = bufferization.to_buffer %r#2 read_only : tensor<7xf32> to memref<7xf32>
  %u2 = memref.cast %m2 : memref<7xf32> to memref<*xf32>
  call @printMemrefF32(%u2) : (memref<*xf32>) -> ()
  return
}
