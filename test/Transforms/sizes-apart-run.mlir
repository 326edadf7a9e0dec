// The residual of a whole number of tiles is read without bounds. The second
// matmul is not whole tiles: sharing the first one's kernel would read what is
// behind its residual.
// RUN: autotune-opt %s -autotune-attach-configs='target=h200 space=none' -autotune-compile='target=h200 format=sim' | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-attach-configs='target=h200 space=none' -autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=KERNELS

// Elements that are 128 * 1 * 1 + 2, of 256 x 128 and of 200 x 128.
// CHECK: {{^}}32768{{$}}
// CHECK-NEXT: {{^}}25600{{$}}

// KERNELS: tile.launch @autotune_kernels_sm_90a::@[[WHOLE:[a-z0-9_]+]] ins
// KERNELS-NOT: tile.launch {{.*}}[[WHOLE]]
// KERNELS: tile.launch @autotune_kernels_sm_90a::@[[RAGGED:[a-z0-9_]+]] ins
// KERNELS: tile.kernel @[[WHOLE]](
// KERNELS: tile.epilogue {{.*}} inside
// KERNELS: tile.kernel @[[RAGGED]](
// KERNELS-NOT: inside

#id = affine_map<(i, j) -> (i, j)>
#config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], stages = 2>

func.func private @printI64(i64)
func.func private @printNewline()

func.func private @whole(%a: memref<256x128xbf16>, %b: memref<128x128xbf16>, %r: memref<256x128xf32>, %c: memref<256x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<256x128xf32>)
  linalg.matmul {autotune.config = #config}
      ins(%a, %b : memref<256x128xbf16>, memref<128x128xbf16>) outs(%p : memref<256x128xf32>)
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %r : memref<256x128xf32>, memref<256x128xf32>) outs(%c : memref<256x128xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  }
  return
}

func.func private @ragged(%a: memref<200x128xbf16>, %b: memref<128x128xbf16>, %r: memref<200x128xf32>, %c: memref<200x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<200x128xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<200x128xf32>)
  linalg.matmul {autotune.config = #config}
      ins(%a, %b : memref<200x128xbf16>, memref<128x128xbf16>) outs(%p : memref<200x128xf32>)
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %r : memref<200x128xf32>, memref<200x128xf32>) outs(%c : memref<200x128xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  }
  return
}

func.func private @count(%c: memref<?x128xf32>) {
  %none = arith.constant 0 : i64
  %sum = arith.constant 130.0 : f32
  %n = memref.alloca() : memref<i64>
  memref.store %none, %n[] : memref<i64>
  linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%c : memref<?x128xf32>) outs(%n : memref<i64>) {
  ^bb0(%x: f32, %so_far: i64):
    %is = arith.cmpf oeq, %x, %sum : f32
    %more = arith.extui %is : i1 to i64
    %next = arith.addi %so_far, %more : i64
    linalg.yield %next : i64
  }
  %found = memref.load %n[] : memref<i64>
  call @printI64(%found) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @main() {
  %one = arith.constant 1.0 : bf16
  %two = arith.constant 2.0 : f32
  %b = memref.alloc() : memref<128x128xbf16>
  linalg.fill ins(%one : bf16) outs(%b : memref<128x128xbf16>)
  %a256 = memref.alloc() : memref<256x128xbf16>
  %r256 = memref.alloc() : memref<256x128xf32>
  %c256 = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%one : bf16) outs(%a256 : memref<256x128xbf16>)
  linalg.fill ins(%two : f32) outs(%r256 : memref<256x128xf32>)
  call @whole(%a256, %b, %r256, %c256) : (memref<256x128xbf16>, memref<128x128xbf16>, memref<256x128xf32>, memref<256x128xf32>) -> ()
  %d256 = memref.cast %c256 : memref<256x128xf32> to memref<?x128xf32>
  call @count(%d256) : (memref<?x128xf32>) -> ()
  %a200 = memref.alloc() : memref<200x128xbf16>
  %r200 = memref.alloc() : memref<200x128xf32>
  %c200 = memref.alloc() : memref<200x128xf32>
  linalg.fill ins(%one : bf16) outs(%a200 : memref<200x128xbf16>)
  linalg.fill ins(%two : f32) outs(%r200 : memref<200x128xf32>)
  call @ragged(%a200, %b, %r200, %c200) : (memref<200x128xbf16>, memref<128x128xbf16>, memref<200x128xf32>, memref<200x128xf32>) -> ()
  %d200 = memref.cast %c200 : memref<200x128xf32> to memref<?x128xf32>
  call @count(%d200) : (memref<?x128xf32>) -> ()
  return
}
