// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" | %long_configs | FileCheck %s

// What TMA doesn't take is packed first: unknown row strides, and ones that are no
// multiple of 16 bytes. No candidate has the threads copy.

// CHECK-LABEL: func @dynamic
// CHECK-NOT: load = {{tma|copy}}
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}load = pack
// CHECK-NOT: load = {{tma|copy}}
func.func @dynamic(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>, %c: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>)
                     outs(%c : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %0 : tensor<?x?xbf16>
}

// -----

// CHECK-LABEL: func @ragged
// CHECK-NOT: load = {{tma|copy}}
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}load = pack
// CHECK-NOT: load = {{tma|copy}}
func.func @ragged(%a: tensor<1023x1027xf16>, %b: tensor<1027x1025xf16>, %c: tensor<1023x1025xf16>) -> tensor<1023x1025xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<1023x1027xf16>, tensor<1027x1025xf16>)
                     outs(%c : tensor<1023x1025xf16>) -> tensor<1023x1025xf16>
  return %0 : tensor<1023x1025xf16>
}

// -----

// One operand of the two is enough.

// CHECK-LABEL: func @one
// CHECK-NOT: load = {{tma|copy}}
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}load = pack
// CHECK-NOT: load = {{tma|copy}}
func.func @one(%a: tensor<1024x1024xf16>, %b: tensor<1024x1025xf16>, %c: tensor<1024x1025xf16>) -> tensor<1024x1025xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<1024x1024xf16>, tensor<1024x1025xf16>)
                     outs(%c : tensor<1024x1025xf16>) -> tensor<1024x1025xf16>
  return %0 : tensor<1024x1025xf16>
}

// -----

// Elements of 8 bits are multiplied where K is contiguous: what TMA loads is transposed
// in shared memory, or packed; else the operand in which K is not contiguous is
// transposed, beside one whose rows are packed as they are.

// CHECK-LABEL: func @bytes
// CHECK-NOT: load = {{tma|copy}}
// CHECK: load = pack
// CHECK-NOT: load = {{tma|copy}}
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}load = transpose
// CHECK-NOT: load = {{tma|copy}}
func.func @bytes(%a: tensor<1024x1024xi8>, %b: tensor<1024x1024xi8>, %c: tensor<1024x1024xi32>) -> tensor<1024x1024xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<1024x1024xi8>, tensor<1024x1024xi8>)
                     outs(%c : tensor<1024x1024xi32>) -> tensor<1024x1024xi32>
  return %0 : tensor<1024x1024xi32>
}

// -----

// CHECK-LABEL: func @floats
// CHECK-NOT: load = {{tma|copy|transpose}}
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}load = pack
// CHECK-NOT: load = {{tma|copy}}
func.func @floats(%a: tensor<1000x1000xf8E4M3FN>, %b: tensor<1000x1000xf8E5M2>, %c: tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<1000x1000xf8E4M3FN>, tensor<1000x1000xf8E5M2>)
                     outs(%c : tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
  return %0 : tensor<1000x1000xf32>
}

// -----

// What it takes is neither packed nor copied, be it rows in the middle of lines,
// or beside an output whose rows it can't store.

// CHECK-LABEL: func @lines
// CHECK-NOT: load = {{pack|copy}}
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}load = tma
// CHECK-NOT: load = {{pack|copy}}
func.func @lines(%a: tensor<1000x1000xf16>, %b: tensor<1000x1000xf16>, %c: tensor<1000x1000xf16>) -> tensor<1000x1000xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<1000x1000xf16>, tensor<1000x1000xf16>)
                     outs(%c : tensor<1000x1000xf16>) -> tensor<1000x1000xf16>
  return %0 : tensor<1000x1000xf16>
}

// -----

// CHECK-LABEL: func @output
// CHECK-NOT: load = {{pack|copy}}
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}load = tma
// CHECK-NOT: load = {{pack|copy}}
// CHECK: return
func.func @output(%a: tensor<1001x1024xf16>, %b: tensor<1001x1024xf16>, %c: tensor<1001x1001xf16>) -> tensor<1001x1001xf16> {
  %0 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<1001x1024xf16>, tensor<1001x1024xf16>)
      outs(%c : tensor<1001x1001xf16>) -> tensor<1001x1001xf16>
  return %0 : tensor<1001x1001xf16>
}

// -----

// Of one step of K the ring has no more than two slots. A batch is packed as one matrix
// is.

// CHECK-LABEL: func @one_step
// CHECK-NOT: load = {{tma|copy}}
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 128], stages = 2, {{[^>]*}}load = transpose
// CHECK-NOT: load = {{tma|copy}}
#at = affine_map<(b, m, n, k) -> (b, k, m)>
#b = affine_map<(b, m, n, k) -> (b, k, n)>
#c = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @one_step(%a: tensor<2x64x64xi8>, %b: tensor<2x64x64xi8>, %c: tensor<2x64x64xi32>) -> tensor<2x64x64xi32> {
  %0 = linalg.batch_matmul indexing_maps = [#at, #b, #c] ins(%a, %b : tensor<2x64x64xi8>, tensor<2x64x64xi8>)
                           outs(%c : tensor<2x64x64xi32>) -> tensor<2x64x64xi32>
  return %0 : tensor<2x64x64xi32>
}
