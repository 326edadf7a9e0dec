// What the verifiers of kernels, roles and tile loops refuse.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'tile.kernel' op 'cluster' takes three sizes: along M, N and K}}
tile.kernel @k() cluster(1, 2) threads(32) {}

// -----

// expected-error@+1 {{'tile.kernel' op cluster sizes are between 1 and 16, not 0}}
tile.kernel @k() cluster(1, 0, 1) threads(32) {}

// -----

// expected-error@+1 {{'tile.kernel' op cluster sizes are between 1 and 16, not 9223372036854775807}}
tile.kernel @k() cluster(1, 1, 9223372036854775807) threads(32) {}

// -----

// expected-error@+1 {{'tile.kernel' op a cluster holds at most 16 CTAs, not 32}}
tile.kernel @k() cluster(4, 4, 2) threads(32) {}

// -----

// expected-error@+1 {{'tile.kernel' op 'ctas_per_sm' is between 1 and 32, not 0}}
tile.kernel @k() threads(32) ctas_per_sm(0) {}

// -----

// expected-error@+1 {{'tile.kernel' op 'ctas_per_sm' is between 1 and 32, not -1}}
tile.kernel @k() threads(32) ctas_per_sm(-1) {}

// -----

// expected-error@+1 {{'tile.kernel' op 'ctas_per_sm' is between 1 and 32, not 9007199254740992}}
tile.kernel @k() threads(32) ctas_per_sm(9007199254740992) {}

// -----

// expected-error@+1 {{ctas_per_sm takes one number}}
tile.kernel @k() threads(32) ctas_per_sm(1, 2) {}

// -----

// expected-error@+1 {{a kernel has no results}}
tile.kernel @k() -> i32 threads(32) {}

// -----

// expected-error@+1 {{'tile.kernel' op has no results, not '() -> i32'}}
"tile.kernel"() <{function_type = () -> i32, sym_name = "k", threads = 32 : i64}> ({
  "tile.yield"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{entry block must have 1 arguments to match function signature}}
"tile.kernel"() <{function_type = (i32) -> (), sym_name = "k", threads = 32 : i64}> ({
  "tile.yield"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{failed to verify constraint: region with 1 blocks}}
"tile.kernel"() <{function_type = () -> (), sym_name = "k", threads = 32 : i64}> ({}) : () -> ()

// -----

// expected-error@+1 {{requires one region}}
"tile.kernel"() <{function_type = () -> (), sym_name = "k", threads = 32 : i64}> : () -> ()

// -----

// expected-error@+1 {{requires attribute 'function_type'}}
"tile.kernel"() <{sym_name = "k", threads = 32 : i64}> ({
  "tile.yield"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{'tile.kernel' op arguments are two-dimensional memrefs of integers or floats, batches of them, or scalars, not 'memref<?x?x?x?x?xf32>'}}
tile.kernel @k(%a: memref<?x?x?x?x?xf32>) threads(32) {}

// -----

// expected-error@+1 {{'tile.kernel' op arguments are two-dimensional memrefs of integers or floats, batches of them, or scalars, not 'memref<*xf32>'}}
tile.kernel @k(%a: memref<*xf32>) threads(32) {}

// -----

// expected-error@+1 {{not 'memref<?x?xvector<4xf32>>'}}
tile.kernel @k(%a: memref<?x?xvector<4xf32>>) threads(32) {}

// -----

// expected-error@+1 {{not 'memref<?x?xindex>'}}
tile.kernel @k(%a: memref<?x?xindex>) threads(32) {}

// -----

// expected-error@+1 {{not 'tensor<4x4xf32>'}}
tile.kernel @k(%a: tensor<4x4xf32>) threads(32) {}

// -----

// expected-error@+1 {{'tile.kernel' op takes its threads from its roles: 'threads' must not be given}}
tile.kernel @k() threads(32) {
  tile.role "r" warps(1) {}
}

// -----

// expected-error@+1 {{'tile.kernel' op without roles needs 'threads'}}
tile.kernel @k() {}

// -----

// expected-error@+1 {{'tile.kernel' op needs between 32 and 1024 threads, in whole warps; has 33}}
tile.kernel @k() threads(33) {}

// -----

// expected-error@+1 {{'tile.kernel' op needs between 32 and 1024 threads, in whole warps; has -32}}
tile.kernel @k() threads(-32) {}

// -----

// expected-error@+1 {{'tile.kernel' op needs between 32 and 1024 threads, in whole warps; has 1280}}
tile.kernel @k() {
  tile.role "a" warps(20) {}
  tile.role "b" warps(10) copies(2) {}
}

// -----

func.func @f() {
  // expected-error@+1 {{symbol's parent must have the SymbolTable trait}}
  tile.kernel @k() threads(32) {}
  return
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.yield' op may yield values only in a tile.map, tile.mma or tile.epilogue}}
  tile.yield %x : index
}

// -----

func.func @f() {
  // expected-error@+1 {{'tile.yield' op expects parent op to be one of 'tile.kernel, tile.role, tile.for_each_tile, tile.map, tile.mma, tile.epilogue'}}
  tile.yield
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'warps' is between 1 and 32, not 0}}
  tile.role "r" warps(0) {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'warps' is between 1 and 32, not 576460752303423489}}
  tile.role "r" warps(576460752303423489) {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op must have 1 or 2 copies, not 3}}
  tile.role "r" warps(4) copies(3) {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op must have 1 or 2 copies, not -1}}
  tile.role "r" warps(4) copies(-1) {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op is run by one elected thread: it can't have copies}}
  tile.role "r" warps(4) copies(2) elect {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'registers' is a multiple of 8 between 24 and 256, not 20}}
  tile.role "r" warps(4) registers(20) {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'registers' is a multiple of 8 between 24 and 256, not -8}}
  tile.role "r" warps(4) registers(-8) {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op grants registers to whole warpgroups: 'warps' must be a multiple of 4}}
  tile.role "r" warps(2) registers(40) {}
}

