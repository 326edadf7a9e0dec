// Products of types other than 16 bits, in kernels written by hand: integers of
// either sign, 8-bit floats of two formats, and f32 as tf32.
// RUN: autotune-opt %s -autotune-compile=format=sim -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s -autotune-compile \
// RUN:   | %run_gpu | FileCheck %s %}

// Each line pair: wrong elements, and whether any is other than 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
func.func @main() {
  %m = arith.constant 200 : index
  %n = arith.constant 136 : index
  %k = arith.constant 272 : index
  %seed = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %hundred = arith.constant 100.0 : f32
  %a = call @input_f32(%m, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b = call @input_f32(%n, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = func.call @multiply(%a, %b, %none) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>

  // Of A from -2 to 2, of B 0, 100 or 200, which is above 127.
  %positive = tensor.generate %n, %k {
  ^bb0(%i: index, %j: index):
    %x = tensor.extract %b[%i, %j] : tensor<?x?xf32>
    %y = arith.maximumf %x, %zero : f32
    %z = arith.mulf %y, %hundred : f32
    tensor.yield %z : f32
  } : tensor<?x?xf32>
  %wants = func.call @multiply(%a, %positive, %none) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %as = arith.fptosi %a : tensor<?x?xf32> to tensor<?x?xi8>
  %bu = arith.fptoui %positive : tensor<?x?xf32> to tensor<?x?xi8>
  %outs = tensor.empty(%m, %n) : tensor<?x?xi32>
  %c0 = tile.launch @kernels::@integers ins(%as, %bu : tensor<?x?xi8>, tensor<?x?xi8>)
      outs(%outs : tensor<?x?xi32>) -> tensor<?x?xi32>
  %got0 = arith.sitofp %c0 : tensor<?x?xi32> to tensor<?x?xf32>
  call @compare(%got0, %wants) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()

  %four = arith.constant 0x38 : i8
  %five = arith.constant 0x3C : i8
  %ai = func.call @to_float8(%a, %four) : (tensor<?x?xf32>, i8) -> tensor<?x?xi8>
  %bi = func.call @to_float8(%b, %five) : (tensor<?x?xf32>, i8) -> tensor<?x?xi8>
  %a8 = arith.bitcast %ai : tensor<?x?xi8> to tensor<?x?xf8E4M3FN>
  %b8 = arith.bitcast %bi : tensor<?x?xi8> to tensor<?x?xf8E5M2>
  %c1 = tile.launch @kernels::@floats ins(%a8, %b8 : tensor<?x?xf8E4M3FN>, tensor<?x?xf8E5M2>)
      outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  call @compare(%c1, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()

  %c2 = tile.launch @kernels::@tf32 ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  call @compare(%c2, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx84">] {
  tile.kernel @integers(%A: memref<?x?xi8>, %B: memref<?x?xi8>, %C: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %step = arith.constant 128 : index
    %M = memref.dim %C, %c0 : memref<?x?xi32>
    %N = memref.dim %C, %c1 : memref<?x?xi32>
    %K = memref.dim %A, %c1 : memref<?x?xi8>
    %ring = tile.ring stages(3) : !tile.ring<128x128xi8, 64x128xi8>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 128) {
        scf.for %k = %k0 to %k1 step %step {
          %slot = tile.acquire %ring : !tile.ring<128x128xi8, 64x128xi8> -> !tile.slot<128x128xi8, 64x128xi8>
          tile.load %A[%m, %k] into %slot[0] : memref<?x?xi8>, !tile.slot<128x128xi8, 64x128xi8>
          tile.load %B[%n, %k] into %slot[1] : memref<?x?xi8>, !tile.slot<128x128xi8, 64x128xi8>
        }
      }
    }
    tile.role "consumer" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 128) {
        %first = tile.wait %ring : !tile.ring<128x128xi8, 64x128xi8> -> !tile.slot<128x128xi8, 64x128xi8>
        %d0 = tile.mma %first transpose_b unsigned_b : !tile.slot<128x128xi8, 64x128xi8> -> !tile.fragment<128x64xi32>
        %second = arith.addi %k0, %step : index
        %sum, %last = scf.for %k = %second to %k1 step %step iter_args(%acc = %d0, %previous = %first)
            -> (!tile.fragment<128x64xi32>, !tile.slot<128x128xi8, 64x128xi8>) {
          %slot = tile.wait %ring : !tile.ring<128x128xi8, 64x128xi8> -> !tile.slot<128x128xi8, 64x128xi8>
          %d = tile.mma %slot, %acc transpose_b unsigned_b : !tile.slot<128x128xi8, 64x128xi8>, !tile.fragment<128x64xi32> -> !tile.fragment<128x64xi32>
          tile.mma_wait pending(1)
          tile.release %previous to %ring : !tile.slot<128x128xi8, 64x128xi8>, !tile.ring<128x128xi8, 64x128xi8>
          scf.yield %d, %slot : !tile.fragment<128x64xi32>, !tile.slot<128x128xi8, 64x128xi8>
        }
        %done = tile.mma_wait pending(0) %sum : !tile.fragment<128x64xi32> -> !tile.fragment<128x64xi32>
        tile.release %last to %ring : !tile.slot<128x128xi8, 64x128xi8>, !tile.ring<128x128xi8, 64x128xi8>
        tile.store %done, %C[%m, %n] : !tile.fragment<128x64xi32>, memref<?x?xi32>
      }
    }
  }
  tile.kernel @floats(%A: memref<?x?xf8E4M3FN>, %B: memref<?x?xf8E5M2>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %step = arith.constant 128 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xf8E4M3FN>
    %ring = tile.ring stages(3) : !tile.ring<128x128xf8E4M3FN, 64x128xf8E5M2>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 128) {
        scf.for %k = %k0 to %k1 step %step {
          %slot = tile.acquire %ring : !tile.ring<128x128xf8E4M3FN, 64x128xf8E5M2> -> !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>
          tile.load %A[%m, %k] into %slot[0] : memref<?x?xf8E4M3FN>, !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>
          tile.load %B[%n, %k] into %slot[1] : memref<?x?xf8E5M2>, !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>
        }
      }
    }
    tile.role "consumer" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 128) {
        %first = tile.wait %ring : !tile.ring<128x128xf8E4M3FN, 64x128xf8E5M2> -> !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>
        %d0 = tile.mma %first transpose_b : !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2> -> !tile.fragment<128x64xf32>
        %second = arith.addi %k0, %step : index
        %sum, %last = scf.for %k = %second to %k1 step %step iter_args(%acc = %d0, %previous = %first)
            -> (!tile.fragment<128x64xf32>, !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>) {
          %slot = tile.wait %ring : !tile.ring<128x128xf8E4M3FN, 64x128xf8E5M2> -> !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>
          %d = tile.mma %slot, %acc transpose_b : !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>, !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
          tile.mma_wait pending(1)
          tile.release %previous to %ring : !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>, !tile.ring<128x128xf8E4M3FN, 64x128xf8E5M2>
          scf.yield %d, %slot : !tile.fragment<128x64xf32>, !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>
        }
        %done = tile.mma_wait pending(0) %sum : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
        tile.release %last to %ring : !tile.slot<128x128xf8E4M3FN, 64x128xf8E5M2>, !tile.ring<128x128xf8E4M3FN, 64x128xf8E5M2>
        tile.store %done, %C[%m, %n] : !tile.fragment<128x64xf32>, memref<?x?xf32>
      }
    }
  }
  tile.kernel @tf32(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %step = arith.constant 32 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xf32>
    %ring = tile.ring stages(3) : !tile.ring<128x32xf32, 64x32xf32>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 32) {
        scf.for %k = %k0 to %k1 step %step {
          %slot = tile.acquire %ring : !tile.ring<128x32xf32, 64x32xf32> -> !tile.slot<128x32xf32, 64x32xf32>
          tile.load %A[%m, %k] into %slot[0] : memref<?x?xf32>, !tile.slot<128x32xf32, 64x32xf32>
          tile.load %B[%n, %k] into %slot[1] : memref<?x?xf32>, !tile.slot<128x32xf32, 64x32xf32>
        }
      }
    }
    tile.role "consumer" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 32) {
        %first = tile.wait %ring : !tile.ring<128x32xf32, 64x32xf32> -> !tile.slot<128x32xf32, 64x32xf32>
        %d0 = tile.mma %first transpose_b tf32 : !tile.slot<128x32xf32, 64x32xf32> -> !tile.fragment<128x64xf32>
        %second = arith.addi %k0, %step : index
        %sum, %last = scf.for %k = %second to %k1 step %step iter_args(%acc = %d0, %previous = %first)
            -> (!tile.fragment<128x64xf32>, !tile.slot<128x32xf32, 64x32xf32>) {
          %slot = tile.wait %ring : !tile.ring<128x32xf32, 64x32xf32> -> !tile.slot<128x32xf32, 64x32xf32>
          %d = tile.mma %slot, %acc transpose_b tf32 : !tile.slot<128x32xf32, 64x32xf32>, !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
          tile.mma_wait pending(1)
          tile.release %previous to %ring : !tile.slot<128x32xf32, 64x32xf32>, !tile.ring<128x32xf32, 64x32xf32>
          scf.yield %d, %slot : !tile.fragment<128x64xf32>, !tile.slot<128x32xf32, 64x32xf32>
        }
        %done = tile.mma_wait pending(0) %sum : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
        tile.release %last to %ring : !tile.slot<128x32xf32, 64x32xf32>, !tile.ring<128x32xf32, 64x32xf32>
        tile.store %done, %C[%m, %n] : !tile.fragment<128x64xf32>, memref<?x?xf32>
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

// The bits of -2 to 2 in a format whose 1 has these: 2 is 0x40 in both.
func.func private @to_float8(%x: tensor<?x?xf32>, %one: i8) -> tensor<?x?xi8> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  %b0 = arith.constant 0 : i8
  %b2 = arith.constant 0x40 : i8
  %sign = arith.constant -128 : i8
  %rows = tensor.dim %x, %i0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %i1 : tensor<?x?xf32>
  %r = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %x[%i, %j] : tensor<?x?xf32>
    %abs = math.absf %v : f32
    %isZero = arith.cmpf oeq, %v, %zero : f32
    %isOne = arith.cmpf oeq, %abs, %f1 : f32
    %isNegative = arith.cmpf olt, %v, %zero : f32
    %0 = arith.select %isOne, %one, %b2 : i8
    %1 = arith.select %isZero, %b0, %0 : i8
    %2 = arith.ori %1, %sign : i8
    %3 = arith.select %isNegative, %2, %1 : i8
    tensor.yield %3 : i8
  } : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

// A B^T on the host.
func.func private @multiply(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %sum = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %s = arith.addf %z, %xy : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

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
