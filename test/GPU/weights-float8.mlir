// Every float of 8 bits, as weights that a kernel widens: all are exact in 16 bits,
// infinities and NaNs too. Each is one row of weights, and all else are zeros.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" -o %t.attached
// RUN: FileCheck %s --check-prefix=CONFIG <%t.attached
// RUN: autotune-opt %t.attached -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %t.attached \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// CONFIG-COUNT-4: autotune.config = #autotune.config<hopper_wgmma,

// Each line pair: wrong elements, and whether any is other than 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func private @e4m3_bf16(%x: tensor<16x128xbf16>, %w: tensor<256x128xf8E4M3FN>) -> tensor<16x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%x, %w : tensor<16x128xbf16>, tensor<256x128xf8E4M3FN>) outs(%f : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %d : tensor<16x256xf32>
}
func.func private @e4m3_f16(%x: tensor<16x128xf16>, %w: tensor<256x128xf8E4M3FN>) -> tensor<16x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%x, %w : tensor<16x128xf16>, tensor<256x128xf8E4M3FN>) outs(%f : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %d : tensor<16x256xf32>
}
func.func private @e5m2_bf16(%x: tensor<16x128xbf16>, %w: tensor<256x128xf8E5M2>) -> tensor<16x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%x, %w : tensor<16x128xbf16>, tensor<256x128xf8E5M2>) outs(%f : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %d : tensor<16x256xf32>
}
func.func private @e5m2_f16(%x: tensor<16x128xf16>, %w: tensor<256x128xf8E5M2>) -> tensor<16x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%x, %w : tensor<16x128xf16>, tensor<256x128xf8E5M2>) outs(%f : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %d : tensor<16x256xf32>
}

