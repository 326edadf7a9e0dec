// Sums of integers that become bytes, or floats, by scalars that are known at run time
// and by what was broadcast: against the host, which does one operation after the other.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" -autotune-lower-matmul=target=h200 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s \
// RUN:     -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// Nothing stands between a launch and what returns its result.
// FUSED-LABEL: func.func private @staged(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(%{{.*}}, %{{.*}}, %{{.*}} : tensor<70x1xf32>, tensor<1x1xf32>, tensor<1x144xf32>)
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @direct(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(%{{.*}}, %{{.*}}, %{{.*}} : tensor<70x1xf32>, tensor<1x1xf32>, tensor<1x144xf32>)
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @floats(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(%{{.*}}, %{{.*}}, %{{.*}} : tensor<70x1xf32>, tensor<1x1xf32>, tensor<1x144xf32>)
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @warps(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(%{{.*}}, %{{.*}}, %{{.*}} : tensor<70x1xf32>, tensor<1x1xf32>, tensor<1x144xf32>)
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @threads(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(%{{.*}}, %{{.*}}, %{{.*}} : tensor<70x1xf32>, tensor<1x1xf32>, tensor<1x144xf32>)
// FUSED-NEXT: return %[[R]]

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
func.func @main() {
  %x = arith.constant 0.0625 : f32
  call @check_staged(%x) : (f32) -> ()
  call @check_direct(%x) : (f32) -> ()
  call @check_floats(%x) : (f32) -> ()
  call @check_warps(%x) : (f32) -> ()
  call @check_threads(%x) : (f32) -> ()
  return
}

func.func private @staged(%a: tensor<70x272xi8>, %b: tensor<144x272xi8>, %rows: tensor<70xf32>, %x: f32, %bias: tensor<144xf32>) -> tensor<70x144xi8> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128.0 : f32
  %highest = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<70x144xi32>
  %f = tensor.empty() : tensor<70x144xf32>
  %o = tensor.empty() : tensor<70x144xi8>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<70x144xi32>) -> tensor<70x144xi32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 128, 128], store = tma>}
      ins(%a, %b : tensor<70x272xi8>, tensor<144x272xi8>) outs(%init : tensor<70x144xi32>) -> tensor<70x144xi32>
  %wide = arith.sitofp %y : tensor<70x144xi32> to tensor<70x144xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rows : tensor<70x144xf32>, tensor<70xf32>) outs(%f : tensor<70x144xf32>) {
  ^bb0(%s: f32, %r: f32, %u: f32):
    %1 = arith.mulf %s, %r : f32
    %2 = arith.mulf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<70x144xf32>
  %full = linalg.broadcast ins(%bias : tensor<144xf32>) outs(%f : tensor<70x144xf32>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %full : tensor<70x144xf32>, tensor<70x144xf32>) outs(%o : tensor<70x144xi8>) {
  ^bb0(%s: f32, %c: f32, %u: i8):
    %3 = arith.addf %s, %c : f32
    %4 = arith.maximumf %3, %lowest : f32
    %5 = arith.minimumf %4, %highest : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<70x144xi8>
  return %r : tensor<70x144xi8>
}

func.func private @direct(%a: tensor<70x272xi8>, %b: tensor<144x272xi8>, %rows: tensor<70xf32>, %x: f32, %bias: tensor<144xf32>) -> tensor<70x144xi8> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128.0 : f32
  %highest = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<70x144xi32>
  %f = tensor.empty() : tensor<70x144xf32>
  %o = tensor.empty() : tensor<70x144xi8>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<70x144xi32>) -> tensor<70x144xi32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 128], consumers = 2>}
      ins(%a, %b : tensor<70x272xi8>, tensor<144x272xi8>) outs(%init : tensor<70x144xi32>) -> tensor<70x144xi32>
  %wide = arith.sitofp %y : tensor<70x144xi32> to tensor<70x144xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rows : tensor<70x144xf32>, tensor<70xf32>) outs(%f : tensor<70x144xf32>) {
  ^bb0(%s: f32, %r: f32, %u: f32):
    %1 = arith.mulf %s, %r : f32
    %2 = arith.mulf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<70x144xf32>
  %full = linalg.broadcast ins(%bias : tensor<144xf32>) outs(%f : tensor<70x144xf32>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %full : tensor<70x144xf32>, tensor<70x144xf32>) outs(%o : tensor<70x144xi8>) {
  ^bb0(%s: f32, %c: f32, %u: i8):
    %3 = arith.addf %s, %c : f32
    %4 = arith.maximumf %3, %lowest : f32
    %5 = arith.minimumf %4, %highest : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<70x144xi8>
  return %r : tensor<70x144xi8>
}

func.func private @floats(%a: tensor<70x272xi8>, %b: tensor<144x272xi8>, %rows: tensor<70xf32>, %x: f32, %bias: tensor<144xf32>) -> tensor<70x144xbf16> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128.0 : f32
  %highest = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<70x144xi32>
  %f = tensor.empty() : tensor<70x144xf32>
  %o = tensor.empty() : tensor<70x144xbf16>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<70x144xi32>) -> tensor<70x144xi32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128], store = tma>}
      ins(%a, %b : tensor<70x272xi8>, tensor<144x272xi8>) outs(%init : tensor<70x144xi32>) -> tensor<70x144xi32>
  %wide = arith.sitofp %y : tensor<70x144xi32> to tensor<70x144xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rows : tensor<70x144xf32>, tensor<70xf32>) outs(%f : tensor<70x144xf32>) {
  ^bb0(%s: f32, %r: f32, %u: f32):
    %1 = arith.mulf %s, %r : f32
    %2 = arith.mulf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<70x144xf32>
  %full = linalg.broadcast ins(%bias : tensor<144xf32>) outs(%f : tensor<70x144xf32>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %full : tensor<70x144xf32>, tensor<70x144xf32>) outs(%o : tensor<70x144xbf16>) {
  ^bb0(%s: f32, %c: f32, %u: bf16):
    %3 = arith.addf %s, %c : f32
    %4 = arith.truncf %3 : f32 to bf16
    linalg.yield %4 : bf16
  } -> tensor<70x144xbf16>
  return %r : tensor<70x144xbf16>
}

