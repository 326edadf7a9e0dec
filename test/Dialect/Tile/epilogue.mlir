// RUN: autotune-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// A function of a sum and of what lies at its place in matrices.
// CHECK-LABEL: tile.kernel @k
// CHECK: tile.epilogue %{{.*}} with %{{.*}}, %{{.*}} at[%{{.*}}, %{{.*}}] transposed {alignments = array<i64: 4, 1>, groups = array<i64: 1, 1, 128, 64>, inside} : <64x16xf32>, memref<1x?xbf16>, memref<?x?xf32> -> <64x16xf32> {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: bf16, %{{.*}}: f32):
// CHECK: tile.epilogue %{{.*}} at[%{{.*}}, %{{.*}}] also to(%{{.*}}, %{{.*}} : memref<1x?xbf16>, memref<?x?xf32>) {output_alignments = array<i64: 1, 16>} : <64x16xf32> -> <64x16xf32> {
// CHECK: tile.epilogue %{{.*}} with %{{.*}} at[%{{.*}}, %{{.*}}] : <64x16xf32>, memref<1x?xbf16> -> <64x8xf32> {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: bf16):
tile.kernel @k(%A: memref<1x?xbf16>, %B: memref<?x?xf32>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    %g = tile.epilogue %f with %A, %B at [%x, %x] transposed {alignments = array<i64: 4, 1>, groups = array<i64: 1, 1, 128, 64>, inside}
        : !tile.fragment<64x16xf32>, memref<1x?xbf16>, memref<?x?xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %a: bf16, %b: f32):
      tile.yield %b : f32
    }
    %h = tile.epilogue %g at [%x, %x] also to (%A, %B : memref<1x?xbf16>, memref<?x?xf32>) {output_alignments = array<i64: 1, 16>}
        : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s, %s, %s : f32, f32, f32
    }
    %i = tile.epilogue %h with %A at [%x, %x] : !tile.fragment<64x16xf32>, memref<1x?xbf16> -> !tile.fragment<64x8xf32> {
    ^bb0(%s: f32, %t: f32, %a: bf16):
      %p = arith.mulf %s, %t : f32
      tile.yield %p : f32
    }
    tile.store %i, %B[%x, %x] : !tile.fragment<64x8xf32>, memref<?x?xf32>
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function takes two sums and one element of each matrix}}
    %g = tile.epilogue %f at [%x, %x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32> {
    ^bb0(%s: f32):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function takes 'i32' where the fragment holds 'f32'}}
    %g = tile.epilogue %f at [%x, %x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32> {
    ^bb0(%s: f32, %t: i32):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op needs two to four indices, not 1}}
    %g = tile.epilogue %f at [%x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op the result must have the shape of the sums, or half as many columns for pairs of sums}}
    %g = tile.epilogue %f at [%x, %x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x24xf32> {
    ^bb0(%s: f32, %t: f32):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function takes a sum and one element of each matrix}}
    %g = tile.epilogue %f with %A at [%x, %x] : !tile.fragment<64x16xf32>, memref<?x?xbf16> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function takes 'f32' where the matrix holds 'bf16'}}
    %g = tile.epilogue %f with %A at [%x, %x] : !tile.fragment<64x16xf32>, memref<?x?xbf16> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %a: f32):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op needs matrices in memory, not 'memref<?x?x?xbf16>'}}
    %g = tile.epilogue %f with %A at [%x, %x] : !tile.fragment<64x16xf32>, memref<?x?x?xbf16> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %a: bf16):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op an alignment must be 1 or the size of two elements; for 'bf16' not 16}}
    %g = tile.epilogue %f with %A at [%x, %x] {alignments = array<i64: 16>}
        : !tile.fragment<64x16xf32>, memref<?x?xbf16> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %a: bf16):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op has 'alignments' of 2 matrices, not of 1}}
    %g = tile.epilogue %f with %A at [%x, %x] {alignments = array<i64: 1, 1>}
        : !tile.fragment<64x16xf32>, memref<?x?xbf16> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %a: bf16):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function must yield one 'f32'}}
    %g = tile.epilogue %f at [%x, %x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %x : index
    }
  }
}

// -----