// -----

tile.kernel @k() threads(32) {
  scf.execute_region {
    // expected-error@+1 {{'tile.role' op expects parent op 'tile.kernel'}}
    tile.role "r" warps(4) {}
    scf.yield
  }
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op region should have no arguments}}
  "tile.role"() <{name = "r", warps = 4 : i64}> ({
  ^bb0(%x: index):
    tile.yield
  }) : () -> ()
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op 'tile' takes three sizes: along M, N and K}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op tile sizes are between 1 and 65536, not 0}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 0, 8) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op tile sizes are between 1 and 65536, not 4611686018427387904}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(4611686018427387904, 8, 8) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op the raster's group is between 1 and 65536, not 0}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8, 8) raster(along_m, 0) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op the raster's group is between 1 and 65536, not -1}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8, 8) raster(along_m, -1) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{expected along_m, along_n or hilbert}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8, 8) raster(along_k, 1) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op a Hilbert curve needs squares with a side that is a power of two, not 6}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8, 8) raster(hilbert, 6) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op binds five coordinates (m, n, k0, k1, batch), not 4}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) batch(%x) tile(8, 8, 8) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op with 'split' binds five coordinates and the parts of the tile, not 5}}
  tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%x, %x, %x) batch(%x) tile(8, 8, 8) split(2) {}
}

// -----

// A batch is a matrix's argument only where it has one matrix.
gpu.module @kernels {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {}
}
func.func @one(%a: memref<1x4x4xf32>) {
  tile.launch @kernels::@k outs(%a : memref<1x4x4xf32>)
  return
}
func.func @two(%a: memref<2x4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op operand of type 'memref<2x4x4xf32>' can't be the kernel's argument of type 'memref<?x?xf32>'}}
  tile.launch @kernels::@k outs(%a : memref<2x4x4xf32>)
  return
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op binds four coordinates (m, n, k0, k1), not 3}}
  tile.for_each_tile (%m, %n, %k0) in (%x, %x, %x) tile(8, 8, 8) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op coordinates are of type index}}
  "tile.for_each_tile"(%x, %x, %x) <{tile = array<i64: 8, 8, 8>}> ({
  ^bb0(%m: index, %n: index, %k0: i32, %k1: index):
    tile.yield
  }) : (index, index, index) -> ()
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{expected 3 operands}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x) tile(8, 8, 8) {}
}

// -----

func.func @f(%x: index) {
  // expected-error@+1 {{'tile.for_each_tile' op must stand in a tile.kernel}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8, 8) {}
  return
}

// -----

tile.kernel @k(%x: index) threads(32) {
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8, 8) {
    // expected-error@+1 {{'tile.for_each_tile' op must not stand in another tile loop}}
    tile.for_each_tile (%m1, %n1, %k2, %k3) in (%x, %x, %x) tile(8, 8, 8) {}
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %A, %c0 : memref<?x?xbf16>
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  // expected-note@+1 {{'tile.pack' may access memory}}
  %p = tile.pack %A alignment(2) : memref<?x?xbf16>
  // expected-error@+1 {{'tile.wait_for_previous' op must stand before every operation that may access memory}}
  tile.wait_for_previous
  tile.role "r" warps(4) {}
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  // expected-note@+1 {{'tile.role' may access memory}}
  tile.role "r" warps(4) {}
  // expected-error@+1 {{'tile.wait_for_previous' op must stand before every operation that may access memory}}
  tile.wait_for_previous
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) threads(128) {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{'memref.load' may access memory}}
  %x = memref.load %A[%c0, %c0] : memref<?x?xbf16>
  // expected-error@+1 {{'tile.wait_for_previous' op must stand before every operation that may access memory}}
  tile.wait_for_previous
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) threads(128) {
  tile.wait_for_previous
  // expected-error@+1 {{'tile.wait_for_previous' op may stand only once in its kernel}}
  tile.wait_for_previous
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.wait_for_previous' op expects parent op 'tile.kernel'}}
    tile.wait_for_previous
  }
}
