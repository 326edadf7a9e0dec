// Pairs and sums of matmuls on memrefs, whose kernels write the one buffer that
// others read: against the host, which does one operation after the other.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" -autotune-lower-matmul=target=h200 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s \
// RUN:     -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// FUSED-LABEL: func.func private @pair(
// FUSED-NOT: memref.alloc
// FUSED: tile.launch {{.*}} outs(%arg4 : {{.*}}) with(%arg2, %expand_shape :
// FUSED-NEXT: return
// FUSED-LABEL: func.func private @in_place(
// FUSED-NOT: memref.alloc
// FUSED: tile.launch {{.*}} outs(%arg4 : {{.*}}) with(%arg2, %expand_shape :
// FUSED-NEXT: return
// FUSED-LABEL: func.func private @sum(
// FUSED: %[[C:.*]] = memref.alloc
// FUSED: %[[H:.*]] = memref.alloc
// FUSED: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%[[C]] : {{.*}}) with(%[[H]], %arg3 :
// FUSED-NEXT: return %[[C]]
// FUSED-LABEL: func.func private @host_pair(

// Each line pair: wrong elements, and those that are not 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^[1-9][0-9]*$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^[1-9][0-9]*$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^[1-9][0-9]*$}}

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// relu(x w1 + bias) * (x w2).
func.func private @pair(%x: memref<70x72xbf16>, %w1: memref<72x136xbf16>, %w2: memref<72x136xbf16>, %bias: memref<136xf32>, %c: memref<70x136xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<70x136xf32>
  %v = memref.alloc() : memref<70x136xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<70x136xf32>)
  linalg.fill ins(%zero : f32) outs(%v : memref<70x136xf32>)
  linalg.matmul ins(%x, %w1 : memref<70x72xbf16>, memref<72x136xbf16>) outs(%u : memref<70x136xf32>)
  linalg.matmul ins(%x, %w2 : memref<70x72xbf16>, memref<72x136xbf16>) outs(%v : memref<70x136xf32>)
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%bias : memref<136xf32>) outs(%u : memref<70x136xf32>) {
  ^bb0(%t: f32, %s: f32):
    %0 = arith.addf %s, %t : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  }
  linalg.mul ins(%u, %v : memref<70x136xf32>, memref<70x136xf32>) outs(%c : memref<70x136xf32>)
  return
}

// The same, left where the second product was.
func.func private @in_place(%x: memref<70x72xbf16>, %w1: memref<72x136xbf16>, %w2: memref<72x136xbf16>, %bias: memref<136xf32>, %c: memref<70x136xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = memref.alloc() : memref<70x136xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<70x136xf32>)
  linalg.matmul ins(%x, %w1 : memref<70x72xbf16>, memref<72x136xbf16>) outs(%u : memref<70x136xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<70x136xf32>)
  linalg.matmul ins(%x, %w2 : memref<70x72xbf16>, memref<72x136xbf16>) outs(%c : memref<70x136xf32>)
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %bias : memref<70x136xf32>, memref<136xf32>) outs(%c : memref<70x136xf32>) {
  ^bb0(%s: f32, %t: f32, %g: f32):
    %0 = arith.addf %s, %t : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.mulf %1, %g : f32
    linalg.yield %2 : f32
  }
  return
}

// c + x w1 + h w2, of which h is made of x when the first is there.
func.func private @sum(%x: memref<70x72xbf16>, %w1: memref<72x136xbf16>, %c: memref<70x136xf32>, %w2: memref<72x136xbf16>) -> memref<70x136xf32> {
  %d = memref.alloc() : memref<70x136xf32>
  memref.copy %c, %d : memref<70x136xf32> to memref<70x136xf32>
  linalg.matmul ins(%x, %w1 : memref<70x72xbf16>, memref<72x136xbf16>) outs(%d : memref<70x136xf32>)
  %h = memref.alloc() : memref<70x72xbf16>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<70x72xbf16>) outs(%h : memref<70x72xbf16>) {
  ^bb0(%s: bf16, %o: bf16):
    %0 = arith.addf %s, %s : bf16
    linalg.yield %0 : bf16
  }
  linalg.matmul ins(%h, %w2 : memref<70x72xbf16>, memref<72x136xbf16>) outs(%d : memref<70x136xf32>)
  return %d : memref<70x136xf32>
}

func.func private @host_pair(%x: memref<70x72xbf16>, %w1: memref<72x136xbf16>, %w2: memref<72x136xbf16>, %bias: memref<136xf32>, %c: memref<70x136xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %u = memref.alloc() : memref<70x136xf32>
  linalg.fill ins(%zero : f32) outs(%u : memref<70x136xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<70x136xf32>)
  call @host_product(%x, %w1, %u, %one) : (memref<70x72xbf16>, memref<72x136xbf16>, memref<70x136xf32>, f32) -> ()
  call @host_product(%x, %w2, %c, %one) : (memref<70x72xbf16>, memref<72x136xbf16>, memref<70x136xf32>, f32) -> ()
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %bias : memref<70x136xf32>, memref<136xf32>) outs(%c : memref<70x136xf32>) {
  ^bb0(%s: f32, %t: f32, %g: f32):
    %0 = arith.addf %s, %t : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.mulf %1, %g : f32
    linalg.yield %2 : f32
  }
  return
}

// Adds `scale` times a product.
func.func private @host_product(%x: memref<70x72xbf16>, %w: memref<72x136xbf16>, %c: memref<70x136xf32>, %scale: f32) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<70x72xbf16>, memref<72x136xbf16>) outs(%c : memref<70x136xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %pe = arith.extf %p : bf16 to f32
    %qe = arith.extf %q : bf16 to f32
    %pq = arith.mulf %pe, %qe : f32
    %scaled = arith.mulf %pq, %scale : f32
    %sum = arith.addf %s, %scaled : f32
    linalg.yield %sum : f32
  }
  return
}

