// RUN: autotune-opt %s -split-input-file -verify-diagnostics

func.func private @blocks(%arg: !tile.columns<4x128xf32>)
// expected-error @below {{blocks must have 1 column or a multiple of 8, not 12}}
func.func private @twelve(%arg: !tile.columns<4x12xf32>)

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    tile.role "consumer" warps(4) {
      // expected-error @below {{'block' is a number of rows, at least 1, not 0}}
      %0 = tile.read_rows %S[%c0, %c0] block(0) : memref<?x?xf32> -> !tile.rows<64x1xf32>
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?x?xf32>) {
    %c0 = arith.constant 0 : index
    tile.role "consumer" warps(4) {
      // expected-error @below {{needs three indices}}
      %0 = tile.read_columns %S[%c0, %c0] : memref<?x?x?xf32> -> !tile.columns<1x64xf32>
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    tile.role "consumer" warps(4) {
      // expected-error @below {{needs two indices}}
      %0 = tile.read_columns %S[%c0] : memref<?x?xf32> -> !tile.columns<1x64xf32>
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    tile.role "consumer" warps(4) {
      // expected-error @below {{reads elements of type 'bf16' as 'f32'}}
      %0 = tile.read_columns %S[%c0, %c0] : memref<?x?xbf16> -> !tile.columns<1x64xf32>
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      %part = tile.splat %zero : f32 -> !tile.fragment<64x64xf32>
      %rows = tile.read_rows %S[%c0, %c0] : memref<?x?xf32> -> !tile.rows<64x2xf32>
      %columns = tile.read_columns %S[%c0, %c0] : memref<?x?xf32> -> !tile.columns<1x64xf32>
      // expected-error @below {{takes one value for each of 64 rows, not '!tile.rows<64x2xf32>'}}
      %0 = tile.scale %part by %rows, %columns : !tile.fragment<64x64xf32>, !tile.rows<64x2xf32>, !tile.columns<1x64xf32>
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      %part = tile.splat %zero : f32 -> !tile.fragment<64x64xf32>
      %rows = tile.read_rows %S[%c0, %c0] : memref<?x?xf32> -> !tile.rows<64x1xf32>
      %columns = tile.read_columns %S[%c0, %c0] : memref<?x?xf32> -> !tile.columns<2x64xf32>
      // expected-error @below {{takes values for blocks of columns that are 64 columns together, not '!tile.columns<2x64xf32>'}}
      %0 = tile.scale %part by %rows, %columns onto %part : !tile.fragment<64x64xf32>, !tile.rows<64x1xf32>, !tile.columns<2x64xf32>
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    tile.role "consumer" warps(4) {
      %part = tile.splat %zero : i32 -> !tile.fragment<64x64xi32>
      %rows = tile.read_rows %S[%c0, %c0] : memref<?x?xi32> -> !tile.rows<64x1xi32>
      %columns = tile.read_columns %S[%c0, %c0] : memref<?x?xi32> -> !tile.columns<1x64xi32>
      // expected-error @below {{multiplies f32 by f32, not 'i32' by 'i32' and 'i32'}}
      %0 = tile.scale %part by %rows, %columns : !tile.fragment<64x64xi32>, !tile.rows<64x1xi32>, !tile.columns<1x64xi32>
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      %part = tile.splat %zero : f32 -> !tile.fragment<64x64xf32>
      %rows = tile.read_rows %S[%c0, %c0] : memref<?x?xf32> -> !tile.rows<64x1xf32>
      %left = tile.read_columns %S[%c0, %c0] : memref<?x?xf32> -> !tile.columns<1x32xf32>
      %right = tile.read_columns %S[%c0, %c0] : memref<?x?xf32> -> !tile.columns<1x64xf32>
      // expected-error @below {{takes values for blocks of columns that are 64 columns together, not '!tile.columns<1x32xf32>', '!tile.columns<1x64xf32>'}}
      %0 = tile.scale %part by %rows, %left, %right : !tile.fragment<64x64xf32>, !tile.rows<64x1xf32>, !tile.columns<1x32xf32>, !tile.columns<1x64xf32>
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      %part = tile.splat %zero : f32 -> !tile.fragment<64x64xf32>
      %rows = tile.read_rows %S[%c0, %c0] : memref<?x?xf32> -> !tile.rows<64x1xf32>
      %left = tile.read_columns %S[%c0, %c0] : memref<?x?xf32> -> !tile.columns<4x1xf32>
      %right = tile.read_columns %S[%c0, %c0] : memref<?x?xf32> -> !tile.columns<60x1xf32>
      // expected-error @below {{takes lists of values for a multiple of 8 columns, not '!tile.columns<4x1xf32>'}}
      %0 = tile.scale %part by %rows, %left, %right : !tile.fragment<64x64xf32>, !tile.rows<64x1xf32>, !tile.columns<4x1xf32>, !tile.columns<60x1xf32>
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      %part = tile.splat %zero : f32 -> !tile.fragment<64x64xf32>
      %rows = tile.read_rows %S[%c0, %c0] : memref<?x?xf32> -> !tile.rows<64x1xf32>
      // expected-error @below {{needs values of columns}}
      %0 = "tile.scale"(%part, %rows) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!tile.fragment<64x64xf32>, !tile.rows<64x1xf32>) -> !tile.fragment<64x64xf32>
    }
  }
}
