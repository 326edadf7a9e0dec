// Weights of 4-bit integers, as they are and with scales: the program makes one
// copy in another order, in the first of two calls, and the kernels of both
// products read that. The results are those of kernels that read the weights as
// they are, which is what other arguments get.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=sim offload attach" -o %t.mlir
// RUN: env AUTOTUNE_SIM_VERBOSE=1 %run_sim %t.mlir >%t.out 2>%t.err
// RUN: FileCheck %s <%t.out
// RUN: FileCheck %s --check-prefix=LAUNCH <%t.err
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=isa offload attach" \
// RUN:   -mlir-print-ir-before=convert-tile-launch-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: autotune-opt %s -autotune-prepare=reorder-weights=false -autotune-compile="target=h200 format=isa offload attach" \
// RUN:   -mlir-print-ir-before=convert-tile-launch-to-gpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF

// Of each call: sums that differ, and a part of them.
// CHECK: [0]
// CHECK: {{\[}}194,   101,   -178,   798,   -753,   1016
// CHECK: [0]
// CHECK: {{\[}}194,   101,   -178,   798,   -753,   1016

// LAUNCH-COUNT-1: reorder_
// LAUNCH-COUNT-8: matmul_
// LAUNCH-NOT: reorder_

// KERNEL: tile.launch @{{.*}}@reorder_{{.*}} ins(%{{.*}} : memref<200x768xi4>) outs(%{{.*}} : memref<200x384xi8>)
// KERNEL: func.func private @model
// KERNEL-COUNT-2: tile.launch @{{.*}}matmul_hopper_wgmma{{.*}} ins({{.*}} : memref<24x768xbf16>, memref<200x384xi8>)
// KERNEL: func.func private @plain
// KERNEL-COUNT-2: tile.launch @{{.*}}matmul_hopper_wgmma{{.*}} ins({{.*}} : memref<24x768xbf16>, memref<200x768xi4>)
// OFF-NOT: reorder_

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>
#group = affine_map<(n, k) -> (n, k floordiv 128)>
#all = affine_map<(i, j) -> ()>

!x = tensor<24x768xbf16>
!w = tensor<200x768xi4>
!s = tensor<200x6xbf16>
!sums = tensor<24x200xf32>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @model(%x: !x, %w: !w {autotune.frozen}, %s: !s) -> (!sums, !sums) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : !x, !w) outs(%f : !sums) -> !sums
  %ey = tensor.empty() : tensor<200x768xbf16>
  %y = linalg.generic {indexing_maps = [#id, #group, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : !w, !s) outs(%ey : tensor<200x768xbf16>) {
  ^bb0(%i: i4, %scale: bf16, %o: bf16):
    %0 = arith.sitofp %i : i4 to bf16
    %1 = arith.mulf %0, %scale : bf16
    linalg.yield %1 : bf16
  } -> tensor<200x768xbf16>
  %g = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %y : !x, tensor<200x768xbf16>) outs(%f : !sums) -> !sums
  return %d, %g : !sums, !sums
}
func.func private @plain(%x: !x, %w: !w, %s: !s) -> (!sums, !sums) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : !x, !w) outs(%f : !sums) -> !sums
  %ey = tensor.empty() : tensor<200x768xbf16>
  %y = linalg.generic {indexing_maps = [#id, #group, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : !w, !s) outs(%ey : tensor<200x768xbf16>) {
  ^bb0(%i: i4, %scale: bf16, %o: bf16):
    %0 = arith.sitofp %i : i4 to bf16
    %1 = arith.mulf %0, %scale : bf16
    linalg.yield %1 : bf16
  } -> tensor<200x768xbf16>
  %g = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %y : !x, tensor<200x768xbf16>) outs(%f : !sums) -> !sums
  return %d, %g : !sums, !sums
}