func.func private @warps(%a: tensor<70x272xi8>, %b: tensor<144x272xi8>, %rows: tensor<70xf32>, %x: f32, %bias: tensor<144xf32>) -> tensor<70x144xf32> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128.0 : f32
  %highest = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<70x144xi32>
  %f = tensor.empty() : tensor<70x144xf32>
  %o = tensor.empty() : tensor<70x144xf32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<70x144xi32>) -> tensor<70x144xi32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<ampere_mma, tile = [64, 64, 128], warps = [2, 2], stages = 3>}
      ins(%a, %b : tensor<70x272xi8>, tensor<144x272xi8>) outs(%init : tensor<70x144xi32>) -> tensor<70x144xi32>
  %wide = arith.sitofp %y : tensor<70x144xi32> to tensor<70x144xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rows : tensor<70x144xf32>, tensor<70xf32>) outs(%f : tensor<70x144xf32>) {
  ^bb0(%s: f32, %r: f32, %u: f32):
    %1 = arith.mulf %s, %r : f32
    %2 = arith.mulf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<70x144xf32>
  %full = linalg.broadcast ins(%bias : tensor<144xf32>) outs(%f : tensor<70x144xf32>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %full : tensor<70x144xf32>, tensor<70x144xf32>) outs(%o : tensor<70x144xf32>) {
  ^bb0(%s: f32, %c: f32, %u: f32):
    %3 = arith.addf %s, %c : f32
    linalg.yield %3 : f32
  } -> tensor<70x144xf32>
  return %r : tensor<70x144xf32>
}

