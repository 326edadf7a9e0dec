// The largest element of a row and where it stands first, as the lowering of
// torch.max has it, in the simulator: equal elements in one thread, in one warp
// and in two, and a row of nothing but minus infinities.
// REQUIRES: plugin

// DEFINE: %{config} = threads_per_row = 8, rows_per_cta = 4, vector = 1
// DEFINE: %{run} = sed 's/CONFIG/%{config}/' %s | autotune-opt -autotune-compile="target=h200 format=sim offload" | %run_sim | FileCheck %s
// RUN: %{run}
// REDEFINE: %{config} = threads_per_row = 64, rows_per_cta = 1, vector = 1
// RUN: %{run}
// REDEFINE: %{config} = threads_per_row = 32, rows_per_cta = 2, vector = 4
// RUN: %{run}
// REDEFINE: %{config} = threads_per_row = 128, rows_per_cta = 2, vector = 2
// RUN: %{run}
// RUN: sed 's/attributes {autotune.config[^}]*}//' %s | autotune-opt -autotune-compile="target=a100-sxm format=sim offload" | %run_sim | FileCheck %s

// Row 0: all are equal. Row 1: rising. Row 2: falling. Row 3: j modulo 7. Row 4:
// minus infinities, of which none is larger than what the reduction begins with.
// CHECK: 3, 75, -0, 6, -inf
// CHECK: 0, 75, 0, 6, -5

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %e = tensor.empty() : tensor<5x76xf32>
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x76xf32>) {
  ^bb0(%o: f32):
    %lowest = arith.constant 0xFF800000 : f32
    %three = arith.constant 3.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %j32 = arith.index_cast %j : index to i32
    %rising = arith.sitofp %j32 : i32 to f32
    %falling = arith.negf %rising : f32
    %m = arith.remui %j, %c7 : index
    %m32 = arith.index_cast %m : index to i32
    %modulo = arith.sitofp %m32 : i32 to f32
    %is0 = arith.cmpi eq, %i, %c0 : index
    %is1 = arith.cmpi eq, %i, %c1 : index
    %is2 = arith.cmpi eq, %i, %c2 : index
    %is3 = arith.cmpi eq, %i, %c3 : index
    %s3 = arith.select %is3, %modulo, %lowest : f32
    %s2 = arith.select %is2, %falling, %s3 : f32
    %s1 = arith.select %is1, %rising, %s2 : f32
    %v = arith.select %is0, %three, %s1 : f32
    linalg.yield %v : f32
  } -> tensor<5x76xf32>
  %s = tensor.empty() : tensor<5xf32>
  %n = tensor.empty() : tensor<5xi32>
  %r:2 = problem.rows 5 x 76 ins(%x : tensor<5x76xf32>) outs(%s, %n : tensor<5xf32>, tensor<5xi32>)
      attributes {autotune.config = #autotune.config<simt_rows, CONFIG>} {
  ^bb0(%in: tensor<5x76xf32>):
    %lowest = arith.constant 0xFF800000 : f32
    %start = arith.constant -5 : i32
    %empty = tensor.empty() : tensor<5xf32>
    %whole = tensor.empty() : tensor<5xi32>
    %f0 = linalg.fill ins(%lowest : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
    %f1 = linalg.fill ins(%start : i32) outs(%whole : tensor<5xi32>) -> tensor<5xi32>
    %max:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<5x76xf32>) outs(%f0, %f1 : tensor<5xf32>, tensor<5xi32>) {
    ^bb0(%i: f32, %best: f32, %at: i32):
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i32
      %w = arith.maximumf %i, %best : f32
      %c = arith.cmpf ogt, %i, %best : f32
      %p = arith.select %c, %k, %at : i32
      linalg.yield %w, %p : f32, i32
    } -> (tensor<5xf32>, tensor<5xi32>)
    problem.yield %max#0, %max#1 : tensor<5xf32>, tensor<5xi32>
  } -> tensor<5xf32>, tensor<5xi32>
  %m0 = bufferization.to_buffer %r#0 read_only : tensor<5xf32> to memref<5xf32>
  %u0 = memref.cast %m0 : memref<5xf32> to memref<*xf32>
  call @printMemrefF32(%u0) : (memref<*xf32>) -> ()
  %m1 = bufferization.to_buffer %r#1 read_only : tensor<5xi32> to memref<5xi32>
  %u1 = memref.cast %m1 : memref<5xi32> to memref<*xi32>
  call @printMemrefI32(%u1) : (memref<*xi32>) -> ()
  return
}