// Small integers, whose products and sums no float rounds.
func.func private @value(%i: index, %j: index, %seed: i64) -> f32 {
  %c5 = arith.constant 5 : i64
  %c7 = arith.constant 7 : i64
  %c2 = arith.constant 2 : i64
  %x = arith.index_cast %i : index to i64
  %y = arith.index_cast %j : index to i64
  %0 = arith.muli %x, %c7 : i64
  %1 = arith.muli %y, %seed : i64
  %2 = arith.addi %0, %1 : i64
  %3 = arith.xori %2, %y : i64
  %4 = arith.remui %3, %c5 : i64
  %5 = arith.subi %4, %c2 : i64
  %6 = arith.sitofp %5 : i64 to f32
  return %6 : f32
}
func.func private @input(%m: memref<?x?xbf16>, %seed: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xbf16>
  %columns = memref.dim %m, %c1 : memref<?x?xbf16>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %v = func.call @value(%i, %j, %seed) : (index, index, i64) -> f32
      %h = arith.truncf %v : f32 to bf16
      memref.store %h, %m[%i, %j] : memref<?x?xbf16>
    }
  }
  return
}

func.func private @compare(%got: memref<70x136xf32>, %want: memref<70x136xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 70 : index
  %columns = arith.constant 136 : index
  %none = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  %counts:2 = scf.for %i = %c0 to %rows step %c1 iter_args(%w = %none, %n = %none) -> (i64, i64) {
    %inner:2 = scf.for %j = %c0 to %columns step %c1 iter_args(%w2 = %w, %n2 = %n) -> (i64, i64) {
      %x = memref.load %got[%i, %j] : memref<70x136xf32>
      %y = memref.load %want[%i, %j] : memref<70x136xf32>
      %isWrong = arith.cmpf une, %x, %y : f32
      %isMore = arith.cmpf une, %y, %zero : f32
      %0 = arith.extui %isWrong : i1 to i64
      %1 = arith.extui %isMore : i1 to i64
      %2 = arith.addi %w2, %0 : i64
      %3 = arith.addi %n2, %1 : i64
      scf.yield %2, %3 : i64, i64
    }
    scf.yield %inner#0, %inner#1 : i64, i64
  }
  call @printI64(%counts#0) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%counts#1) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %columns = arith.constant 136 : index
  %s1 = arith.constant 1 : i64
  %s2 = arith.constant 3 : i64
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %nan = arith.constant 0x7fc00000 : f32
  %x = memref.alloc() : memref<70x72xbf16>
  %w1 = memref.alloc() : memref<72x136xbf16>
  %w2 = memref.alloc() : memref<72x136xbf16>
  %bias = memref.alloc() : memref<136xf32>
  %xd = memref.cast %x : memref<70x72xbf16> to memref<?x?xbf16>
  %w1d = memref.cast %w1 : memref<72x136xbf16> to memref<?x?xbf16>
  %w2d = memref.cast %w2 : memref<72x136xbf16> to memref<?x?xbf16>
  call @input(%xd, %s1) : (memref<?x?xbf16>, i64) -> ()
  call @input(%w1d, %s1) : (memref<?x?xbf16>, i64) -> ()
  call @input(%w2d, %s2) : (memref<?x?xbf16>, i64) -> ()
  scf.for %j = %c0 to %columns step %c1 {
    %v = func.call @value(%j, %j, %s2) : (index, index, i64) -> f32
    memref.store %v, %bias[%j] : memref<136xf32>
  }
  %want = memref.alloc() : memref<70x136xf32>
  %got = memref.alloc() : memref<70x136xf32>
  call @host_pair(%x, %w1, %w2, %bias, %want) : (memref<70x72xbf16>, memref<72x136xbf16>, memref<72x136xbf16>, memref<136xf32>, memref<70x136xf32>) -> ()
  linalg.fill ins(%nan : f32) outs(%got : memref<70x136xf32>)
  call @pair(%x, %w1, %w2, %bias, %got) : (memref<70x72xbf16>, memref<72x136xbf16>, memref<72x136xbf16>, memref<136xf32>, memref<70x136xf32>) -> ()
  call @compare(%got, %want) : (memref<70x136xf32>, memref<70x136xf32>) -> ()
  linalg.fill ins(%nan : f32) outs(%got : memref<70x136xf32>)
  call @in_place(%x, %w1, %w2, %bias, %got) : (memref<70x72xbf16>, memref<72x136xbf16>, memref<72x136xbf16>, memref<136xf32>, memref<70x136xf32>) -> ()
  call @compare(%got, %want) : (memref<70x136xf32>, memref<70x136xf32>) -> ()
  // To what is there, both products are added.
  %sum = call @sum(%x, %w1, %want, %w2) : (memref<70x72xbf16>, memref<72x136xbf16>, memref<70x136xf32>, memref<72x136xbf16>) -> memref<70x136xf32>
  call @host_product(%x, %w1, %want, %one) : (memref<70x72xbf16>, memref<72x136xbf16>, memref<70x136xf32>, f32) -> ()
  call @host_product(%x, %w2, %want, %two) : (memref<70x72xbf16>, memref<72x136xbf16>, memref<70x136xf32>, f32) -> ()
  call @compare(%sum, %want) : (memref<70x136xf32>, memref<70x136xf32>) -> ()
  return
}
