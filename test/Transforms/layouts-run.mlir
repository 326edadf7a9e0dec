// Column-major matrices of a sum and of a pair whose matrices are halves of one,
// against loops.
// UNSUPPORTED: sanitizers
// RUN: autotune-opt %s -autotune-attach-configs='target=h200 space=none' -autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=LAUNCH
// RUN: autotune-opt %s -autotune-attach-configs='target=h200 space=none' -autotune-compile='target=h200 buffers=device format=sim' | %run_sim | FileCheck %s

// LAUNCH-LABEL: func.func private @sum(
// LAUNCH-COUNT-4: memref.transpose
// LAUNCH: tile.launch
// LAUNCH-NOT: tile.launch
// LAUNCH-LABEL: func.func private @halves(
// LAUNCH: memref.transpose
// LAUNCH-COUNT-2: memref.subview
// LAUNCH: tile.launch {{.*}} outs(%arg2
// LAUNCH-NOT: tile.launch
// LAUNCH-LABEL: func.func private @differences(
// CHECK: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1

!columns = memref<64x64xbf16, strided<[1, 64]>>
!both = memref<64x128xbf16, strided<[1, 64]>>
!result = memref<64x64xf32>
#id = affine_map<(i, j) -> (i, j)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func private @sum(%a: !columns, %b: !columns, %a2: !columns, %b2: !columns, %c: !result) {
  linalg.matmul ins(%a, %b : !columns, !columns) outs(%c : !result)
  linalg.matmul ins(%a2, %b2 : !columns, !columns) outs(%c : !result)
  return
}

func.func private @halves(%a: !columns, %b: !both, %c: !result) {
  %zero = arith.constant 0.0 : f32
  %product = memref.alloc() : memref<64x128xf32>
  linalg.fill ins(%zero : f32) outs(%product : memref<64x128xf32>)
  linalg.matmul ins(%a, %b : !columns, !both) outs(%product : memref<64x128xf32>)
  %left = memref.subview %product[0, 0] [64, 64] [1, 1] : memref<64x128xf32> to memref<64x64xf32, strided<[128, 1]>>
  %right = memref.subview %product[0, 64] [64, 64] [1, 1] : memref<64x128xf32> to memref<64x64xf32, strided<[128, 1], offset: 64>>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%left, %right : memref<64x64xf32, strided<[128, 1]>>, memref<64x64xf32, strided<[128, 1], offset: 64>>) outs(%c : !result) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %two = arith.constant 2.0 : f32
    %t = arith.mulf %y, %two : f32
    %d = arith.subf %x, %t : f32
    linalg.yield %d : f32
  }
  return
}