// How many elements of both pairs of results differ, and some of the first.
func.func private @compare(%x: !x, %w: !w, %s: !s) {
  %got:2 = call @model(%x, %w, %s) : (!x, !w, !s) -> (!sums, !sums)
  %want:2 = call @plain(%x, %w, %s) : (!x, !w, !s) -> (!sums, !sums)
  %zero = arith.constant dense<0.0> : tensor<f32>
  %count = linalg.generic {indexing_maps = [#id, #id, #id, #id, #all], iterator_types = ["reduction", "reduction"]}
      ins(%got#0, %want#0, %got#1, %want#1 : !sums, !sums, !sums, !sums) outs(%zero : tensor<f32>) {
  ^bb0(%p: f32, %q: f32, %u: f32, %v: f32, %o: f32):
    %0 = arith.cmpf une, %p, %q : f32
    %1 = arith.cmpf une, %u, %v : f32
    %2 = arith.ori %0, %1 : i1
    %3 = arith.uitofp %2 : i1 to f32
    %4 = arith.addf %o, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<f32>
  %one = tensor.expand_shape %count [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %m = bufferization.to_buffer %one read_only : tensor<1xf32> to memref<1xf32>
  %u = memref.cast %m : memref<1xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %part = tensor.extract_slice %got#0[23, 190] [1, 10] [1, 1] : !sums to tensor<1x10xf32>
  %pm = bufferization.to_buffer %part read_only : tensor<1x10xf32> to memref<1x10xf32>
  %pu = memref.cast %pm : memref<1x10xf32> to memref<*xf32>
  call @printMemrefF32(%pu) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  // Numbers from -8 to 8 that no two neighbours share, and all bytes.
  %ex = tensor.empty() : !x
  %x = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%ex : !x) {
  ^bb0(%o: bf16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c7 = arith.constant 7 : index
    %c13 = arith.constant 13 : index
    %c17 = arith.constant 17 : index
    %p = arith.muli %j, %c7 : index
    %q = arith.muli %i, %c13 : index
    %r = arith.addi %p, %q : index
    %square = arith.muli %r, %r : index
    %k = arith.remui %square, %c17 : index
    %int = arith.index_cast %k : index to i32
    %c8 = arith.constant 8 : i32
    %signed = arith.subi %int, %c8 : i32
    %v = arith.sitofp %signed : i32 to bf16
    linalg.yield %v : bf16
  } -> !x
  %eb = tensor.empty() : tensor<200x384xi8>
  %bytes = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%eb : tensor<200x384xi8>) {
  ^bb0(%o: i8):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c37 = arith.constant 37 : index
    %c91 = arith.constant 91 : index
    %p = arith.muli %j, %c37 : index
    %q = arith.muli %i, %c91 : index
    %r = arith.addi %p, %q : index
    %square = arith.muli %r, %r : index
    %c6 = arith.constant 6 : index
    %up = arith.shrui %square, %c6 : index
    %v = arith.index_cast %up : index to i8
    linalg.yield %v : i8
  } -> tensor<200x384xi8>
  // Powers of two, so that nothing is rounded.
  %es = tensor.empty() : !s
  %s = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%es : !s) {
  ^bb0(%o: bf16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %two = arith.constant 2 : index
    %sum = arith.addi %i, %j : index
    %odd = arith.remui %sum, %two : index
    %is = arith.index_cast %odd : index to i1
    %f2 = arith.constant 2.0 : bf16
    %f05 = arith.constant 0.5 : bf16
    %v = arith.select %is, %f2, %f05 : bf16
    linalg.yield %v : bf16
  } -> !s
  %c0 = arith.constant 0 : index
  %flat = tensor.collapse_shape %bytes [[0, 1]] : tensor<200x384xi8> into tensor<76800xi8>
  %buffer = bufferization.to_buffer %flat read_only : tensor<76800xi8> to memref<76800xi8>
  %view = memref.view %buffer[%c0][] : memref<76800xi8> to memref<200x768xi4>
  %w = bufferization.to_tensor %view restrict : memref<200x768xi4> to !w
  call @compare(%x, %w, %s) : (!x, !w, !s) -> ()
  call @compare(%x, %w, %s) : (!x, !w, !s) -> ()
  return
}