tile.kernel @k(%C: memref<?x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function must yield one 'f32', and behind it an element for each of 1 outputs}}
    %g = tile.epilogue %f at [%x, %x] also to (%C : memref<?x?xbf16>) : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function must yield one 'f32'}}
    %g = tile.epilogue %f at [%x, %x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s, %s : f32, f32
    }
  }
}

// -----

tile.kernel @k(%C: memref<?x?xi32>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op stores elements of type 'f32' as 'i32'; it only converts between floats of different widths, and integers to narrower ones}}
    %g = tile.epilogue %f at [%x, %x] also to (%C : memref<?x?xi32>) : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s, %s : f32, f32
    }
  }
}

// -----

tile.kernel @k(%C: memref<?x?xf32>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op has 'output_alignments' of 2 matrices, not of 1}}
    %g = tile.epilogue %f at [%x, %x] also to (%C : memref<?x?xf32>) {output_alignments = array<i64: 4, 4>} : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s, %s : f32, f32
    }
  }
}

// -----

tile.kernel @k(%C: memref<?x?xf32>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op 'output_alignments' is a power of two between 1 and 1024, not 12}}
    %g = tile.epilogue %f at [%x, %x] also to (%C : memref<?x?xf32>) {output_alignments = array<i64: 12>} : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s, %s : f32, f32
    }
  }
}

// -----

tile.kernel @k(%C: memref<?x?x?xf32>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op needs three indices}}
    %g = tile.epilogue %f at [%x, %x] also to (%C : memref<?x?x?xf32>) : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s, %s : f32, f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op has 1 'groups', not two for each of 1 matrices}}
    %g = tile.epilogue %f with %A at [%x, %x] {groups = array<i64: 128>} : !tile.fragment<64x16xf32>, memref<?x?xbf16> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %a: bf16):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op a group must have at least one row or column, not 0}}
    %g = tile.epilogue %f with %A at [%x, %x] {groups = array<i64: 8, 0>} : !tile.fragment<64x16xf32>, memref<?x?xbf16> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %a: bf16):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op an alignment above 1 reads elements of two neighbouring columns: it must be 1 if columns share elements ('groups')}}
    %g = tile.epilogue %f with %A at [%x, %x] {alignments = array<i64: 4>, groups = array<i64: 1, 8>} : !tile.fragment<64x16xf32>, memref<?x?xbf16> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %a: bf16):
      tile.yield %s : f32
    }
  }
}

// -----

// With 'placed', the function gets the element's row and column. The output may be a
// matrix of a batch of batches.
// CHECK-LABEL: tile.kernel @placed
// CHECK: tile.epilogue %{{.*}} with %{{.*}} at[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] {placed} : <64x16xf32>, memref<1x?x1x?xbf16> -> <64x16xf32> {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: bf16, %{{.*}}: index, %{{.*}}: index):
tile.kernel @placed(%A: memref<1x?x1x?xbf16>, %x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    %g = tile.epilogue %f with %A at [%x, %x, %x, %x] {placed} : !tile.fragment<64x16xf32>, memref<1x?x1x?xbf16> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %a: bf16, %row: index, %column: index):
      %isSeen = arith.cmpi sle, %column, %row : index
      %y = arith.select %isSeen, %s, %zero : f32
      tile.yield %y : f32
    }
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function takes a sum and one element of each matrix, and the element's row and column}}
    %g = tile.epilogue %f at [%x, %x] {placed} : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function takes places of type index, not 'i32'}}
    %g = tile.epilogue %f at [%x, %x] {placed} : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %row: index, %column: i32):
      tile.yield %s : f32
    }
  }
}

// -----

// Without 'placed', the function gets no places.
tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op its function takes a sum and one element of each matrix}}
    %g = tile.epilogue %f at [%x, %x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %row: index, %column: index):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op has 'placed', for which its fragment must not be 'transposed'}}
    %g = tile.epilogue %f at [%x, %x] transposed {placed} : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32, %row: index, %column: index):
      tile.yield %s : f32
    }
  }
}

// -----

tile.kernel @k(%x: index, %zero: f32) {
  tile.role "r" warps(4) {
    %f = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.epilogue' op needs two to four indices, not 5}}
    %g = tile.epilogue %f at [%x, %x, %x, %x, %x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%s: f32):
      tile.yield %s : f32
    }
  }
}
