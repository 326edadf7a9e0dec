// A residual may be what is written, which the function does not see: each thread
// reads an element of it before it writes that one. If it is another part of that
// memory the program ends.
// UNSUPPORTED: sanitizers
// DEFINE: %{config} = simt
// DEFINE: %{case} = in_place
// DEFINE: %{strides} = ?, 1], offset: ?
// DEFINE: %{compile} = sed 's/@case/@%{case}/; s/#config/#autotune.config<%{config}>/; s/#strides/%{strides}/' %s | autotune-opt -autotune-attach-configs="target=h200 space=none" -autotune-compile="target=h200 buffers=device format=sim" -o %t.mlir
// DEFINE: %{run} = stdbuf -oL %run_sim %t.mlir
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{config} = ampere_mma
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{config} = hopper_wgmma, store = direct, swap = true
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{config} = hopper_wgmma, store = copy, swap = false
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{config} = hopper_wgmma, store = tma, swap = false
// REDEFINE: %{strides} = 64, 1], offset: 0
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{strides} = ?, 1], offset: ?
// REDEFINE: %{config} = hopper_wgmma, tile = [64, 64, 64], cluster = [1, 1], split_k = 2, reduce = shares
// RUN: %{compile}
// RUN: %{run} 2>&1 | FileCheck %s
// REDEFINE: %{case} = shifted
// RUN: %{compile}
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=SHIFTED
// REDEFINE: %{case} = transposed
// RUN: %{compile}
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=SHIFTED

// 64 x 64 times 128 products of ones, and a one.
// CHECK: 528384
// CHECK-NEXT: the product is there
// SHIFTED: operand 2, which is written, overlaps operand 3; it must be in memory of its own
// SHIFTED-NOT: the product is there

func.func private @printI64(i64)
func.func private @printNewline()

!matrix = memref<64x64xf32, strided<[#strides>>
!residual = memref<64x64xf32, strided<[?, ?], offset: ?>>
#id = affine_map<(i, j) -> (i, j)>

func.func private @layer(%a: memref<64x128xbf16>, %b: memref<128x64xbf16>, %r: !residual, %c: !matrix) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<64x64xf32>)
  linalg.matmul {autotune.config = #config} ins(%a, %b : memref<64x128xbf16>, memref<128x64xbf16>) outs(%s : memref<64x64xf32>)
  linalg.add ins(%s, %r : memref<64x64xf32>, !residual) outs(%c : !matrix)
  memref.dealloc %s : memref<64x64xf32>
  return
}

func.func private @multiply(%r: !residual, %c: !matrix) {
  %one = arith.constant 1.0 : bf16
  %a = gpu.alloc host_shared () : memref<64x128xbf16>
  linalg.fill ins(%one : bf16) outs(%a : memref<64x128xbf16>)
  %b = gpu.alloc host_shared () : memref<128x64xbf16>
  linalg.fill ins(%one : bf16) outs(%b : memref<128x64xbf16>)
  call @layer(%a, %b, %r, %c) : (memref<64x128xbf16>, memref<128x64xbf16>, !residual, !matrix) -> ()
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %none = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%rows = %none) -> (f32) {
    %row = scf.for %j = %c0 to %c64 step %c1 iter_args(%elements = %rows) -> (f32) {
      %x = memref.load %c[%i, %j] : !matrix
      %s = arith.addf %elements, %x : f32
      scf.yield %s : f32
    }
    scf.yield %row : f32
  }
  %number = arith.fptosi %sum : f32 to i64
  call @printI64(%number) : (i64) -> ()
  call @printNewline() : () -> ()
  vector.print str "the product is there\n"
  return
}

func.func private @in_place(%arena: memref<8192xf32>) {
  %s = memref.reinterpret_cast %arena to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<8192xf32> to memref<64x64xf32, strided<[64, 1], offset: 0>>
  %c = memref.cast %s : memref<64x64xf32, strided<[64, 1], offset: 0>> to !matrix
  %r = memref.cast %s : memref<64x64xf32, strided<[64, 1], offset: 0>> to !residual
  call @multiply(%r, %c) : (!residual, !matrix) -> ()
  return
}

func.func private @shifted(%arena: memref<8192xf32>) {
  %r = memref.reinterpret_cast %arena to offset: [4], sizes: [64, 64], strides: [64, 1] : memref<8192xf32> to memref<64x64xf32, strided<[64, 1], offset: 4>>
  %rs = memref.cast %r : memref<64x64xf32, strided<[64, 1], offset: 4>> to !residual
  %c = memref.reinterpret_cast %arena to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<8192xf32> to memref<64x64xf32, strided<[64, 1], offset: 0>>
  %cs = memref.cast %c : memref<64x64xf32, strided<[64, 1], offset: 0>> to !matrix
  call @multiply(%rs, %cs) : (!residual, !matrix) -> ()
  return
}

func.func private @transposed(%arena: memref<8192xf32>) {
  %r = memref.reinterpret_cast %arena to offset: [0], sizes: [64, 64], strides: [1, 64] : memref<8192xf32> to memref<64x64xf32, strided<[1, 64], offset: 0>>
  %rs = memref.cast %r : memref<64x64xf32, strided<[1, 64], offset: 0>> to !residual
  %c = memref.reinterpret_cast %arena to offset: [0], sizes: [64, 64], strides: [64, 1] : memref<8192xf32> to memref<64x64xf32, strided<[64, 1], offset: 0>>
  %cs = memref.cast %c : memref<64x64xf32, strided<[64, 1], offset: 0>> to !matrix
  call @multiply(%rs, %cs) : (!residual, !matrix) -> ()
  return
}

func.func @main() {
  %one = arith.constant 1.0 : f32
  %arena = gpu.alloc host_shared () : memref<8192xf32>
  linalg.fill ins(%one : f32) outs(%arena : memref<8192xf32>)
  call @case(%arena) : (memref<8192xf32>) -> ()
  return
}
