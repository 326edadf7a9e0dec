// Matrices whose rows TMA can't load: packed, or copied by threads. Each kernel is
// launched twice, with the same workspace: the first leaves it as it found it.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
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
// CHECK-NEXT: {{^0$}}
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
  call @check_both() : () -> ()
  call @check_one() : () -> ()
  call @check_cluster() : () -> ()
  call @check_swapped() : () -> ()
  call @check_copies() : () -> ()
  call @check_both() : () -> ()
  call @check_one() : () -> ()
  call @check_cluster() : () -> ()
  call @check_swapped() : () -> ()
  call @check_copies() : () -> ()
  return
}

// Both matrices are packed, by many CTAs, each with a unit; C is copied.
func.func private @both(%a: tensor<517x251xbf16>, %b: tensor<251x409xbf16>, %c: tensor<517x409xbf16>) -> tensor<517x409xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<517x409xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<517x409xf32>) -> tensor<517x409xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, stages = 3, persistent = false, load = pack, store = copy>}
      ins(%a, %b : tensor<517x251xbf16>, tensor<251x409xbf16>)
      outs(%f : tensor<517x409xf32>) -> tensor<517x409xf32>
  %r = arith.truncf %d : tensor<517x409xf32> to tensor<517x409xbf16>
  return %r : tensor<517x409xbf16>
}
func.func private @check_both() {
  %sK = arith.constant 251 : index
  %sN = arith.constant 409 : index
  %sM = arith.constant 517 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sM, %sK, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%sM, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<517x251xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<251x409xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<517x409xbf16>
  %got = call @both(%a, %b, %c) : (tensor<517x251xbf16>, tensor<251x409xbf16>, tensor<517x409xbf16>) -> tensor<517x409xbf16>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
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
  %gotx = arith.extf %got : tensor<517x409xbf16> to tensor<517x409xf32>
  %got32 = tensor.cast %gotx : tensor<517x409xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// B alone: rows of A are multiples of 16 bytes.
func.func private @one(%a: tensor<130x208xbf16>, %b: tensor<208x77xbf16>, %c: tensor<130x77xbf16>) -> tensor<130x77xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<130x77xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<130x77xf32>) -> tensor<130x77xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], consumers = 2, schedule = pingpong, stages = 3, persistent = true, load = pack, store = copy>}
      ins(%a, %b : tensor<130x208xbf16>, tensor<208x77xbf16>)
      outs(%f : tensor<130x77xf32>) -> tensor<130x77xf32>
  %r = arith.truncf %d : tensor<130x77xf32> to tensor<130x77xbf16>
  return %r : tensor<130x77xbf16>
}
func.func private @check_one() {
  %sK = arith.constant 208 : index
  %sN = arith.constant 77 : index
  %sM = arith.constant 130 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sM, %sK, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%sM, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<130x208xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<208x77xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<130x77xbf16>
  %got = call @one(%a, %b, %c) : (tensor<130x208xbf16>, tensor<208x77xbf16>, tensor<130x77xbf16>) -> tensor<130x77xbf16>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
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
  %gotx = arith.extf %got : tensor<130x77xbf16> to tensor<130x77xf32>
  %got32 = tensor.cast %gotx : tensor<130x77xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Clusters, and tiles that boxes divide in part.
func.func private @cluster(%a: tensor<200x75xbf16>, %b: tensor<75x141xbf16>, %c: tensor<200x141xbf16>) -> tensor<200x141xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x141xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<200x141xf32>) -> tensor<200x141xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 72, 64], consumers = 1, stages = 2, cluster = [2, 1], persistent = false, load = pack, store = copy>}
      ins(%a, %b : tensor<200x75xbf16>, tensor<75x141xbf16>)
      outs(%f : tensor<200x141xf32>) -> tensor<200x141xf32>
  %r = arith.truncf %d : tensor<200x141xf32> to tensor<200x141xbf16>
  return %r : tensor<200x141xbf16>
}
func.func private @check_cluster() {
  %sK = arith.constant 75 : index
  %sN = arith.constant 141 : index
  %sM = arith.constant 200 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sM, %sK, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%sM, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<200x75xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<75x141xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<200x141xbf16>
  %got = call @cluster(%a, %b, %c) : (tensor<200x75xbf16>, tensor<75x141xbf16>, tensor<200x141xbf16>) -> tensor<200x141xbf16>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
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
  %gotx = arith.extf %got : tensor<200x141xbf16> to tensor<200x141xf32>
  %got32 = tensor.cast %gotx : tensor<200x141xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Few rows, swapped, in a part of K for each CTA of a cluster.
func.func private @swapped(%a: tensor<7x601xbf16>, %b: tensor<601x300xbf16>, %c: tensor<7x300xbf16>) -> tensor<7x300xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x300xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x300xf32>) -> tensor<7x300xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 64], consumers = 1, stages = 3, swap = true, split_k = 2, persistent = false, load = pack, store = direct>}
      ins(%a, %b : tensor<7x601xbf16>, tensor<601x300xbf16>)
      outs(%f : tensor<7x300xf32>) -> tensor<7x300xf32>
  %r = arith.truncf %d : tensor<7x300xf32> to tensor<7x300xbf16>
  return %r : tensor<7x300xbf16>
}
func.func private @check_swapped() {
  %sK = arith.constant 601 : index
  %sN = arith.constant 300 : index
  %sM = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sM, %sK, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%sM, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<7x601xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<601x300xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<7x300xbf16>
  %got = call @swapped(%a, %b, %c) : (tensor<7x601xbf16>, tensor<601x300xbf16>, tensor<7x300xbf16>) -> tensor<7x300xbf16>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
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
  %gotx = arith.extf %got : tensor<7x300xbf16> to tensor<7x300xf32>
  %got32 = tensor.cast %gotx : tensor<7x300xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Tiles that threads copy.
func.func private @copies(%a: tensor<131x135xbf16>, %b: tensor<135x77xbf16>, %c: tensor<131x77xbf16>) -> tensor<131x77xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<131x77xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<131x77xf32>) -> tensor<131x77xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, stages = 3, persistent = false, load = copy, store = copy>}
      ins(%a, %b : tensor<131x135xbf16>, tensor<135x77xbf16>)
      outs(%f : tensor<131x77xf32>) -> tensor<131x77xf32>
  %r = arith.truncf %d : tensor<131x77xf32> to tensor<131x77xbf16>
  return %r : tensor<131x77xbf16>
}
func.func private @check_copies() {
  %sK = arith.constant 135 : index
  %sN = arith.constant 77 : index
  %sM = arith.constant 131 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sM, %sK, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%sM, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<131x135xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<135x77xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<131x77xbf16>
  %got = call @copies(%a, %b, %c) : (tensor<131x135xbf16>, tensor<135x77xbf16>, tensor<131x77xbf16>) -> tensor<131x77xbf16>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
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
  %gotx = arith.extf %got : tensor<131x77xbf16> to tensor<131x77xf32>
  %got32 = tensor.cast %gotx : tensor<131x77xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

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
