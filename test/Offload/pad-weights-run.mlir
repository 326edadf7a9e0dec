// A weight with rows of 260 bytes, which TMA can't load. Without the attribute,
// the kernel copies or packs it at each launch. With it, the program makes a padded
// copy in the first of two calls, and the kernel loads that.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=sim offload attach" -o %t.mlir
// RUN: env AUTOTUNE_SIM_VERBOSE=1 %run_sim %t.mlir >%t.out 2>%t.err
// RUN: FileCheck %s <%t.out
// RUN: FileCheck %s --check-prefix=LAUNCH <%t.err
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=isa offload attach" \
// RUN:   -mlir-print-ir-before=convert-tile-launch-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: sed 's/ {autotune.frozen}//' %s | autotune-opt -autotune-prepare -autotune-compile="target=h200 format=isa offload attach" \
// RUN:   -mlir-print-ir-before=convert-tile-launch-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=PACKED

// CHECK: [64, 128, 192, 256, 320, 384, 0, 64, 128, 192]
// CHECK: [64, 128, 192, 256, 320, 384, 0, 64, 128, 192]

// The weight and its copy, and then the product of each call.
// LAUNCH-COUNT-2: rows_{{[01]}}
// LAUNCH: matmul_
// LAUNCH-NOT: rows_{{[01]}}
// LAUNCH: matmul_
// LAUNCH-NOT: rows_{{[01]}}

// KERNEL: tile.launch @{{.*}}matmul_hopper_wgmma{{.*}} ins({{.*}} : memref<128x128xf16>, memref<128x130xf16, strided<[192, 1]>>)
// KERNEL-NOT: load = pack
// PACKED: tile.launch @{{.*}}matmul_{{.*}} ins({{.*}} : memref<128x128xf16>, memref<128x130xf16>)

#id = affine_map<(i, j) -> (i, j)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @model(%x: tensor<128x128xf16>, %w: tensor<128x130xf16> {autotune.frozen}) -> tensor<128x130xf16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<128x130xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<128x130xf16>) -> tensor<128x130xf16>
  %y = linalg.matmul ins(%x, %w : tensor<128x128xf16>, tensor<128x130xf16>) outs(%f : tensor<128x130xf16>) -> tensor<128x130xf16>
  return %y : tensor<128x130xf16>
}

func.func private @print(%x: tensor<128x128xf16>, %w: tensor<128x130xf16>) {
  %r = call @model(%x, %w) : (tensor<128x128xf16>, tensor<128x130xf16>) -> tensor<128x130xf16>
  %s = tensor.extract_slice %r[127, 120] [1, 10] [1, 1] : tensor<128x130xf16> to tensor<1x10xf16>
  %v = arith.extf %s : tensor<1x10xf16> to tensor<1x10xf32>
  %m = bufferization.to_buffer %v read_only : tensor<1x10xf32> to memref<1x10xf32>
  %u = memref.cast %m : memref<1x10xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  %half = arith.constant dense<0.5> : tensor<128x128xf16>
  %e = tensor.empty() : tensor<128x130xf16>
  %w = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<128x130xf16>) {
  ^bb0(%o: f16):
    %seven = arith.constant 7 : index
    %j = linalg.index 1 : index
    %k = arith.remui %j, %seven : index
    %i = arith.index_cast %k : index to i32
    %v = arith.sitofp %i : i32 to f16
    linalg.yield %v : f16
  } -> tensor<128x130xf16>
  call @print(%half, %w) : (tensor<128x128xf16>, tensor<128x130xf16>) -> ()
  call @print(%half, %w) : (tensor<128x128xf16>, tensor<128x130xf16>) -> ()
  return
}
