// The result of a switch may be a buffer that the program still reads under its
// own name. Upstream's analysis alone misses that, and copies nothing here.
// RUN: autotune-opt %s -autotune-bufferize | FileCheck %s

// Two switches share a tensor.empty, as two products of one shape with plans do.
// Each gets a buffer of its own, before the switch. Nothing is copied.
// CHECK-LABEL: func @two(
// CHECK: %[[U:.*]] = memref.alloc(%[[M:.*]]) {{.*}} : memref<?xf32>
// CHECK: %[[G:.*]] = memref.alloc(%[[M]]) {{.*}} : memref<?xf32>
// CHECK-NEXT: %[[X:.*]] = scf.index_switch
// CHECK-NEXT: case 0 {
// CHECK-NEXT: linalg.fill ins(%{{.*}}) outs(%[[G]]
// CHECK-NEXT: scf.yield %[[G]]
// CHECK: default {
// CHECK-NEXT: linalg.fill ins(%{{.*}}) outs(%[[G]]
// CHECK-NEXT: scf.yield %[[G]]
// CHECK: %[[Y:.*]] = scf.index_switch
// CHECK-NEXT: case 0 {
// CHECK-NEXT: linalg.fill ins(%{{.*}}) outs(%[[U]]
// CHECK-NEXT: scf.yield %[[U]]
// CHECK: default {
// CHECK-NEXT: linalg.fill ins(%{{.*}}) outs(%[[U]]
// CHECK-NEXT: scf.yield %[[U]]
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: linalg.sub ins(%[[X]], %[[Y]] : {{.*}}) outs(%[[X]]
func.func @two(%m: index, %i: index, %a: f32, %b: f32) -> tensor<?xf32> {
  %e = tensor.empty(%m) : tensor<?xf32>
  %x = scf.index_switch %i -> tensor<?xf32>
  case 0 {
    %0 = linalg.fill ins(%a : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  default {
    %0 = linalg.fill ins(%b : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  %y = scf.index_switch %i -> tensor<?xf32>
  case 0 {
    %0 = linalg.fill ins(%b : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  default {
    %0 = linalg.fill ins(%a : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  %r = linalg.sub ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// The result of a switch is written while a tensor that it yields is still read.
// CHECK-LABEL: func @result(
// CHECK: %[[Q:.*]] = memref.alloc
// CHECK: %[[X:.*]] = scf.index_switch
// CHECK: memref.copy %[[X]], %[[OWN:[a-z0-9_]+]] :
// CHECK: memref.store %{{.*}}, %[[OWN]]
// CHECK: memref.load %[[OWN]]
// CHECK: memref.load %[[Q]]
func.func @result(%i: index, %a: f32, %b: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<8xf32>
  %q = linalg.fill ins(%a : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %x = scf.index_switch %i -> tensor<8xf32>
  case 0 {
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.fill ins(%b : f32) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  default {
    scf.yield %q : tensor<8xf32>
  }
  %y = tensor.insert %b into %x[%c0] : tensor<8xf32>
  %r = tensor.extract %y[%c0] : tensor<8xf32>
  %s = tensor.extract %q[%c0] : tensor<8xf32>
  return %r, %s : f32, f32
}

// A tensor that a switch yields is written while the result is still read.
// CHECK-LABEL: func @yielded(
// CHECK: %[[Q:.*]] = memref.alloc
// CHECK: %[[X:.*]] = scf.index_switch
// CHECK: memref.copy %[[Q]], %[[OWN:[a-z0-9_]+]] :
// CHECK: memref.store %{{.*}}, %[[OWN]]
// CHECK: memref.load %[[OWN]]
// CHECK: memref.load %[[X]]
func.func @yielded(%i: index, %a: f32, %b: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<8xf32>
  %q = linalg.fill ins(%a : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %x = scf.index_switch %i -> tensor<8xf32>
  case 0 {
    scf.yield %q : tensor<8xf32>
  }
  default {
    scf.yield %q : tensor<8xf32>
  }
  %y = tensor.insert %b into %q[%c0] : tensor<8xf32>
  %r = tensor.extract %y[%c0] : tensor<8xf32>
  %s = tensor.extract %x[%c0] : tensor<8xf32>
  return %r, %s : f32, f32
}

// A constant is never written.
// CHECK-LABEL: func @constant(
// CHECK: %[[X:.*]] = scf.index_switch
// CHECK: memref.copy %[[X]], %[[OWN:[a-z0-9_]+]] :
// CHECK: memref.store %{{.*}}, %[[OWN]]
func.func @constant(%i: index, %b: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<2.0> : tensor<8xf32>
  %l = arith.constant dense<3.0> : tensor<8xf32>
  %x = scf.index_switch %i -> tensor<8xf32>
  case 0 {
    scf.yield %k : tensor<8xf32>
  }
  default {
    scf.yield %l : tensor<8xf32>
  }
  %y = tensor.insert %b into %x[%c0] : tensor<8xf32>
  return %y : tensor<8xf32>
}

// A switch inside a switch, in a loop, with a result that is no tensor.
// CHECK-LABEL: func @nested(
// CHECK: %[[Q:.*]] = memref.alloc
// CHECK: scf.for
// CHECK: %[[X:.*]]:2 = scf.index_switch
// CHECK: scf.index_switch
// CHECK: memref.copy %[[X]]#1, %[[OWN:[a-z0-9_]+]] :
// CHECK: memref.store %{{.*}}, %[[OWN]]
func.func @nested(%n: index, %i: index, %a: f32) -> (f32, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %q = linalg.fill ins(%a : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %a) -> f32 {
    %x:2 = scf.index_switch %i -> f32, tensor<8xf32>
    case 0 {
      %inner = scf.index_switch %k -> tensor<8xf32>
      case 0 {
        scf.yield %q : tensor<8xf32>
      }
      default {
        %0 = linalg.fill ins(%s : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
        scf.yield %0 : tensor<8xf32>
      }
      scf.yield %a, %inner : f32, tensor<8xf32>
    }
    default {
      scf.yield %s, %q : f32, tensor<8xf32>
    }
    %y = tensor.insert %x#0 into %x#1[%k] : tensor<8xf32>
    %r = tensor.extract %y[%c0] : tensor<8xf32>
    scf.yield %r : f32
  }
  return %sum, %q : f32, tensor<8xf32>
}