func.func private @threads(%a: tensor<70x272xi8>, %b: tensor<144x272xi8>, %rows: tensor<70xf32>, %x: f32, %bias: tensor<144xf32>) -> tensor<70x144xi8> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128.0 : f32
  %highest = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<70x144xi32>
  %f = tensor.empty() : tensor<70x144xf32>
  %o = tensor.empty() : tensor<70x144xi8>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<70x144xi32>) -> tensor<70x144xi32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<70x272xi8>, tensor<144x272xi8>) outs(%init : tensor<70x144xi32>) -> tensor<70x144xi32>
  %wide = arith.sitofp %y : tensor<70x144xi32> to tensor<70x144xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rows : tensor<70x144xf32>, tensor<70xf32>) outs(%f : tensor<70x144xf32>) {
  ^bb0(%s: f32, %r: f32, %u: f32):
    %1 = arith.mulf %s, %r : f32
    %2 = arith.mulf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<70x144xf32>
  %full = linalg.broadcast ins(%bias : tensor<144xf32>) outs(%f : tensor<70x144xf32>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %full : tensor<70x144xf32>, tensor<70x144xf32>) outs(%o : tensor<70x144xi8>) {
  ^bb0(%s: f32, %c: f32, %u: i8):
    %3 = arith.addf %s, %c : f32
    %4 = arith.maximumf %3, %lowest : f32
    %5 = arith.minimumf %4, %highest : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<70x144xi8>
  return %r : tensor<70x144xi8>
}

func.func private @host_i8(%a: tensor<70x272xi8>, %b: tensor<144x272xi8>, %rows: tensor<70xf32>, %x: f32, %bias: tensor<144xf32>) -> tensor<70x144xi8> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128.0 : f32
  %highest = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<70x144xi32>
  %f = tensor.empty() : tensor<70x144xf32>
  %o = tensor.empty() : tensor<70x144xi8>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<70x144xi32>) -> tensor<70x144xi32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<70x272xi8>, tensor<144x272xi8>) outs(%init : tensor<70x144xi32>) {
  ^bb0(%p: i8, %q: i8, %s: i32):
    %pe = arith.extsi %p : i8 to i32
    %qe = arith.extsi %q : i8 to i32
    %pq = arith.muli %pe, %qe : i32
    %sum = arith.addi %s, %pq : i32
    linalg.yield %sum : i32
  } -> tensor<70x144xi32>
  %wide = arith.sitofp %y : tensor<70x144xi32> to tensor<70x144xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rows : tensor<70x144xf32>, tensor<70xf32>) outs(%f : tensor<70x144xf32>) {
  ^bb0(%s: f32, %r: f32, %u: f32):
    %1 = arith.mulf %s, %r : f32
    %2 = arith.mulf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<70x144xf32>
  %full = linalg.broadcast ins(%bias : tensor<144xf32>) outs(%f : tensor<70x144xf32>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %full : tensor<70x144xf32>, tensor<70x144xf32>) outs(%o : tensor<70x144xi8>) {
  ^bb0(%s: f32, %c: f32, %u: i8):
    %3 = arith.addf %s, %c : f32
    %4 = arith.maximumf %3, %lowest : f32
    %5 = arith.minimumf %4, %highest : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<70x144xi8>
  return %r : tensor<70x144xi8>
}

func.func private @host_bf16(%a: tensor<70x272xi8>, %b: tensor<144x272xi8>, %rows: tensor<70xf32>, %x: f32, %bias: tensor<144xf32>) -> tensor<70x144xbf16> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128.0 : f32
  %highest = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<70x144xi32>
  %f = tensor.empty() : tensor<70x144xf32>
  %o = tensor.empty() : tensor<70x144xbf16>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<70x144xi32>) -> tensor<70x144xi32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<70x272xi8>, tensor<144x272xi8>) outs(%init : tensor<70x144xi32>) {
  ^bb0(%p: i8, %q: i8, %s: i32):
    %pe = arith.extsi %p : i8 to i32
    %qe = arith.extsi %q : i8 to i32
    %pq = arith.muli %pe, %qe : i32
    %sum = arith.addi %s, %pq : i32
    linalg.yield %sum : i32
  } -> tensor<70x144xi32>
  %wide = arith.sitofp %y : tensor<70x144xi32> to tensor<70x144xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rows : tensor<70x144xf32>, tensor<70xf32>) outs(%f : tensor<70x144xf32>) {
  ^bb0(%s: f32, %r: f32, %u: f32):
    %1 = arith.mulf %s, %r : f32
    %2 = arith.mulf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<70x144xf32>
  %full = linalg.broadcast ins(%bias : tensor<144xf32>) outs(%f : tensor<70x144xf32>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %full : tensor<70x144xf32>, tensor<70x144xf32>) outs(%o : tensor<70x144xbf16>) {
  ^bb0(%s: f32, %c: f32, %u: bf16):
    %3 = arith.addf %s, %c : f32
    %4 = arith.truncf %3 : f32 to bf16
    linalg.yield %4 : bf16
  } -> tensor<70x144xbf16>
  return %r : tensor<70x144xbf16>
}

func.func private @host_f32(%a: tensor<70x272xi8>, %b: tensor<144x272xi8>, %rows: tensor<70xf32>, %x: f32, %bias: tensor<144xf32>) -> tensor<70x144xf32> {
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128.0 : f32
  %highest = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<70x144xi32>
  %f = tensor.empty() : tensor<70x144xf32>
  %o = tensor.empty() : tensor<70x144xf32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<70x144xi32>) -> tensor<70x144xi32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<70x272xi8>, tensor<144x272xi8>) outs(%init : tensor<70x144xi32>) {
  ^bb0(%p: i8, %q: i8, %s: i32):
    %pe = arith.extsi %p : i8 to i32
    %qe = arith.extsi %q : i8 to i32
    %pq = arith.muli %pe, %qe : i32
    %sum = arith.addi %s, %pq : i32
    linalg.yield %sum : i32
  } -> tensor<70x144xi32>
  %wide = arith.sitofp %y : tensor<70x144xi32> to tensor<70x144xf32>
  %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%wide, %rows : tensor<70x144xf32>, tensor<70xf32>) outs(%f : tensor<70x144xf32>) {
  ^bb0(%s: f32, %r: f32, %u: f32):
    %1 = arith.mulf %s, %r : f32
    %2 = arith.mulf %1, %x : f32
    linalg.yield %2 : f32
  } -> tensor<70x144xf32>
  %full = linalg.broadcast ins(%bias : tensor<144xf32>) outs(%f : tensor<70x144xf32>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %full : tensor<70x144xf32>, tensor<70x144xf32>) outs(%o : tensor<70x144xf32>) {
  ^bb0(%s: f32, %c: f32, %u: f32):
    %3 = arith.addf %s, %c : f32
    linalg.yield %3 : f32
  } -> tensor<70x144xf32>
  return %r : tensor<70x144xf32>
}

