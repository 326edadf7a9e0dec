// Buffers that are freed, loops of branches and modules in modules are compiled,
// and compute what they should.
// RUN: autotune-opt %s -autotune-attach-configs=target=h200 -autotune-compile='target=h200 format=sim' | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-attach-configs=target=h200 -autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=LAUNCHES
// LAUNCHES-COUNT-4: tile.launch

module {
  func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

  // Scratch that is freed by hand, on two paths.
  func.func @scratch(%a: memref<4x4xf32>, %c: memref<4x4xf32>, %early: i1) {
    %zero = arith.constant 0.0 : f32
    %t = memref.alloc() : memref<4x4xf32>
    linalg.fill ins(%zero : f32) outs(%t : memref<4x4xf32>)
    linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%t : memref<4x4xf32>)
    cf.cond_br %early, ^early, ^late
  ^early:
    memref.dealloc %t : memref<4x4xf32>
    return
  ^late:
    linalg.matmul ins(%t, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
    memref.dealloc %t : memref<4x4xf32>
    return
  }

  // Powers of a matrix, in a loop of branches that carries a tensor.
  func.func @power(%a: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    cf.br ^head(%c0, %a : index, tensor<4x4xf32>)
  ^head(%i: index, %t: tensor<4x4xf32>):
    %more = arith.cmpi slt, %i, %n : index
    cf.cond_br %more, ^body, ^end
  ^body:
    %e = tensor.empty() : tensor<4x4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    %r = linalg.matmul ins(%t, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
    %j = arith.addi %i, %c1 : index
    cf.br ^head(%j, %r : index, tensor<4x4xf32>)
  ^end:
    return %t : tensor<4x4xf32>
  }

  module @inner {
    func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
    func.func @scratch(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
      linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
      return
    }
    // CHECK: [3, 3, 3, 3]
    func.func @in_module() {
      %half = arith.constant 0.5 : f32
      %two = arith.constant 2.0 : f32
      %a = memref.alloc() : memref<4x4xf32>
      %c = memref.alloc() : memref<4x4xf32>
      linalg.fill ins(%half : f32) outs(%a : memref<4x4xf32>)
      linalg.fill ins(%two : f32) outs(%c : memref<4x4xf32>)
      call @scratch(%a, %c) : (memref<4x4xf32>, memref<4x4xf32>) -> ()
      %u = memref.cast %c : memref<4x4xf32> to memref<*xf32>
      call @printMemrefF32(%u) : (memref<*xf32>) -> ()
      return
    }
    // CHECK: [17, 17, 17, 17]
    // CHECK: [64, 64, 64, 64]
    func.func private @rest()
    func.func @main() {
      call @in_module() : () -> ()
      call @rest() : () -> ()
      return
    }
  }

  func.func @rest() {
    %false = arith.constant false
    %true = arith.constant true
    %one = arith.constant 1.0 : f32
    %a = memref.alloc() : memref<4x4xf32>
    %c = memref.alloc() : memref<4x4xf32>
    linalg.fill ins(%one : f32) outs(%a : memref<4x4xf32>)
    linalg.fill ins(%one : f32) outs(%c : memref<4x4xf32>)
    call @scratch(%a, %c, %true) : (memref<4x4xf32>, memref<4x4xf32>, i1) -> ()
    call @scratch(%a, %c, %false) : (memref<4x4xf32>, memref<4x4xf32>, i1) -> ()
    %u = memref.cast %c : memref<4x4xf32> to memref<*xf32>
    call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    %ones = arith.constant dense<1.0> : tensor<4x4xf32>
    %c3 = arith.constant 3 : index
    %p = call @power(%ones, %c3) : (tensor<4x4xf32>, index) -> tensor<4x4xf32>
    %m = bufferization.to_buffer %p read_only : tensor<4x4xf32> to memref<4x4xf32>
    %v = memref.cast %m : memref<4x4xf32> to memref<*xf32>
    call @printMemrefF32(%v) : (memref<*xf32>) -> ()
    return
  }
}
