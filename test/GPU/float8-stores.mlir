// What becomes of f32 that are stored in 8 bits: pairs, by the instruction that Hopper
// has for them, and elements one by one, by integers, are the same bits, be they
// rounded, too large, too small or no numbers.
// RUN: autotune-opt %s -autotune-compile=format=sim -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s -autotune-compile \
// RUN:   | %run_gpu | FileCheck %s %}

// Elements that differ, and how many are no numbers, of f8E4M3FN and of f8E5M2.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^30766$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^254$}}
func.func @main() {
  // Those that have any 14 upper bits of an f32, and what is next to them: ties are among
  // them, of large numbers and of those without a leading one.
  %bits = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c1024 = arith.constant 1024 : index
    %c4 = arith.constant 4 : index
    %one = arith.constant 1 : i32
    %c18 = arith.constant 18 : i32
    %row = arith.muli %i, %c1024 : index
    %number = arith.addi %row, %j : index
    %upper = arith.divui %number, %c4 : index
    %near = arith.remui %number, %c4 : index
    %u = arith.index_cast %upper : index to i32
    %v = arith.index_cast %near : index to i32
    %x = arith.shli %u, %c18 : i32
    %y = arith.subi %v, %one : i32
    %z = arith.addi %x, %y : i32
    tensor.yield %z : i32
  } : tensor<64x1024xi32>
  %floats = arith.bitcast %bits : tensor<64x1024xi32> to tensor<64x1024xf32>
  %e0 = tensor.empty() : tensor<64x1024xf8E4M3FN>
  %p0 = tile.launch @kernels::@e4m3_pairs ins(%floats : tensor<64x1024xf32>) outs(%e0 : tensor<64x1024xf8E4M3FN>) -> tensor<64x1024xf8E4M3FN>
  %s0 = tile.launch @kernels::@e4m3_single ins(%floats : tensor<64x1024xf32>) outs(%e0 : tensor<64x1024xf8E4M3FN>) -> tensor<64x1024xf8E4M3FN>
  %i0 = arith.bitcast %p0 : tensor<64x1024xf8E4M3FN> to tensor<64x1024xi8>
  %j0 = arith.bitcast %s0 : tensor<64x1024xf8E4M3FN> to tensor<64x1024xi8>
  %last0 = arith.constant 0x7E : i8
  call @compare(%i0, %j0, %last0) : (tensor<64x1024xi8>, tensor<64x1024xi8>, i8) -> ()
  %e1 = tensor.empty() : tensor<64x1024xf8E5M2>
  %p1 = tile.launch @kernels::@e5m2_pairs ins(%floats : tensor<64x1024xf32>) outs(%e1 : tensor<64x1024xf8E5M2>) -> tensor<64x1024xf8E5M2>
  %s1 = tile.launch @kernels::@e5m2_single ins(%floats : tensor<64x1024xf32>) outs(%e1 : tensor<64x1024xf8E5M2>) -> tensor<64x1024xf8E5M2>
  %i1 = arith.bitcast %p1 : tensor<64x1024xf8E5M2> to tensor<64x1024xi8>
  %j1 = arith.bitcast %s1 : tensor<64x1024xf8E5M2> to tensor<64x1024xi8>
  %last1 = arith.constant 0x7C : i8
  call @compare(%i1, %j1, %last1) : (tensor<64x1024xi8>, tensor<64x1024xi8>, i8) -> ()
  return
}

// Any NaN is as good as another.
func.func private @compare(%x: tensor<64x1024xi8>, %y: tensor<64x1024xi8>, %last: i8) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %mask = arith.constant 0x7F : i8
  %e = tensor.empty() : tensor<i64>
  %f = linalg.fill ins(%zero : i64) outs(%e : tensor<i64>) -> tensor<i64>
  %counts:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<64x1024xi8>, tensor<64x1024xi8>) outs(%f, %f : tensor<i64>, tensor<i64>) {
  ^bb0(%a: i8, %b: i8, %differ: i64, %none: i64):
    %am = arith.andi %a, %mask : i8
    %bm = arith.andi %b, %mask : i8
    %an = arith.cmpi ugt, %am, %last : i8
    %bn = arith.cmpi ugt, %bm, %last : i8
    %both = arith.andi %an, %bn : i1
    %other = arith.cmpi ne, %a, %b : i8
    %more = arith.addi %differ, %one : i64
    %wrong = arith.select %other, %more, %differ : i64
    %d = arith.select %both, %differ, %wrong : i64
    %m = arith.addi %none, %one : i64
    %n = arith.select %an, %m, %none : i64
    linalg.yield %d, %n : i64, i64
  } -> (tensor<i64>, tensor<i64>)
  %d = tensor.extract %counts#0[] : tensor<i64>
  %n = tensor.extract %counts#1[] : tensor<i64>
  vector.print %d : i64
  vector.print %n : i64
  return
}

gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx84">] {
  tile.kernel @e4m3_pairs(%D: memref<?x?xf32>, %C: memref<?x?xf8E4M3FN>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf8E4M3FN>
    %N = memref.dim %C, %c1 : memref<?x?xf8E4M3FN>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x64xf32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x64xf32>, memref<?x?xf8E4M3FN>
      }
    }
  }

  tile.kernel @e4m3_single(%D: memref<?x?xf32>, %C: memref<?x?xf8E4M3FN>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf8E4M3FN>
    %N = memref.dim %C, %c1 : memref<?x?xf8E4M3FN>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x64xf32>
        tile.store %f, %C[%m, %n] : !tile.fragment<64x64xf32>, memref<?x?xf8E4M3FN>
      }
    }
  }

  tile.kernel @e5m2_pairs(%D: memref<?x?xf32>, %C: memref<?x?xf8E5M2>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf8E5M2>
    %N = memref.dim %C, %c1 : memref<?x?xf8E5M2>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x64xf32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x64xf32>, memref<?x?xf8E5M2>
      }
    }
  }

  tile.kernel @e5m2_single(%D: memref<?x?xf32>, %C: memref<?x?xf8E5M2>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf8E5M2>
    %N = memref.dim %C, %c1 : memref<?x?xf8E5M2>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x64xf32>
        tile.store %f, %C[%m, %n] : !tile.fragment<64x64xf32>, memref<?x?xf8E5M2>
      }
    }
  }
}
