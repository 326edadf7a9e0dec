// A kernel written by hand runs: C = max(A B^T, 0), over edges of tiles.
// RUN: autotune-opt %s -autotune-compile=format=sim -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=random %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s -autotune-compile \
// RUN:   | %run_gpu | FileCheck %s %}

// Wrong elements, and whether any is other than 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^1$}}
func.func @main() {
  %m = arith.constant 520 : index
  %n = arith.constant 392 : index
  %k = arith.constant 264 : index
  %seed = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %a32 = call @input_f32(%m, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%n, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %empty = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %c = tile.launch @kernels::@relu ins(%ax, %bx : tensor<?x?xbf16>, tensor<?x?xbf16>)
      outs(%empty : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %got = arith.extf %c : tensor<?x?xbf16> to tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %s = arith.addf %z, %xy : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %positive = arith.maximumf %sum, %f : tensor<?x?xf32>
  %rounded = arith.truncf %positive : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %rounded : tensor<?x?xbf16> to tensor<?x?xf32>
  call @compare(%got, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @relu(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %step = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(4) : !tile.ring<128x64xbf16, 128x64xbf16>
    tile.role "producer" warps(4) registers(40) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 128, 64) raster(along_m, 8) persistent {
        scf.for %k = %k0 to %k1 step %step {
          %slot = tile.acquire %ring : !tile.ring<128x64xbf16, 128x64xbf16> -> !tile.slot<128x64xbf16, 128x64xbf16>
          tile.load %A[%m, %k] into %slot[0] : memref<?x?xbf16>, !tile.slot<128x64xbf16, 128x64xbf16>
          tile.load %B[%n, %k] into %slot[1] : memref<?x?xbf16>, !tile.slot<128x64xbf16, 128x64xbf16>
        }
      }
    }
    tile.role "consumer" warps(8) registers(232) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 128, 64) raster(along_m, 8) persistent {
        %first = tile.wait %ring : !tile.ring<128x64xbf16, 128x64xbf16> -> !tile.slot<128x64xbf16, 128x64xbf16>
        %d0 = tile.mma %first transpose_b : !tile.slot<128x64xbf16, 128x64xbf16> -> !tile.fragment<128x128xf32>
        %second = arith.addi %k0, %step : index
        %sum, %last = scf.for %k = %second to %k1 step %step iter_args(%acc = %d0, %previous = %first)
            -> (!tile.fragment<128x128xf32>, !tile.slot<128x64xbf16, 128x64xbf16>) {
          %slot = tile.wait %ring : !tile.ring<128x64xbf16, 128x64xbf16> -> !tile.slot<128x64xbf16, 128x64xbf16>
          %d = tile.mma %slot, %acc transpose_b : !tile.slot<128x64xbf16, 128x64xbf16>, !tile.fragment<128x128xf32>
            -> !tile.fragment<128x128xf32>
          tile.mma_wait pending(1)
          tile.release %previous to %ring : !tile.slot<128x64xbf16, 128x64xbf16>, !tile.ring<128x64xbf16, 128x64xbf16>
          scf.yield %d, %slot : !tile.fragment<128x128xf32>, !tile.slot<128x64xbf16, 128x64xbf16>
        }
        %done = tile.mma_wait pending(0) %sum : !tile.fragment<128x128xf32> -> !tile.fragment<128x128xf32>
        tile.release %last to %ring : !tile.slot<128x64xbf16, 128x64xbf16>, !tile.ring<128x64xbf16, 128x64xbf16>
        %relu = tile.map %done : !tile.fragment<128x128xf32> -> !tile.fragment<128x128xf32> {
        ^bb0(%x: f32):
          %y = arith.maximumf %x, %zero : f32
          tile.yield %y : f32
        }
        tile.store %relu, %C[%m, %n] alignment(16) : !tile.fragment<128x128xf32>, memref<?x?xbf16>
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Inputs of small integers, whose products and sums no float rounds; the
// reference on the host; and the comparison.
//===----------------------------------------------------------------------===//

func.func private @printI64(i64)
func.func private @printNewline()

func.func private @input_f32(%rows: index, %columns: index, %seed: index) -> tensor<?x?xf32> {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %two = arith.constant 2 : i64
  %r = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %0 = arith.muli %i, %c7 : index
    %1 = arith.muli %j, %c3 : index
    %2 = arith.muli %i, %j : index
    %3 = arith.addi %0, %1 : index
    %4 = arith.addi %2, %3 : index
    %5 = arith.addi %4, %seed : index
    %6 = arith.remui %5, %c5 : index
    %7 = arith.index_cast %6 : index to i64
    %8 = arith.subi %7, %two : i64
    %9 = arith.sitofp %8 : i64 to f32
    tensor.yield %9 : f32
  } : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Prints the number of elements that differ, and whether any is not 0.
func.func private @compare(%got: tensor<?x?xf32>, %want: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %fzero = arith.constant 0.0 : f32
  %rows = tensor.dim %want, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %want, %c1 : tensor<?x?xf32>
  %wrong, %some = scf.for %i = %c0 to %rows step %c1
      iter_args(%w0 = %zero, %s0 = %zero) -> (i64, i64) {
    %w, %s = scf.for %j = %c0 to %columns step %c1
        iter_args(%w1 = %w0, %s1 = %s0) -> (i64, i64) {
      %x = tensor.extract %got[%i, %j] : tensor<?x?xf32>
      %y = tensor.extract %want[%i, %j] : tensor<?x?xf32>
      %differs = arith.cmpf une, %x, %y : f32
      %nonzero = arith.cmpf une, %y, %fzero : f32
      %w2 = arith.addi %w1, %one : i64
      %w3 = arith.select %differs, %w2, %w1 : i64
      %s3 = arith.select %nonzero, %one, %s1 : i64
      scf.yield %w3, %s3 : i64, i64
    }
    scf.yield %w, %s : i64, i64
  }
  call @printI64(%wrong) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%some) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
