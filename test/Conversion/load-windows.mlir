// Loads of windows become TMA's im2col mode, and the launch passes what the
// kernel and the tensor map must know of them.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -canonicalize -cse -verify-diagnostics | FileCheck %s
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -convert-tile-launch-to-gpu=buffers=device \
// RUN:   -canonicalize -cse -verify-diagnostics | FileCheck %s --check-prefix=HOST

module {
  gpu.module @kernels {
    // CHECK-LABEL: llvm.func @conv(
    // CHECK-SAME: %[[R:[a-z0-9]+]]: i32, %[[S:[a-z0-9]+]]: i32, %[[SH:[a-z0-9]+]]: i32, %[[SW:[a-z0-9]+]]: i32, %[[DH:[a-z0-9]+]]: i32, %[[DW:[a-z0-9]+]]: i32, %[[TOP:[a-z0-9]+]]: i32, %[[LEFT:[a-z0-9]+]]: i32, %[[HO:[a-z0-9]+]]: i32, %[[WO:[a-z0-9]+]]: i32, %[[MAP:[a-z0-9]+]]: !llvm.ptr {
    // CHECK-SAME: {kind = "window", number = "rows", operand = 0 : i64}, {kind = "window", number = "columns", operand = 0 : i64}
    // CHECK-SAME: {kind = "window", number = "row_stride", operand = 0 : i64}, {kind = "window", number = "column_stride", operand = 0 : i64}
    // CHECK-SAME: {kind = "window", number = "row_dilation", operand = 0 : i64}, {kind = "window", number = "column_dilation", operand = 0 : i64}
    // CHECK-SAME: {kind = "window", number = "top", operand = 0 : i64}, {kind = "window", number = "left", operand = 0 : i64}
    // CHECK-SAME: {kind = "window", number = "place_rows", operand = 0 : i64}, {kind = "window", number = "place_columns", operand = 0 : i64}
    // CHECK-SAME: {batched, box = array<i64: 512, 64>, kind = "tensor_map", operand = 0 : i64, outer, swizzle = 128 : i64, windowed}
    // The divisions are before the loop over the pixels of a window.
    // CHECK: %[[M:.*]] = arith.muli %{{.*}}, %c512_i32
    // CHECK: %[[LINE:.*]] = arith.divui %[[M]], %[[WO]] : i32
    // CHECK: %[[IMAGE:.*]] = arith.divui %[[LINE]], %[[HO]] : i32
    // CHECK: %[[BEFORE:.*]] = arith.muli %[[LINE]], %[[WO]] : i32
    // CHECK: %[[Q:.*]] = arith.subi %[[M]], %[[BEFORE]] : i32
    // CHECK: %[[ABOVE:.*]] = arith.muli %[[IMAGE]], %[[HO]] : i32
    // CHECK: %[[P:.*]] = arith.subi %[[LINE]], %[[ABOVE]] : i32
    // CHECK: %[[QS:.*]] = arith.muli %[[Q]], %[[SW]] : i32
    // CHECK: %[[W:.*]] = arith.subi %[[QS]], %[[LEFT]] : i32
    // CHECK: %[[PS:.*]] = arith.muli %[[P]], %[[SH]] : i32
    // CHECK: %[[H:.*]] = arith.subi %[[PS]], %[[TOP]] : i32
    // CHECK: scf.for
    // CHECK-NOT: arith.divui
    // CHECK: %[[RD:.*]] = arith.muli %{{.*}}, %[[DH]] : i32
    // CHECK: %[[OH:.*]] = arith.trunci %[[RD]] : i32 to i16
    // CHECK: %[[OW:.*]] = arith.trunci %[[DW]] : i32 to i16
    // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[MAP]], %{{.*}}, box[%c0_i32, %[[W]], %[[H]], %[[IMAGE]]] im2col[%[[OW]], %[[OH]]] {mode = #nvvm.tma_load_mode<im2col>}
    tile.kernel @conv(%x: memref<?x?x?x?xf16>, %y: memref<?x?xf16>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %step = arith.constant 64 : index
      %M = memref.dim %y, %c0 : memref<?x?xf16>
      %N = memref.dim %y, %c1 : memref<?x?xf16>
      %R, %S = tile.window_size
      %places = arith.muli %R, %S : index
      %K = arith.muli %places, %step : index
      %ring = tile.ring stages(2) : !tile.ring<512x64xf16>
      tile.role "producer" warps(4) elect {
        tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(512, 64, 64) {
          scf.for %r = %c0 to %R step %c1 {
            %slot = tile.acquire %ring : !tile.ring<512x64xf16> -> !tile.slot<512x64xf16>
            tile.load %x[%m, %c0] window [%r, %c1] into %slot[0] : memref<?x?x?x?xf16>, !tile.slot<512x64xf16>
          }
        }
      }
    }
  }

  // What types tell is not computed at run time: 5 rows and 6 columns of windows.
  // HOST-LABEL: func.func @static(
  // HOST-DAG: %[[NUMBERS:.*]] = llvm.mlir.constant(dense<[3, 3, 2, 2, 1, 1, 1, 1, 1, 1]> : tensor<10xi64>) : !llvm.array<10 x i64>
  // HOST-DAG: %[[FIVE:.*]] = arith.constant 5 : i32
  // HOST-DAG: %[[SIX:.*]] = arith.constant 6 : i32
  // HOST: llvm.store %[[NUMBERS]], %[[PLACE:.*]] : !llvm.array<10 x i64>, !llvm.ptr
  // HOST: llvm.call @mgpuAutotuneTensorMapEncodeWindows(%{{.*}}, %[[PLACE]])
  // HOST: gpu.launch_func async {{.*}}%[[FIVE]] : i32, %[[SIX]] : i32, %{{.*}} : !llvm.array<128 x i8>)
  func.func @static(%x: memref<2x9x11x64xf16>, %y: memref<60x64xf16>) {
    tile.launch @kernels::@conv ins(%x : memref<2x9x11x64xf16>) outs(%y : memref<60x64xf16>)
        window [3, 3] strides [2, 2] dilations [1, 1] padding [1, 1, 1, 1]
    return
  }

  // HOST-LABEL: func.func @dynamic(
  // HOST-SAME: %[[X:.*]]: memref<?x?x?x64xf16>
  // HOST: %{{.*}}, %{{.*}}, %[[SIZES:.*]]:4, %{{.*}}:4 = memref.extract_strided_metadata %[[X]]
  // Rows of the image, less those that a window reaches over.
  // HOST: %[[ROOM:.*]] = arith.addi %[[SIZES]]#1, %c-3
  // HOST: %[[SOME:.*]] = arith.maxsi %[[ROOM]], %c0
  // HOST: cf.assert %{{.*}}, "tile.launch @kernels::@conv: operand 1 has another number of rows than the images of operand 0 have windows"
  func.func @dynamic(%x: memref<?x?x?x64xf16>, %y: memref<?x64xf16>) {
    tile.launch @kernels::@conv ins(%x : memref<?x?x?x64xf16>) outs(%y : memref<?x64xf16>)
        window [3, 1] strides [2, 1] dilations [2, 1] padding [0, 0, 1, 0]
    return
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>, %z: memref<?x?x?x?xf16>, %y: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %y, %c0 : memref<?x?xf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xf16, 64x64xf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xf16, 64x64xf16> -> !tile.slot<64x64xf16, 64x64xf16>
        tile.load %x[%m, %c0] window [%c0, %c0] into %slot[0] : memref<?x?x?x?xf16>, !tile.slot<64x64xf16, 64x64xf16>
        // expected-error@+1 {{'tile.load' op with 'window': the images must be one argument of the kernel, in all loads; a launch has one window}}
        tile.load %z[%m, %c0] window [%c0, %c0] into %slot[1] : memref<?x?x?x?xf16>, !tile.slot<64x64xf16, 64x64xf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%y: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %y, %c0 : memref<?x?xf16>
    // expected-error@+1 {{'tile.window_size' op is for kernels that load windows; this one loads none}}
    %R, %S = tile.window_size
    tile.role "producer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %R) tile(64, 64, 64) {
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>, %y: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %y, %c0 : memref<?x?xf16>
    %ring = tile.ring stages(1) : !tile.ring<1032x64xf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<1032x64xf16> -> !tile.slot<1032x64xf16>
        // expected-error@+1 {{'tile.load' op loads 1032 rows at once; TMA takes at most 1024}}
        tile.load %x[%m, %c0] window [%c0, %c0] into %slot[0] : memref<?x?x?x?xf16>, !tile.slot<1032x64xf16>
      }
    }
  }
}
