// Whatever a model has beside its products becomes LLVM, and LLVM IR.
// RUN: autotune-opt %s -split-input-file -autotune-compile='target=h200 format=sim' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: mlir-translate -split-input-file -mlir-to-llvmir %t -o /dev/null

// CHECK-NOT: {{[ "](builtin|bufferization|memref|tile|linalg|arith|complex|tensor|math|scf|vector|ub|index|cf|func)\.}}

// Numbers of complex.
func.func @complex(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %e = tensor.empty() : tensor<4xcomplex<f32>>
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%e : tensor<4xcomplex<f32>>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>, %o: complex<f32>):
    %0 = complex.mul %x, %y : complex<f32>
    %1 = complex.exp %0 : complex<f32>
    %2 = complex.abs %1 : complex<f32>
    %3 = complex.create %2, %2 : complex<f32>
    %4 = complex.div %3, %1 : complex<f32>
    %5 = complex.pow %4, %y : complex<f32>
    %6 = complex.tanh %5 : complex<f32>
    %7 = complex.log %6 : complex<f32>
    %8 = complex.sqrt %7 : complex<f32>
    %9 = complex.angle %8 : complex<f32>
    %10 = complex.re %8 : complex<f32>
    %11 = complex.create %9, %10 : complex<f32>
    %12 = complex.sin %11 : complex<f32>
    %13 = complex.rsqrt %12 : complex<f32>
    %14 = complex.conj %13 : complex<f32>
    %15 = complex.neg %14 : complex<f32>
    %16 = complex.sign %15 : complex<f32>
    %17 = complex.expm1 %16 : complex<f32>
    %18 = complex.log1p %17 : complex<f32>
    %19 = complex.tan %18 : complex<f32>
    %20 = complex.atan2 %19, %1 : complex<f32>
    %21 = complex.cos %20 : complex<f32>
    linalg.yield %21 : complex<f32>
  } -> tensor<4xcomplex<f32>>
  %c = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %q = linalg.fill ins(%c : complex<f32>) outs(%r : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %q : tensor<4xcomplex<f32>>
}

// -----

// Vectors of several dimensions, on tensors and in memory.
func.func @vector(%a: tensor<8x8xf32>, %v: vector<4xf32>) -> (tensor<8x8xf32>, f32, vector<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %z : tensor<8x8xf32>, vector<4x4xf32>
  %1 = vector.multi_reduction <add>, %0, %v [0] : vector<4x4xf32> to vector<4xf32>
  %2 = vector.reduction <maximumf>, %1 : vector<4xf32> into f32
  %3 = vector.broadcast %2 : f32 to vector<4x4xf32>
  %t = vector.transpose %3, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  %5 = vector.contract {indexing_maps = [affine_map<(m,n,k)->(m,k)>, affine_map<(m,n,k)->(k,n)>, affine_map<(m,n,k)->(m,n)>], iterator_types = ["parallel","parallel","reduction"], kind = #vector.kind<add>} %0, %t, %3 : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
  %s = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %m = vector.create_mask %c0 : vector<4xi1>
  %sh = vector.shuffle %v, %1 [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  %fm = vector.fma %v, %sh, %1 : vector<4xf32>
  %ins = vector.insert %fm, %5 [1] : vector<4xf32> into vector<4x4xf32>
  %st = vector.step : vector<4xindex>
  vector.print %fm : vector<4xf32>
  %o = vector.outerproduct %v, %fm, %ins {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
  %sc:2 = vector.scan <add>, %o, %v {inclusive = true, reduction_dim = 0} : vector<4x4xf32>, vector<4xf32>
  %w = vector.transfer_write %sc#0, %a[%c0, %c0] : vector<4x4xf32>, tensor<8x8xf32>
  return %w, %2, %s : tensor<8x8xf32>, f32, vector<2x2xf32>
}
func.func @g(%m: memref<?xf32>, %mask: vector<4xi1>, %i: vector<4xi32>, %p: vector<4xf32>, %c: index) -> vector<4xf32> {
  %g = vector.gather %m[%c][%i], %mask, %p : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%c][%i], %mask, %g : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%c], %mask, %g : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %l = vector.maskedload %m[%c], %mask, %g : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%c], %mask, %l : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return %l : vector<4xf32>
}

