// What a kernel takes for granted and types leave open is asserted before the
// launch, by the host.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device -split-input-file | FileCheck %s --check-prefixes=CHECK,DEVICE
// RUN: autotune-opt %s -convert-tile-launch-to-gpu -split-input-file | FileCheck %s --check-prefixes=CHECK,HOST

module {
  gpu.module @kernels {
    llvm.func @k(%p0: !llvm.ptr<1>, %p1: i32, %p2: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64},
                  {dim = 0 : i64, kind = "size", operand = 0 : i64},
                  {dim = 1 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }

  // Sizes of 32 bits, rows of 16 bytes or eight elements, and an address at a
  // multiple of 16. Buffers that the launch allocates itself are aligned.
  // CHECK-LABEL: func.func @dynamic(
  // CHECK-SAME: %[[C:.*]]: memref<?x?xbf16>)
  // CHECK: %{{.*}}, %{{.*}}, %[[S:.*]]:2, %[[T:.*]]:2 = memref.extract_strided_metadata %[[C]]
  // CHECK: scf.if
  // DEVICE: %[[ADDRESS:.*]] = arith.index_cast %{{.*}} : index to i64
  // CHECK: %[[MAX0:.*]] = arith.constant 2147418111 : index
  // CHECK: %[[FITS0:.*]] = arith.cmpi ule, %[[S]]#0, %[[MAX0]]
  // CHECK: cf.assert %[[FITS0]], "tile.launch @kernels::@k: operand 0 has more than 2147418111 elements along dimension 0, which the kernel counts in 32 bits"
  // CHECK: %[[FITS1:.*]] = arith.cmpi ule, %[[S]]#1,
  // CHECK: cf.assert %[[FITS1]], "tile.launch @kernels::@k: operand 0 has more than 2147418111 elements along dimension 1, which the kernel counts in 32 bits"
  // CHECK: %[[EIGHT0:.*]] = arith.constant 8 : index
  // CHECK: %[[REST0:.*]] = arith.remui %[[T]]#0, %[[EIGHT0]]
  // CHECK: %[[ROWS:.*]] = arith.cmpi eq, %[[REST0]],
  // CHECK: cf.assert %[[ROWS]], "tile.launch @kernels::@k: operand 0 does not start each row at a multiple of 16 bytes"
  // CHECK: %[[EIGHT1:.*]] = arith.constant 8 : index
  // CHECK: %[[REST1:.*]] = arith.remui %[[S]]#1, %[[EIGHT1]]
  // CHECK: %[[LENGTH:.*]] = arith.cmpi eq, %[[REST1]],
  // CHECK: cf.assert %[[LENGTH]], "tile.launch @kernels::@k: operand 0 has rows that are not a multiple of 16 bytes long"
  // DEVICE: %[[MASK:.*]] = arith.constant 15 : i64
  // DEVICE: %[[LOW:.*]] = arith.andi %[[ADDRESS]], %[[MASK]]
  // DEVICE: %[[START:.*]] = arith.cmpi eq, %[[LOW]],
  // DEVICE: cf.assert %[[START]], "tile.launch @kernels::@k: operand 0 does not start at a multiple of 16 bytes"
  // HOST-NOT: cf.assert
  // CHECK: gpu.wait async
  func.func @dynamic(%c: memref<?x?xbf16>) {
    tile.launch @kernels::@k outs(%c : memref<?x?xbf16>)
    return
  }

  // What the type shows is not asked again: the address is all that is left.
  // CHECK-LABEL: func.func @static(
  // DEVICE: cf.assert %{{.*}}, "tile.launch @kernels::@k: operand 0 does not start at a multiple of 16 bytes"
  // CHECK-NOT: cf.assert
  // CHECK: gpu.launch_func
  func.func @static(%c: memref<16x24xbf16>) {
    tile.launch @kernels::@k outs(%c : memref<16x24xbf16>)
    return
  }
}

// -----

// TMA wants addresses and strides; rows that it stores end where 16 bytes do.
module {
  gpu.module @kernels {
    llvm.func @k(%p0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{box = array<i64: 64, 32>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }

  // CHECK-LABEL: func.func @tma(
  // CHECK-SAME: %[[C:.*]]: memref<?x?xf32>)
  // CHECK: %{{.*}}, %{{.*}}, %[[S:.*]]:2, %[[T:.*]]:2 = memref.extract_strided_metadata %[[C]]
  // CHECK: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK: arith.remui %[[T]]#0, %[[FOUR]]
  // CHECK: cf.assert %{{.*}}, "tile.launch @kernels::@k: operand 0 does not start each row at a multiple of 16 bytes"
  // CHECK: cf.assert %{{.*}}, "tile.launch @kernels::@k: operand 0 has rows that are not a multiple of 16 bytes long"
  // DEVICE: cf.assert %{{.*}}, "tile.launch @kernels::@k: operand 0 does not start at a multiple of 16 bytes"
  // CHECK-NOT: cf.assert
  // CHECK: gpu.launch_func
  func.func @tma(%c: memref<?x?xf32>) {
    tile.launch @kernels::@k outs(%c : memref<?x?xf32>)
    return
  }

  // What it only loads may end anywhere.
  // CHECK-LABEL: func.func @tma_input(
  // CHECK: cf.assert %{{.*}}, "tile.launch @kernels::@k: operand 0 does not start each row
  // CHECK-NOT: bytes long
  // CHECK: gpu.launch_func
  func.func @tma_input(%a: memref<?x?xf32>, %c: memref<8x8xf32>) {
    tile.launch @kernels::@k ins(%a : memref<?x?xf32>) outs(%c : memref<8x8xf32>)
    return
  }
}

// -----

// Each of four CTAs needs a step of 64 of K: three parts must leave some.
module {
  gpu.module @kernels {
    llvm.func @k(%p0: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 4>, ctas_per_sm = 1 : i64, depth = array<i64: 0, 1, 64>, extents = array<i64: 0, 0, 0, 1>,
        params = [{kind = "pointer", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }

  // CHECK-LABEL: func.func @split(
  // CHECK-SAME: %[[C:.*]]: memref<?x?xf32>)
  // CHECK: %{{.*}}, %{{.*}}, %[[S:.*]]:2, %{{.*}}:2 = memref.extract_strided_metadata %[[C]]
  // CHECK: scf.if
  // CHECK: %[[C64:.*]] = arith.constant 64 : index
  // CHECK: %[[STEPS:.*]] = arith.ceildivui %[[S]]#1, %[[C64]]
  // CHECK: %[[C4:.*]] = arith.constant 4 : index
  // CHECK: %[[PART:.*]] = arith.ceildivui %[[STEPS]], %[[C4]]
  // CHECK: %[[C3:.*]] = arith.constant 3 : index
  // CHECK: %[[BEFORE:.*]] = arith.muli %[[PART]], %[[C3]]
  // CHECK: %[[SOME:.*]] = arith.cmpi ult, %[[BEFORE]], %[[STEPS]]
  // CHECK: cf.assert %[[SOME]], "tile.launch @kernels::@k: dimension 1 of operand 0, K, has no step of 64 for each of the 4 CTAs that split it"
  func.func @split(%c: memref<?x?xf32>) {
    tile.launch @kernels::@k outs(%c : memref<?x?xf32>)
    return
  }

  // Seven steps are enough.
  // CHECK-LABEL: func.func @enough(
  // CHECK-NOT: cf.assert
  // CHECK: gpu.launch_func
  func.func @enough(%c: memref<8x448xf32>) {
    tile.launch @kernels::@k outs(%c : memref<8x448xf32>)
    return
  }
}
