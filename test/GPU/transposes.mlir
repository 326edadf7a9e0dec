// Matrices in which K is not contiguous, of elements that wgmma takes only where it
// is: transposed in shared memory. Small integers lose nothing.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none allow-tf32=tf32" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=random %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s \
// RUN:     -autotune-attach-configs="target=h200 space=none allow-tf32=tf32" \
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

#a = affine_map<(m, n, k) -> (m, k)>
#at = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func @main() {
  call @check_words() : () -> ()
  call @check_words_both() : () -> ()
  call @check_bytes() : () -> ()
  call @check_bytes_both() : () -> ()
  call @check_bytes_right() : () -> ()
  return
}

func.func private @words(%a: tensor<200x164xf32>, %b: tensor<164x136xf32>) -> tensor<200x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x136xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<200x136xf32>) -> tensor<200x136xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 32], consumers = 1, stages = 3, persistent = false, load = transpose>}
      ins(%a, %b : tensor<200x164xf32>, tensor<164x136xf32>) outs(%f : tensor<200x136xf32>) -> tensor<200x136xf32>
  return %d : tensor<200x136xf32>
}
func.func private @check_words() {
  %sM = arith.constant 200 : index
  %sN = arith.constant 136 : index
  %sK = arith.constant 164 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sM, %sK, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %a = tensor.cast %a32 : tensor<?x?xf32> to tensor<200x164xf32>
  %b = tensor.cast %b32 : tensor<?x?xf32> to tensor<164x136xf32>
  %got = call @words(%a, %b) : (tensor<200x164xf32>, tensor<164x136xf32>) -> tensor<200x136xf32>
  %got32 = tensor.cast %got : tensor<200x136xf32> to tensor<?x?xf32>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = linalg.generic {indexing_maps = [#a, #b, #c],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @words_both(%a: tensor<165x200xf32>, %b: tensor<165x136xf32>) -> tensor<200x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x136xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<200x136xf32>) -> tensor<200x136xf32>
  %d = linalg.matmul indexing_maps = [#at, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 96, 32], consumers = 2, schedule = pingpong, stages = 3, persistent = true, load = transpose>}
      ins(%a, %b : tensor<165x200xf32>, tensor<165x136xf32>) outs(%f : tensor<200x136xf32>) -> tensor<200x136xf32>
  return %d : tensor<200x136xf32>
}
func.func private @check_words_both() {
  %sM = arith.constant 200 : index
  %sN = arith.constant 136 : index
  %sK = arith.constant 165 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sK, %sM, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %a = tensor.cast %a32 : tensor<?x?xf32> to tensor<165x200xf32>
  %b = tensor.cast %b32 : tensor<?x?xf32> to tensor<165x136xf32>
  %got = call @words_both(%a, %b) : (tensor<165x200xf32>, tensor<165x136xf32>) -> tensor<200x136xf32>
  %got32 = tensor.cast %got : tensor<200x136xf32> to tensor<?x?xf32>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = linalg.generic {indexing_maps = [#at, #b, #c],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @bytes(%a: tensor<517x240xi8>, %b: tensor<240x416xi8>) -> tensor<517x416xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<517x416xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<517x416xi32>) -> tensor<517x416xi32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 128, 128], consumers = 1, stages = 3, persistent = false, load = transpose>}
      ins(%a, %b : tensor<517x240xi8>, tensor<240x416xi8>) outs(%f : tensor<517x416xi32>) -> tensor<517x416xi32>
  return %d : tensor<517x416xi32>
}
func.func private @check_bytes() {
  %sM = arith.constant 517 : index
  %sN = arith.constant 416 : index
  %sK = arith.constant 240 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sM, %sK, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.fptosi %a32 : tensor<?x?xf32> to tensor<?x?xi8>
  %a = tensor.cast %ax : tensor<?x?xi8> to tensor<517x240xi8>
  %bx = arith.fptosi %b32 : tensor<?x?xf32> to tensor<?x?xi8>
  %b = tensor.cast %bx : tensor<?x?xi8> to tensor<240x416xi8>
  %got = call @bytes(%a, %b) : (tensor<517x240xi8>, tensor<240x416xi8>) -> tensor<517x416xi32>
  %gotx = arith.sitofp %got : tensor<517x416xi32> to tensor<517x416xf32>
  %got32 = tensor.cast %gotx : tensor<517x416xf32> to tensor<?x?xf32>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = linalg.generic {indexing_maps = [#a, #b, #c],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @bytes_both(%a: tensor<301x272xi8>, %b: tensor<301x208xi8>) -> tensor<272x208xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<272x208xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<272x208xi32>) -> tensor<272x208xi32>
  %d = linalg.matmul indexing_maps = [#at, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 128], consumers = 2, stages = 2, cluster = [2, 1], persistent = true, load = transpose>}
      ins(%a, %b : tensor<301x272xi8>, tensor<301x208xi8>) outs(%f : tensor<272x208xi32>) -> tensor<272x208xi32>
  return %d : tensor<272x208xi32>
}
func.func private @check_bytes_both() {
  %sM = arith.constant 272 : index
  %sN = arith.constant 208 : index
  %sK = arith.constant 301 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sK, %sM, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.fptosi %a32 : tensor<?x?xf32> to tensor<?x?xi8>
  %a = tensor.cast %ax : tensor<?x?xi8> to tensor<301x272xi8>
  %bx = arith.fptosi %b32 : tensor<?x?xf32> to tensor<?x?xi8>
  %b = tensor.cast %bx : tensor<?x?xi8> to tensor<301x208xi8>
  %got = call @bytes_both(%a, %b) : (tensor<301x272xi8>, tensor<301x208xi8>) -> tensor<272x208xi32>
  %gotx = arith.sitofp %got : tensor<272x208xi32> to tensor<272x208xf32>
  %got32 = tensor.cast %gotx : tensor<272x208xf32> to tensor<?x?xf32>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = linalg.generic {indexing_maps = [#at, #b, #c],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @bytes_right(%a: tensor<130x272xi8>, %b: tensor<272x400xi8>) -> tensor<130x400xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<130x400xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<130x400xi32>) -> tensor<130x400xi32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 128, 128], consumers = 1, stages = 4, split_k = 2, persistent = false, load = transpose>}
      ins(%a, %b : tensor<130x272xi8>, tensor<272x400xi8>) outs(%f : tensor<130x400xi32>) -> tensor<130x400xi32>
  return %d : tensor<130x400xi32>
}
func.func private @check_bytes_right() {
  %sM = arith.constant 130 : index
  %sN = arith.constant 400 : index
  %sK = arith.constant 272 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%sM, %sK, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%sK, %sN, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.fptosi %a32 : tensor<?x?xf32> to tensor<?x?xi8>
  %a = tensor.cast %ax : tensor<?x?xi8> to tensor<130x272xi8>
  %bx = arith.fptosi %b32 : tensor<?x?xf32> to tensor<?x?xi8>
  %b = tensor.cast %bx : tensor<?x?xi8> to tensor<272x400xi8>
  %got = call @bytes_right(%a, %b) : (tensor<130x272xi8>, tensor<272x400xi8>) -> tensor<130x400xi32>
  %gotx = arith.sitofp %got : tensor<130x400xi32> to tensor<130x400xf32>
  %got32 = tensor.cast %gotx : tensor<130x400xf32> to tensor<?x?xf32>
  %we = tensor.empty(%sM, %sN) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = linalg.generic {indexing_maps = [#a, #b, #c],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
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