// -----

// Poison and asserts.
func.func @ub(%c: i1) -> (f32, index) {
  %0 = ub.poison : f32
  %i = ub.poison : index
  cf.assert %c, "no"
  return %0, %i : f32, index
}

// -----

// Arithmetic of index.
func.func @index(%a: index, %b: index) -> (i1, index) {
  %0 = index.add %a, %b
  %1 = index.ceildivs %0, %a
  %2 = index.maxu %1, %b
  %c = index.constant 4
  %3 = index.floordivs %2, %c
  %4 = index.cmp slt(%3, %a)
  %5 = index.casts %3 : index to i32
  %6 = index.castu %5 : i32 to index
  %s = index.sizeof
  %7 = index.shl %6, %s
  return %4, %7 : i1, index
}

// -----

// What makes, changes and takes apart tensors.
func.func @tensors(%a: tensor<4x?xf32>, %n: index, %f: f32, %s: tensor<2xindex>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<8x?xf32>, f32, tensor<2xf32>, index, tensor<2xi32>) {
  %p = tensor.pad %a low[1, %n] high[%n, 2] { ^bb0(%i: index, %j: index):
     tensor.yield %f : f32 } : tensor<4x?xf32> to tensor<?x?xf32>
  %r = tensor.reshape %a(%s) : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %c = tensor.concat dim(0) %a, %a : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
  %c0 = arith.constant 0 : index
  %e = tensor.extract %c[%c0, %n] : tensor<8x?xf32>
  %in = tensor.insert %e into %c[%c0, %c0] : tensor<8x?xf32>
  %fe = tensor.from_elements %e, %f : tensor<2xf32>
  %g = tensor.generate %n, %n { ^bb0(%i: index, %j: index):
     %x = tensor.extract %a[%i, %j] : tensor<4x?xf32>
     tensor.yield %x : f32 } : tensor<?x?xf32>
  %rk = tensor.rank %a : tensor<4x?xf32>
  %bc = tensor.bitcast %fe : tensor<2xf32> to tensor<2xi32>
  %sp = tensor.splat %f : tensor<2xf32>
  %sl = tensor.extract_slice %g[0, 0] [%n, 4] [2, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %is = tensor.insert_slice %sl into %p[1, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  return %is, %r, %in, %e, %sp, %rk, %bc : tensor<?x?xf32>, tensor<?x?xf32>, tensor<8x?xf32>, f32, tensor<2xf32>, index, tensor<2xi32>
}

// -----

// Upstream has no form of these on buffers.
func.func @gather(%a: tensor<4x8x16xf32>, %i: tensor<6x2xi32>) -> tensor<6x1x8x1xf32> {
  %c = tensor.gather %a[%i] gather_dims([0, 2]) : (tensor<4x8x16xf32>, tensor<6x2xi32>) -> tensor<6x1x8x1xf32>
  return %c : tensor<6x1x8x1xf32>
}

// -----

func.func @scatter(%s: tensor<6x1x8x1xf32>, %a: tensor<4x8x16xf32>, %i: tensor<6x2xi32>) -> tensor<4x8x16xf32> {
  %c = tensor.scatter %s into %a[%i] scatter_dims([0, 2]) unique : (tensor<6x1x8x1xf32>, tensor<4x8x16xf32>, tensor<6x2xi32>) -> tensor<4x8x16xf32>
  return %c : tensor<4x8x16xf32>
}

// -----

func.func @bitcast(%a: tensor<4x?xf32>) -> tensor<4x?xi32> {
  %0 = tensor.bitcast %a : tensor<4x?xf32> to tensor<4x?xi32>
  return %0 : tensor<4x?xi32>
}

// -----

// Operations of linalg that are several in one.
func.func @softmax(%a: tensor<4x?xf32>, %o: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %c = linalg.softmax dimension(1) ins(%a : tensor<4x?xf32>) outs(%o : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %c : tensor<4x?xf32>
}

// -----

func.func @softmax_of_memrefs(%a: memref<4x?xf32>, %o: memref<4x?xf32>) {
  linalg.softmax dimension(1) ins(%a : memref<4x?xf32>) outs(%o : memref<4x?xf32>)
  return
}

// -----

func.func @pack(%a: tensor<127x?xf32>, %o: tensor<16x?x8x32xf32>, %p: f32, %u: tensor<127x?xf32>) -> tensor<127x?xf32> {
  %c = linalg.pack %a padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %o : tensor<127x?xf32> -> tensor<16x?x8x32xf32>
  %d = linalg.unpack %c inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %u : tensor<16x?x8x32xf32> -> tensor<127x?xf32>
  return %d : tensor<127x?xf32>
}

// -----

func.func @winograd(%arg0: tensor<2x6x6x5xf32>, %arg1: tensor<2x3x3x5xf32>, %arg2: tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32> {
  %0 = tensor.empty() : tensor<6x6x5x2xf32>
  %1 = linalg.winograd_filter_transform fmr(F_4_3) ins(%arg1 : tensor<2x3x3x5xf32>) outs(%0 : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %2 = tensor.empty() : tensor<6x6x1x1x2x5xf32>
  %3 = linalg.winograd_input_transform fmr(F_4_3) ins(%arg0 : tensor<2x6x6x5xf32>) outs(%2 : tensor<6x6x1x1x2x5xf32>) -> tensor<6x6x1x1x2x5xf32>
  %c = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<6x6x5x2xf32> into tensor<36x5x2xf32>
  %d = tensor.collapse_shape %3 [[0, 1], [2, 3, 4], [5]] : tensor<6x6x1x1x2x5xf32> into tensor<36x2x5xf32>
  %4 = tensor.empty() : tensor<36x2x2xf32>
  %5 = linalg.batch_matmul ins(%d, %c : tensor<36x2x5xf32>, tensor<36x5x2xf32>) outs(%4 : tensor<36x2x2xf32>) -> tensor<36x2x2xf32>
  %e = tensor.expand_shape %5 [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 1, 1, 2, 2] : tensor<36x2x2xf32> into tensor<6x6x1x1x2x2xf32>
  %6 = linalg.winograd_output_transform fmr(F_4_3) ins(%e : tensor<6x6x1x1x2x2xf32>) outs(%arg2 : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  return %6 : tensor<2x4x4x2xf32>
}

// -----

// Loops and accesses of affine.
func.func @affine(%m: memref<16x?xf32>, %n: index) -> index {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to %n step 2 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        %x = affine.load %m[%i, %j + 1] : memref<16x?xf32>
        affine.store %x, %m[%i, %j] : memref<16x?xf32>
      }
    }
  }
  affine.parallel (%i) = (0) to (8) {
    %v = affine.vector_load %m[%i, 0] : memref<16x?xf32>, vector<4xf32>
    affine.vector_store %v, %m[%i, 4] : memref<16x?xf32>, vector<4xf32>
  }
  %k:2 = affine.delinearize_index %n into (4, 8) : index, index
  %l = affine.linearize_index [%k#0, %k#1] by (4, 8) : index
  %q = affine.min affine_map<(d0) -> (d0, 16)>(%l)
  %w = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%q)
  return %w : index
}

// -----

// Parallel loops.
func.func @parallel(%a: tensor<16x8xf32>, %m: memref<16xf32>) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<16x8xf32>
  %r = scf.forall (%i) in (16) shared_outs(%o = %e) -> tensor<16x8xf32> {
    %s = tensor.extract_slice %a[%i, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<1x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<16x8xf32>
    }
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  %red = scf.parallel (%i) = (%c0) to (%c16) step (%c1) init (%z) -> f32 {
    %x = memref.load %m[%i] : memref<16xf32>
    scf.reduce(%x : f32) { ^bb0(%l: f32, %rr: f32):
      %y = arith.addf %l, %rr : f32
      scf.reduce.return %y : f32 }
  }
  %q = tensor.insert %red into %r[%c0, %c0] : tensor<16x8xf32>
  return %q : tensor<16x8xf32>
}

// -----

// Computations with shapes.
func.func @shape(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> (index, index, tensor<2xindex>) {
  %0 = shape.shape_of %a : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?x4xf32> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<2xindex>
  %2 = shape.assuming %w -> tensor<2xindex> {
    %3 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
    shape.assuming_yield %3 : tensor<2xindex>
  }
  %n = shape.num_elements %2 : tensor<2xindex> -> index
  %c0 = arith.constant 0 : index
  %d = shape.get_extent %2, %c0 : tensor<2xindex>, index -> index
  return %n, %d, %2 : index, index, tensor<2xindex>
}

// -----

// Globals, as torch-mlir writes them for seeds.
ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
ml_program.global private @k(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
func.func @globals() -> (i64, tensor<4xf32>) {
  %0 = ml_program.global_load @seed : tensor<i64>
  %1 = tensor.extract %0[] : tensor<i64>
  %c = arith.constant 3 : i64
  %2 = arith.addi %1, %c : i64
  %i = tensor.insert %2 into %0[] : tensor<i64>
  ml_program.global_store @seed = %i : tensor<i64>
  %k = ml_program.global_load_const @k : tensor<4xf32>
  return %2, %k : i64, tensor<4xf32>
}

// -----

// Floats of 8 bits.
func.func @f8(%a: f8E4M3FN, %b: f8E5M2, %c: f32) -> (f32, f16, f8E4M3FN, f8E5M2, bf16, bf16, f32) {
  %0 = arith.extf %a : f8E4M3FN to f32
  %1 = arith.extf %b : f8E5M2 to f16
  %2 = arith.truncf %c : f32 to f8E4M3FN
  %3 = arith.truncf %c : f32 to f8E5M2
  %4 = arith.truncf %c : f32 to bf16
  %5 = arith.addf %4, %4 : bf16
  %6 = arith.extf %5 : bf16 to f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f16, f8E4M3FN, f8E5M2, bf16, bf16, f32
}

// -----

// Integers of 1 bit.
func.func @i1(%a: tensor<8xi1>, %b: tensor<8xi1>) -> tensor<8xi1> {
  %0 = arith.andi %a, %b : tensor<8xi1>
  %c = arith.constant dense<[true, false, true, false, true, false, true, false]> : tensor<8xi1>
  %1 = arith.select %c, %0, %a : tensor<8xi1>, tensor<8xi1>
  return %1 : tensor<8xi1>
}

// -----

// Operations of bufferization.
func.func @bufferization(%a: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %0 = bufferization.alloc_tensor() copy(%a) : tensor<8xf32>
  %m = bufferization.to_buffer %0 : tensor<8xf32> to memref<8xf32>
  %z = arith.constant 0.0 : f32
  memref.store %z, %m[%n] : memref<8xf32>
  %t = bufferization.to_tensor %m restrict writable : memref<8xf32> to tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %q = bufferization.materialize_in_destination %t in %e : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  bufferization.dealloc_tensor %0 : tensor<8xf32>
  return %q : tensor<8xf32>
}

// -----

// Views, globals and what is freed.
memref.global "private" @g : memref<4xf32> = dense<1.0>
func.func @memrefs(%a: memref<4x8xf32>, %n: index, %s: memref<2xi32>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %g = memref.get_global @g : memref<4xf32>
  %l = memref.alloca() : memref<8xi32>
  %sv = memref.subview %a[%n, 0] [%n, 4] [1, 2] : memref<4x8xf32> to memref<?x4xf32, strided<[8, 2], offset: ?>>
  %t = memref.transpose %a (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  %r = memref.reshape %a(%s) : (memref<4x8xf32>, memref<2xi32>) -> memref<?x?xf32>
  %c0 = arith.constant 0 : index
  %f = memref.load %g[%c0] : memref<4xf32>
  %old = memref.atomic_rmw addf %f, %g[%c0] : (f32, memref<4xf32>) -> f32
  memref.prefetch %g[%c0], read, locality<3>, data : memref<4xf32>
  memref.assume_alignment %g, 16 : memref<4xf32>
  %c = memref.cast %r : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %al = memref.alloc(%n) : memref<?xf32>
  %ra = memref.realloc %al(%n) : memref<?xf32> to memref<?xf32>
  memref.dealloc %ra : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%sv : memref<?x4xf32, strided<[8, 2], offset: ?>>)
  linalg.fill ins(%f : f32) outs(%t : memref<8x4xf32, strided<[1, 8]>>)
  return %c : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// -----

// Arithmetic that LLVM has no instruction for.
func.func @arithmetic(%a: i32, %b: i32, %f: f32, %t: tensor<4xi4>) -> (i32, i32, i1, f32, f32, tensor<4xi8>) {
  %0 = arith.floordivsi %a, %b : i32
  %1 = arith.ceildivui %0, %b : i32
  %2:2 = arith.mulsi_extended %1, %b : i32
  %3, %c = arith.addui_extended %2#0, %b : i32, i1
  %4 = arith.maximumf %f, %f : f32
  %5 = arith.minnumf %4, %f : f32
  %6 = arith.remf %5, %f : f32
  %7 = arith.extui %t : tensor<4xi4> to tensor<4xi8>
  return %1, %3, %c, %5, %6, %7 : i32, i32, i1, f32, f32, tensor<4xi8>
}

// -----

// Loops that carry tensors.
func.func @loops(%n: index, %a: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %t = %a) : (index, tensor<8xf32>) -> (index, tensor<8xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %t : index, tensor<8xf32>
  } do { ^bb0(%i: index, %t: tensor<8xf32>):
    %f = arith.constant 1.0 : f32
    %u = tensor.insert %f into %t[%i] : tensor<8xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %u : index, tensor<8xf32>
  }
  %q = scf.execute_region -> tensor<8xf32> { scf.yield %r#1 : tensor<8xf32> }
  %s = scf.index_switch %n -> tensor<8xf32> case 2 { scf.yield %q : tensor<8xf32> } default { scf.yield %a : tensor<8xf32> }
  return %s : tensor<8xf32>
}

// -----

func.func @poison_tensor(%n: index) -> tensor<8xf32> {
  %q = ub.poison : tensor<8xf32>
  return %q : tensor<8xf32>
}

// -----

// Named operations of linalg.
func.func @named(%a: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x2xf32>, %o: tensor<1x6x6x2xf32>, %w: tensor<2x2xf32>, %p: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) outs(%o : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  %w3 = tensor.empty() : tensor<3x3xf32>
  %m = linalg.pooling_nhwc_max ins(%r, %w3 : tensor<1x6x6x2xf32>, tensor<3x3xf32>) outs(%p : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %red0 = tensor.empty() : tensor<1x4x4xf32>
  %red = linalg.reduce ins(%m : tensor<1x4x4x2xf32>) outs(%red0 : tensor<1x4x4xf32>) dimensions = [3] (%in: f32, %init: f32) { %x = arith.addf %in, %init : f32
    linalg.yield %x : f32 }
  %b = linalg.broadcast ins(%red : tensor<1x4x4xf32>) outs(%m : tensor<1x4x4x2xf32>) dimensions = [3]
  %mp = linalg.map { math.tanh } ins(%b : tensor<1x4x4x2xf32>) outs(%p : tensor<1x4x4x2xf32>)
  %e = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%mp : tensor<1x4x4x2xf32>) outs(%p : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %e : tensor<1x4x4x2xf32>
}