// Number n of each row: what byte n is, with so many bits of significand, what is to be
// added to its exponent, the unit of numbers without a leading one, and the first
// infinity and NaN.
func.func private @decode(%bits: i32, %bias: i32, %unit: f32, %infinity: i32, %nan: i32) -> tensor<?x?xf32> {
  %rows = arith.constant 16 : index
  %columns = arith.constant 256 : index
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %mask = arith.constant 127 : i32
  %width = arith.constant 23 : i32
  %infinite = arith.constant 0x7F800000 : f32
  %undefined = arith.constant 0x7FC00000 : f32
  %y = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %byte = arith.index_cast %j : index to i32
    %size = arith.andi %byte, %mask : i32
    %exponent = arith.shrui %size, %bits : i32
    %up = arith.subi %width, %bits : i32
    %field = arith.shli %size, %up : i32
    %offset = arith.shli %bias, %width : i32
    %word = arith.addi %field, %offset : i32
    %normal = arith.bitcast %word : i32 to f32
    %whole = arith.sitofp %size : i32 to f32
    %small = arith.mulf %whole, %unit : f32
    %isSmall = arith.cmpi eq, %exponent, %none : i32
    %0 = arith.select %isSmall, %small, %normal : f32
    %isInfinite = arith.cmpi eq, %size, %infinity : i32
    %1 = arith.select %isInfinite, %infinite, %0 : f32
    %isNaN = arith.cmpi uge, %size, %nan : i32
    %2 = arith.select %isNaN, %undefined, %1 : f32
    %negative = arith.negf %2 : f32
    %isNegative = arith.cmpi ugt, %byte, %mask : i32
    %3 = arith.select %isNegative, %negative, %2 : f32
    tensor.yield %3 : f32
  } : tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %m = arith.constant 16 : index
  %n = arith.constant 256 : index
  %k = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %none = arith.constant 0 : i8
  %x = tensor.generate %m, %k {
  ^bb0(%i: index, %j: index):
    %isFirst = arith.cmpi eq, %j, %c0 : index
    %0 = arith.select %isFirst, %one, %zero : f32
    tensor.yield %0 : f32
  } : tensor<?x?xf32>
  %w = tensor.generate %n, %k {
  ^bb0(%i: index, %j: index):
    %isFirst = arith.cmpi eq, %j, %c0 : index
    %byte = arith.index_cast %i : index to i8
    %0 = arith.select %isFirst, %byte, %none : i8
    tensor.yield %0 : i8
  } : tensor<?x?xi8>
  %c3 = arith.constant 3 : i32
  %c2 = arith.constant 2 : i32
  %bias7 = arith.constant 120 : i32
  %bias15 = arith.constant 112 : i32
  %unit9 = arith.constant 0.001953125 : f32
  %unit16 = arith.constant 1.52587890625e-05 : f32
  %never = arith.constant 256 : i32
  %infinity = arith.constant 124 : i32
  %nan4 = arith.constant 127 : i32
  %nan5 = arith.constant 125 : i32
  %want4 = call @decode(%c3, %bias7, %unit9, %never, %nan4) : (i32, i32, f32, i32, i32) -> tensor<?x?xf32>
  %want5 = call @decode(%c2, %bias15, %unit16, %infinity, %nan5) : (i32, i32, f32, i32, i32) -> tensor<?x?xf32>
  %x_bf16d = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xbf16>
  %x_bf16 = tensor.cast %x_bf16d : tensor<?x?xbf16> to tensor<16x128xbf16>
  %x_f16d = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xf16>
  %x_f16 = tensor.cast %x_f16d : tensor<?x?xf16> to tensor<16x128xf16>
  %w_e4m3d = arith.bitcast %w : tensor<?x?xi8> to tensor<?x?xf8E4M3FN>
  %w_e4m3 = tensor.cast %w_e4m3d : tensor<?x?xf8E4M3FN> to tensor<256x128xf8E4M3FN>
  %w_e5m2d = arith.bitcast %w : tensor<?x?xi8> to tensor<?x?xf8E5M2>
  %w_e5m2 = tensor.cast %w_e5m2d : tensor<?x?xf8E5M2> to tensor<256x128xf8E5M2>
  %e4m3_bf16 = call @e4m3_bf16(%x_bf16, %w_e4m3) : (tensor<16x128xbf16>, tensor<256x128xf8E4M3FN>) -> tensor<16x256xf32>
  %got_e4m3_bf16 = tensor.cast %e4m3_bf16 : tensor<16x256xf32> to tensor<?x?xf32>
  call @compare(%got_e4m3_bf16, %want4) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %e4m3_f16 = call @e4m3_f16(%x_f16, %w_e4m3) : (tensor<16x128xf16>, tensor<256x128xf8E4M3FN>) -> tensor<16x256xf32>
  %got_e4m3_f16 = tensor.cast %e4m3_f16 : tensor<16x256xf32> to tensor<?x?xf32>
  call @compare(%got_e4m3_f16, %want4) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %e5m2_bf16 = call @e5m2_bf16(%x_bf16, %w_e5m2) : (tensor<16x128xbf16>, tensor<256x128xf8E5M2>) -> tensor<16x256xf32>
  %got_e5m2_bf16 = tensor.cast %e5m2_bf16 : tensor<16x256xf32> to tensor<?x?xf32>
  call @compare(%got_e5m2_bf16, %want5) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %e5m2_f16 = call @e5m2_f16(%x_f16, %w_e5m2) : (tensor<16x128xf16>, tensor<256x128xf8E5M2>) -> tensor<16x256xf32>
  %got_e5m2_f16 = tensor.cast %e5m2_f16 : tensor<16x256xf32> to tensor<?x?xf32>
  call @compare(%got_e5m2_f16, %want5) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

// Prints the number of elements that differ, NaNs being equal, and whether any is not 0.
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
      %isSame = arith.cmpf oeq, %x, %y : f32
      %isNaN = arith.cmpf uno, %x, %x : f32
      %wantsNaN = arith.cmpf uno, %y, %y : f32
      %areNaN = arith.andi %isNaN, %wantsNaN : i1
      %isRight = arith.ori %isSame, %areNaN : i1
      %nonzero = arith.cmpf une, %y, %fzero : f32
      %w2 = arith.addi %w1, %one : i64
      %w3 = arith.select %isRight, %w1, %w2 : i64
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
