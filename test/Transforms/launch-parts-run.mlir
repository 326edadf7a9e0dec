// What is written in a part of a host buffer is in a copy of all of it on the
// device, the rest of which comes back as it was; a scalar is staged though the
// other buffers are the device's. Of arguments that are parts of something the
// memory between their rows goes there and back too.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" -o %t.attached
// RUN: autotune-opt %t.attached -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: autotune-opt %t.attached -autotune-compile="target=h200 format=sim buffers=device" \
// RUN:   | FileCheck %s --check-prefix=DEVICE

// Sums of 32 ones behind 16 columns, times a factor; what is beside them.
// CHECK: {{^}}160{{$}}
// CHECK-NEXT: {{^}}7{{$}}
// CHECK: {{^}}160{{$}}
// CHECK-NEXT: {{^}}7{{$}}

// Sums of the rows of A from the last to the first, of which that one is of twos,
// added to what was in C.
// CHECK-NEXT: {{^}}71{{$}}
// CHECK-NEXT: {{^}}7{{$}}
// CHECK-NEXT: {{^}}39{{$}}
// CHECK-NEXT: {{^}}7{{$}}

// DEVICE-LABEL: llvm.func @scaled(
// DEVICE: llvm.call @mgpuMemAlloc
// DEVICE-NOT: llvm.call @mgpuMemAlloc
// DEVICE: llvm.call @mgpuMemcpy
// DEVICE-NOT: llvm.call @mgpuMemcpy
// DEVICE: llvm.call @mgpuMemFree
// DEVICE-LABEL: llvm.func @print(

#id = affine_map<(m, n) -> (m, n)>
#none = affine_map<(m, n) -> ()>

func.func private @printF64(f64)
func.func private @printNewline()

func.func @scaled(%a: memref<16x32xf32>, %b: memref<32x16xf32>, %s: f32, %all: memref<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<16x16xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x16xf32>) outs(%sums : memref<16x16xf32>)
  %c = memref.subview %all[0, 16] [16, 16] [1, 1] : memref<16x64xf32> to memref<16x16xf32, strided<[64, 1], offset: 16>>
  linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums, %s : memref<16x16xf32>, f32) outs(%c : memref<16x16xf32, strided<[64, 1], offset: 16>>) {
  ^bb0(%x: f32, %f: f32, %old: f32):
    %y = arith.mulf %x, %f : f32
    linalg.yield %y : f32
  }
  return
}

func.func @strided(%a: memref<16x32xf32, strided<[?, 1], offset: ?>>, %b: memref<32x16xf32, strided<[1, 48]>>, %c: memref<16x16xf32, strided<[?, 1], offset: ?>>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<16x16xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<16x16xf32>)
  linalg.matmul ins(%a, %b : memref<16x32xf32, strided<[?, 1], offset: ?>>, memref<32x16xf32, strided<[1, 48]>>) outs(%sums : memref<16x16xf32>)
  linalg.add ins(%sums, %c : memref<16x16xf32>, memref<16x16xf32, strided<[?, 1], offset: ?>>) outs(%c : memref<16x16xf32, strided<[?, 1], offset: ?>>)
  return
}

func.func @print(%all: memref<16x64xf32>, %i: index, %j: index) {
  %x = memref.load %all[%i, %j] : memref<16x64xf32>
  %y = arith.extf %x : f32 to f64
  func.call @printF64(%y) : (f64) -> ()
  func.call @printNewline() : () -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %five = arith.constant 5.0 : f32
  %seven = arith.constant 7.0 : f32
  %a = memref.alloc() : memref<16x32xf32>
  %b = memref.alloc() : memref<32x16xf32>
  %all = memref.alloc() : memref<16x64xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<16x32xf32>)
  linalg.fill ins(%one : f32) outs(%b : memref<32x16xf32>)
  linalg.fill ins(%seven : f32) outs(%all : memref<16x64xf32>)
  call @scaled(%a, %b, %five, %all) : (memref<16x32xf32>, memref<32x16xf32>, f32, memref<16x64xf32>) -> ()
  call @print(%all, %c0, %c16) : (memref<16x64xf32>, index, index) -> ()
  call @print(%all, %c0, %c15) : (memref<16x64xf32>, index, index) -> ()
  call @print(%all, %c15, %c31) : (memref<16x64xf32>, index, index) -> ()
  call @print(%all, %c15, %c32) : (memref<16x64xf32>, index, index) -> ()

  %two = arith.constant 2.0 : f32
  %last = memref.subview %a[15, 0] [1, 32] [1, 1] : memref<16x32xf32> to memref<1x32xf32, strided<[32, 1], offset: 480>>
  linalg.fill ins(%two : f32) outs(%last : memref<1x32xf32, strided<[32, 1], offset: 480>>)
  %turned = memref.reinterpret_cast %a to offset: [480], sizes: [16, 32], strides: [-32, 1] : memref<16x32xf32> to memref<16x32xf32, strided<[-32, 1], offset: 480>>
  %as = memref.cast %turned : memref<16x32xf32, strided<[-32, 1], offset: 480>> to memref<16x32xf32, strided<[?, 1], offset: ?>>
  %columns = memref.alloc() : memref<768xf32>
  linalg.fill ins(%one : f32) outs(%columns : memref<768xf32>)
  %bs = memref.reinterpret_cast %columns to offset: [0], sizes: [32, 16], strides: [1, 48] : memref<768xf32> to memref<32x16xf32, strided<[1, 48]>>
  linalg.fill ins(%seven : f32) outs(%all : memref<16x64xf32>)
  %part = memref.subview %all[0, 16] [16, 16] [1, 1] : memref<16x64xf32> to memref<16x16xf32, strided<[64, 1], offset: 16>>
  %cs = memref.cast %part : memref<16x16xf32, strided<[64, 1], offset: 16>> to memref<16x16xf32, strided<[?, 1], offset: ?>>
  call @strided(%as, %bs, %cs) : (memref<16x32xf32, strided<[?, 1], offset: ?>>, memref<32x16xf32, strided<[1, 48]>>, memref<16x16xf32, strided<[?, 1], offset: ?>>) -> ()
  call @print(%all, %c0, %c16) : (memref<16x64xf32>, index, index) -> ()
  call @print(%all, %c0, %c15) : (memref<16x64xf32>, index, index) -> ()
  call @print(%all, %c15, %c31) : (memref<16x64xf32>, index, index) -> ()
  call @print(%all, %c15, %c32) : (memref<16x64xf32>, index, index) -> ()
  return
}