func.func private @check_staged(%x: f32) {
  %a, %b, %rows, %bias = call @inputs() : () -> (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, tensor<144xf32>)
  %got = call @staged(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xi8>
  %want = call @host_i8(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xi8>
  %gotf = arith.sitofp %got : tensor<70x144xi8> to tensor<70x144xf32>
  %got32 = tensor.cast %gotf : tensor<70x144xf32> to tensor<?x?xf32>
  %wantf = arith.sitofp %want : tensor<70x144xi8> to tensor<70x144xf32>
  %want32 = tensor.cast %wantf : tensor<70x144xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @check_direct(%x: f32) {
  %a, %b, %rows, %bias = call @inputs() : () -> (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, tensor<144xf32>)
  %got = call @direct(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xi8>
  %want = call @host_i8(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xi8>
  %gotf = arith.sitofp %got : tensor<70x144xi8> to tensor<70x144xf32>
  %got32 = tensor.cast %gotf : tensor<70x144xf32> to tensor<?x?xf32>
  %wantf = arith.sitofp %want : tensor<70x144xi8> to tensor<70x144xf32>
  %want32 = tensor.cast %wantf : tensor<70x144xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @check_floats(%x: f32) {
  %a, %b, %rows, %bias = call @inputs() : () -> (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, tensor<144xf32>)
  %got = call @floats(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xbf16>
  %want = call @host_bf16(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xbf16>
  %gotf = arith.extf %got : tensor<70x144xbf16> to tensor<70x144xf32>
  %got32 = tensor.cast %gotf : tensor<70x144xf32> to tensor<?x?xf32>
  %wantf = arith.extf %want : tensor<70x144xbf16> to tensor<70x144xf32>
  %want32 = tensor.cast %wantf : tensor<70x144xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @check_warps(%x: f32) {
  %a, %b, %rows, %bias = call @inputs() : () -> (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, tensor<144xf32>)
  %got = call @warps(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xf32>
  %want = call @host_f32(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xf32>
  %got32 = tensor.cast %got : tensor<70x144xf32> to tensor<?x?xf32>
  %want32 = tensor.cast %want : tensor<70x144xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @check_threads(%x: f32) {
  %a, %b, %rows, %bias = call @inputs() : () -> (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, tensor<144xf32>)
  %got = call @threads(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xi8>
  %want = call @host_i8(%a, %b, %rows, %x, %bias) : (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, f32, tensor<144xf32>) -> tensor<70x144xi8>
  %gotf = arith.sitofp %got : tensor<70x144xi8> to tensor<70x144xf32>
  %got32 = tensor.cast %gotf : tensor<70x144xf32> to tensor<?x?xf32>
  %wantf = arith.sitofp %want : tensor<70x144xi8> to tensor<70x144xf32>
  %want32 = tensor.cast %wantf : tensor<70x144xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @inputs() -> (tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, tensor<144xf32>) {
  %s1 = arith.constant 1 : index
  %s70 = arith.constant 70 : index
  %s144 = arith.constant 144 : index
  %s272 = arith.constant 272 : index
  %ad = call @input_f32(%s70, %s272, %s1) : (index, index, index) -> tensor<?x?xf32>
  %ai = arith.fptosi %ad : tensor<?x?xf32> to tensor<?x?xi8>
  %a = tensor.cast %ai : tensor<?x?xi8> to tensor<70x272xi8>
  %bd = call @input_f32(%s144, %s272, %s70) : (index, index, index) -> tensor<?x?xf32>
  %bi = arith.fptosi %bd : tensor<?x?xf32> to tensor<?x?xi8>
  %b = tensor.cast %bi : tensor<?x?xi8> to tensor<144x272xi8>
  %rd = call @input_f32(%s70, %s1, %s1) : (index, index, index) -> tensor<?x?xf32>
  %r2 = tensor.cast %rd : tensor<?x?xf32> to tensor<70x1xf32>
  %r = tensor.collapse_shape %r2 [[0, 1]] : tensor<70x1xf32> into tensor<70xf32>
  %cd = call @input_f32(%s1, %s144, %s1) : (index, index, index) -> tensor<?x?xf32>
  %c2 = tensor.cast %cd : tensor<?x?xf32> to tensor<1x144xf32>
  %c = tensor.collapse_shape %c2 [[0, 1]] : tensor<1x144xf32> into tensor<144xf32>
  return %a, %b, %r, %c : tensor<70x272xi8>, tensor<144x272xi8>, tensor<70xf32>, tensor<144xf32>
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
