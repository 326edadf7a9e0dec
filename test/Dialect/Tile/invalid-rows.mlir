// What the verifiers of rows of fragments refuse.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.reduce_rows' op takes and gives one value for each row, '!tile.rows<64x1xf32>', not '!tile.rows<64x2xf32>'}}
    %r = tile.reduce_rows max %a : !tile.fragment<64x16xf32> -> !tile.rows<64x2xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf64>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf64> -> !tile.fragment<64x16xf64>
    // expected-error@+1 {{'tile.reduce_rows' op reduces rows of f32, not of 'f64'}}
    %r = tile.reduce_rows add %a : !tile.fragment<64x16xf64> -> !tile.rows<64x1xf64>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.fold' op adds up to eight columns, '!tile.fragment<64x8xf32>'}}
    %r = tile.fold %a : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf64>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf64> -> !tile.fragment<64x16xf64>
    // expected-error@+1 {{'tile.fold' op adds up columns of f32, not of 'f64'}}
    %r = tile.fold %a : !tile.fragment<64x16xf64> -> !tile.fragment<64x8xf64>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.round' op rounds f32 to bf16 or f16, not 'f32' to 'f32'}}
    %r = tile.round %a : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.round' op gives a fragment of the same shape}}
    %r = tile.round %a : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    %r = tile.reduce_rows max %a : !tile.fragment<64x16xf32> -> !tile.rows<64x1xf32>
    // expected-error@+1 {{'tile.map' op gives values of rows and has a fragment among its inputs}}
    %m = tile.map %a : !tile.fragment<64x16xf32> -> !tile.rows<64x16xf32> {
    ^bb0(%y: f32):
      tile.yield %y : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    %r = tile.reduce_rows max %a : !tile.fragment<64x16xf32> -> !tile.rows<64x1xf32>
    // expected-error@+1 {{'tile.map' op gives a fragment and has no fragment among its inputs}}
    %m = tile.map %r : !tile.rows<64x1xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%y: f32):
      tile.yield %y : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<128x16xf32>
    %b = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    %r = tile.reduce_rows max %b : !tile.fragment<64x16xf32> -> !tile.rows<64x1xf32>
    // expected-error@+1 {{'tile.map' op all fragments must have the same shape, and values of rows must be one for each of its rows}}
    %m = tile.map %a, %r : !tile.fragment<128x16xf32>, !tile.rows<64x1xf32> -> !tile.fragment<128x16xf32> {
    ^bb0(%y: f32, %z: f32):
      tile.yield %y : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.map' op takes the row and the column of a fragment's first element, not 1 places}}
    %m = tile.map %a at [%x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%y: f32, %row: index):
      tile.yield %y : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.map' op its function takes places of type index, and then of f32, not 'i32'}}
    %m = tile.map %a at [%x, %x] : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%y: f32, %row: i32, %column: i32):
      tile.yield %y : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x64xf32>
    // expected-error@+1 {{'tile.mma' op takes bf16 or f16 'from' registers, not 'f32'}}
    %d = tile.mma %s from(%a : !tile.fragment<64x64xf32>) : !tile.slot<64x64xbf16> -> !tile.fragment<64x64xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x64xf32>
    %p = tile.round %a : !tile.fragment<64x64xf32> -> !tile.fragment<64x64xbf16>
    // expected-error@+1 {{'tile.mma' op takes A 'from' registers as it is multiplied, and B from tile 0 of the slot: it has no 'left', 'right', 'low', 'transpose_a', 'packed_a' or prologue}}
    %d = tile.mma %s transpose_a from(%p : !tile.fragment<64x64xbf16>) : !tile.slot<64x64xbf16> -> !tile.fragment<64x64xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    %r = tile.reduce_rows max %a : !tile.fragment<64x16xf32> -> !tile.rows<64x1xf32>
    // expected-error@+1 {{'tile.store_rows' op needs a matrix in memory, and an index for each of its dimensions}}
    tile.store_rows %r, %A[%x] : !tile.rows<64x1xf32>, memref<?x?xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %B: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %a = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    %r = tile.reduce_rows max %a : !tile.fragment<64x16xf32> -> !tile.rows<64x1xf32>
    // expected-error@+1 {{'tile.store_rows' op stores one value of 'bf16' for each row, not '!tile.rows<64x1xf32>'}}
    tile.store_rows %r, %B[%x, %x] : !tile.rows<64x1xf32>, memref<?x?xbf16>
  }
}
