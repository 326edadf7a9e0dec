// Persistent kernels, rasters and hints, over more tiles than SMs.
// The simulator's GPU is smaller, and so are its matrices.
// RUN: sed 's/2048/640/g; s/1536/384/g; s/1472/448/g' %s \
// RUN:   | autotune-opt -autotune-attach-configs="target=h200,sms=8 space=none" \
// RUN:     -autotune-compile="target=h200,sms=8 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=random %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s \
// RUN:     -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// Each line pair: wrong elements, and whether any is other than 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
func.func @main() {
  call @check_cooperative() : () -> ()
  call @check_raster_n() : () -> ()
  call @check_ungrouped() : () -> ()
  call @check_two_ctas() : () -> ()
  call @check_evict_first() : () -> ()
  return
}

// One tile after the other.
func.func private @cooperative(%a: tensor<2048x128xbf16>, %b: tensor<128x1536xbf16>, %c: tensor<2048x1536xbf16>) -> tensor<2048x1536xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2048x1536xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2048x1536xf32>) -> tensor<2048x1536xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], consumers = 2, persistent = true>}
      ins(%a, %b : tensor<2048x128xbf16>, tensor<128x1536xbf16>)
      outs(%f : tensor<2048x1536xf32>) -> tensor<2048x1536xf32>
  %r = arith.truncf %d : tensor<2048x1536xf32> to tensor<2048x1536xbf16>
  return %r : tensor<2048x1536xbf16>
}
func.func private @check_cooperative() {
  %s128 = arith.constant 128 : index
  %s1536 = arith.constant 1536 : index
  %s2048 = arith.constant 2048 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s2048, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s128, %s1536, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s2048, %s1536, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<2048x128xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<128x1536xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<2048x1536xbf16>
  %got = call @cooperative(%a, %b, %c) : (tensor<2048x128xbf16>, tensor<128x1536xbf16>, tensor<2048x1536xbf16>) -> tensor<2048x1536xbf16>
  %we = tensor.empty(%s2048, %s1536) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<2048x1536xbf16> to tensor<2048x1536xf32>
  %got32 = tensor.cast %gotx : tensor<2048x1536xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Along N, in groups that do not divide the grid.
func.func private @raster_n(%a: tensor<1472x64xbf16>, %b: tensor<64x1472xbf16>, %c: tensor<1472x1472xbf16>) -> tensor<1472x1472xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1472x1472xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1472x1472xf32>) -> tensor<1472x1472xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, raster = along_n, group = 32, persistent = true>}
      ins(%a, %b : tensor<1472x64xbf16>, tensor<64x1472xbf16>)
      outs(%f : tensor<1472x1472xf32>) -> tensor<1472x1472xf32>
  %r = arith.truncf %d : tensor<1472x1472xf32> to tensor<1472x1472xbf16>
  return %r : tensor<1472x1472xbf16>
}
func.func private @check_raster_n() {
  %s64 = arith.constant 64 : index
  %s1472 = arith.constant 1472 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s1472, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s64, %s1472, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s1472, %s1472, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<1472x64xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<64x1472xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<1472x1472xbf16>
  %got = call @raster_n(%a, %b, %c) : (tensor<1472x64xbf16>, tensor<64x1472xbf16>, tensor<1472x1472xbf16>) -> tensor<1472x1472xbf16>
  %we = tensor.empty(%s1472, %s1472) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<1472x1472xbf16> to tensor<1472x1472xf32>
  %got32 = tensor.cast %gotx : tensor<1472x1472xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// One row of tiles after the other.
func.func private @ungrouped(%a: tensor<1472x64xbf16>, %b: tensor<64x1472xbf16>, %c: tensor<1472x1472xbf16>) -> tensor<1472x1472xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1472x1472xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1472x1472xf32>) -> tensor<1472x1472xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, group = 1, persistent = false>}
      ins(%a, %b : tensor<1472x64xbf16>, tensor<64x1472xbf16>)
      outs(%f : tensor<1472x1472xf32>) -> tensor<1472x1472xf32>
  %r = arith.truncf %d : tensor<1472x1472xf32> to tensor<1472x1472xbf16>
  return %r : tensor<1472x1472xbf16>
}
func.func private @check_ungrouped() {
  %s64 = arith.constant 64 : index
  %s1472 = arith.constant 1472 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s1472, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s64, %s1472, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s1472, %s1472, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<1472x64xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<64x1472xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<1472x1472xbf16>
  %got = call @ungrouped(%a, %b, %c) : (tensor<1472x64xbf16>, tensor<64x1472xbf16>, tensor<1472x1472xbf16>) -> tensor<1472x1472xbf16>
  %we = tensor.empty(%s1472, %s1472) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<1472x1472xbf16> to tensor<1472x1472xf32>
  %got32 = tensor.cast %gotx : tensor<1472x1472xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Two CTAs on an SM.
func.func private @two_ctas(%a: tensor<2048x128xbf16>, %b: tensor<128x1536xbf16>, %c: tensor<2048x1536xbf16>) -> tensor<2048x1536xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2048x1536xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2048x1536xf32>) -> tensor<2048x1536xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], consumers = 2, stages = 3, ctas_per_sm = 2, persistent = true>}
      ins(%a, %b : tensor<2048x128xbf16>, tensor<128x1536xbf16>)
      outs(%f : tensor<2048x1536xf32>) -> tensor<2048x1536xf32>
  %r = arith.truncf %d : tensor<2048x1536xf32> to tensor<2048x1536xbf16>
  return %r : tensor<2048x1536xbf16>
}
func.func private @check_two_ctas() {
  %s128 = arith.constant 128 : index
  %s1536 = arith.constant 1536 : index
  %s2048 = arith.constant 2048 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s2048, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s128, %s1536, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s2048, %s1536, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<2048x128xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<128x1536xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<2048x1536xbf16>
  %got = call @two_ctas(%a, %b, %c) : (tensor<2048x128xbf16>, tensor<128x1536xbf16>, tensor<2048x1536xbf16>) -> tensor<2048x1536xbf16>
  %we = tensor.empty(%s2048, %s1536) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<2048x1536xbf16> to tensor<2048x1536xf32>
  %got32 = tensor.cast %gotx : tensor<2048x1536xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// A hint changes no sum, nor does a wait where nobody runs.
func.func private @evict_first(%a: tensor<512x128xbf16>, %b: tensor<128x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], consumers = 2, evict_first = b, dependent_launch = true>}
      ins(%a, %b : tensor<512x128xbf16>, tensor<128x512xbf16>)
      outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = arith.truncf %d : tensor<512x512xf32> to tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}
func.func private @check_evict_first() {
  %s128 = arith.constant 128 : index
  %s512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s512, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s128, %s512, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s512, %s512, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<512x128xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<128x512xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<512x512xbf16>
  %got = call @evict_first(%a, %b, %c) : (tensor<512x128xbf16>, tensor<128x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
  %we = tensor.empty(%s512, %s512) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<512x512xbf16> to tensor<512x512xf32>
  %got32 = tensor.cast %gotx : tensor<512x512xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
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