// How many elements of two matrices are not the same.
func.func private @differences(%x: !result, %y: !result) {
  %none = arith.constant 0 : i64
  %count = memref.alloca() : memref<i64>
  memref.store %none, %count[] : memref<i64>
  linalg.generic {indexing_maps = [#id, #id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : !result, !result) outs(%count : memref<i64>) {
  ^bb0(%p: f32, %q: f32, %n: i64):
    %differs = arith.cmpf une, %p, %q : f32
    %one = arith.extui %differs : i1 to i64
    %s = arith.addi %n, %one : i64
    linalg.yield %s : i64
  }
  %n = memref.load %count[] : memref<i64>
  call @printI64(%n) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

// Small integers, of which no two rows or columns are alike.
func.func private @make(%seed: index) -> memref<8192xbf16> {
  %buffer = gpu.alloc host_shared () : memref<8192xbf16>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c13 = arith.constant 13 : index
  %c8192 = arith.constant 8192 : index
  %low = arith.constant 3 : i32
  scf.for %i = %c0 to %c8192 step %c1 {
    %square = arith.muli %i, %i : index
    %tall = arith.divui %square, %c13 : index
    %moved = arith.addi %tall, %seed : index
    %rest = arith.remui %moved, %c7 : index
    %number = arith.index_cast %rest : index to i32
    %signed = arith.subi %number, %low : i32
    %float = arith.sitofp %signed : i32 to bf16
    memref.store %float, %buffer[%i] : memref<8192xbf16>
  }
  return %buffer : memref<8192xbf16>
}

// By upstream's loops.
func.func private @multiply(%a: !columns, %b: !columns, %c: !result) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : !columns, !columns) outs(%c : !result) {
  ^bb0(%x: bf16, %y: bf16, %z: f32):
    %x32 = arith.extf %x : bf16 to f32
    %y32 = arith.extf %y : bf16 to f32
    %p = arith.mulf %x32, %y32 : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

func.func private @zeros() -> !result {
  %zero = arith.constant 0.0 : f32
  %c = gpu.alloc host_shared () : !result
  linalg.fill ins(%zero : f32) outs(%c : !result)
  return %c : !result
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = call @make(%c0) : (index) -> memref<8192xbf16>
  %1 = call @make(%c1) : (index) -> memref<8192xbf16>
  %2 = call @make(%c2) : (index) -> memref<8192xbf16>
  %3 = call @make(%c3) : (index) -> memref<8192xbf16>
  %a = memref.reinterpret_cast %0 to offset: [0], sizes: [64, 64], strides: [1, 64] : memref<8192xbf16> to !columns
  %b = memref.reinterpret_cast %1 to offset: [0], sizes: [64, 64], strides: [1, 64] : memref<8192xbf16> to !columns
  %a2 = memref.reinterpret_cast %2 to offset: [0], sizes: [64, 64], strides: [1, 64] : memref<8192xbf16> to !columns
  %b2 = memref.reinterpret_cast %3 to offset: [0], sizes: [64, 64], strides: [1, 64] : memref<8192xbf16> to !columns
  %got = call @zeros() : () -> !result
  %want = call @zeros() : () -> !result
  call @sum(%a, %b, %a2, %b2, %got) : (!columns, !columns, !columns, !columns, !result) -> ()
  call @multiply(%a, %b, %want) : (!columns, !columns, !result) -> ()
  call @multiply(%a2, %b2, %want) : (!columns, !columns, !result) -> ()
  call @differences(%got, %want) : (!result, !result) -> ()

  %both = memref.reinterpret_cast %1 to offset: [0], sizes: [64, 128], strides: [1, 64] : memref<8192xbf16> to !both
  %rightCast = memref.reinterpret_cast %1 to offset: [4096], sizes: [64, 64], strides: [1, 64] : memref<8192xbf16> to memref<64x64xbf16, strided<[1, 64], offset: 4096>>
  %copy = gpu.alloc host_shared () : memref<8192xbf16>
  %right = memref.reinterpret_cast %copy to offset: [0], sizes: [64, 64], strides: [1, 64] : memref<8192xbf16> to !columns
  memref.copy %rightCast, %right : memref<64x64xbf16, strided<[1, 64], offset: 4096>> to !columns
  %made = call @zeros() : () -> !result
  %left = call @zeros() : () -> !result
  %twice = call @zeros() : () -> !result
  call @halves(%a, %both, %made) : (!columns, !both, !result) -> ()
  call @multiply(%a, %b, %left) : (!columns, !columns, !result) -> ()
  call @multiply(%a, %right, %twice) : (!columns, !columns, !result) -> ()
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%twice : !result) outs(%left : !result) {
  ^bb0(%y: f32, %x: f32):
    %two = arith.constant 2.0 : f32
    %t = arith.mulf %y, %two : f32
    %d = arith.subf %x, %t : f32
    linalg.yield %d : f32
  }
  call @differences(%made, %left) : (!result, !result) -> ()

  // It can tell.
  %first = memref.load %got[%c1, %c2] : !result
  %one = arith.constant 1.0 : f32
  %more = arith.addf %first, %one : f32
  memref.store %more, %got[%c1, %c2] : !result
  call @differences(%got, %want) : (!result, !result) -> ()
  return
}

func.func private @printI64(i64)
func.func private @printNewline()
