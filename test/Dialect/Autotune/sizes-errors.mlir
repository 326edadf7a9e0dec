// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{no size is named}}
func.func private @f() attributes {a = #autotune.sizes<>}

// -----

// expected-error@+1 {{expected a size of the matmul: m, n, k, batch}}
func.func private @f() attributes {a = #autotune.sizes<rows to 8>}

// -----

// expected-error@+1 {{expected = SIZE, as another size, or one or more of from SIZE, to SIZE, by SIZE and likely [SIZE, ...], in this order}}
func.func private @f() attributes {a = #autotune.sizes<m>}

// -----

// expected-error@+1 {{m stands twice}}
func.func private @f() attributes {a = #autotune.sizes<m to 8, k to 8, m from 2>}

// -----

// expected-error@+1 {{m from 9 to 8 has no size; from must not be above to}}
func.func private @f() attributes {a = #autotune.sizes<m from 9 to 8>}

// -----

// expected-error@+1 {{k from 9 to 15 has no multiple of 8}}
func.func private @f() attributes {a = #autotune.sizes<k from 9 to 15 by 8>}

// -----

// expected-error@+1 {{the bounds of m must not be negative}}
func.func private @f() attributes {a = #autotune.sizes<m from -1 to 8>}

// -----

// expected-error@+1 {{k by 0 is of no multiples; it must be by 1 to 2147418111}}
func.func private @f() attributes {a = #autotune.sizes<k by 0>}

// -----

// expected-error@+1 {{k by -8 is of no multiples; it must be by 1 to 2147418111}}
func.func private @f() attributes {a = #autotune.sizes<k by -8>}

// -----

// A size of 0 launches no kernel.
// expected-error@+1 {{m = 0 has no size from 1 on}}
func.func private @f() attributes {a = #autotune.sizes<m = 0>}

// -----

// expected-error@+1 {{k to 7 by 8 has no size from 1 on}}
func.func private @f() attributes {a = #autotune.sizes<k to 7 by 8>}

// -----

// expected-error@+1 {{m to 4294967296 has a bound above 2147418111, the largest size of a kernel}}
func.func private @f() attributes {a = #autotune.sizes<m to 4294967296>}

// -----

// expected-error@+1 {{m likely 9000 is not in its range, from 1 to 8192}}
func.func private @f() attributes {a = #autotune.sizes<m from 1 to 8192 likely [16, 9000]>}

// -----

// expected-error@+1 {{k likely 100 is not in its range, by 64}}
func.func private @f() attributes {a = #autotune.sizes<k by 64 likely [100]>}

// -----

// expected-error@+1 {{m likely 0 is none of 1 to 2147418111}}
func.func private @f() attributes {a = #autotune.sizes<m likely [0]>}

// -----

// expected-error@+1 {{m likely 16 stands twice}}
func.func private @f() attributes {a = #autotune.sizes<m likely [16, 1, 16]>}

// -----

// expected-error@+1 {{likely has no size; it has 1 to 16}}
func.func private @f() attributes {a = #autotune.sizes<m likely []>}

// -----

// expected-error@+1 {{m has 17 likely sizes; it may have 1 to 16}}
func.func private @f() attributes {a = #autotune.sizes<m likely [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]>}

// -----

// expected-error@+1 {{the number of a dimension is from 0 on}}
func.func private @f() attributes {a = #autotune.dims<[-1] to 8>}

// -----

// expected-error@+1 {{[1] stands twice}}
func.func private @f() attributes {a = #autotune.dims<[1] to 8, [0] to 8, [1] from 2>}

// -----

// expected-error@+1 {{[0] from 9 to 8 has no size; from must not be above to}}
func.func private @f() attributes {a = #autotune.dims<[0] from 9 to 8>}

// -----

// expected-error@+1 {{'func.func' op autotune.sizes must be an #autotune.sizes, not 8 : i64}}
func.func private @f() attributes {autotune.sizes = 8}

// -----

// expected-error@+1 {{'func.func' op argument 1: autotune.sizes must be an #autotune.dims, not #autotune.sizes<m to 8>}}
func.func private @f(tensor<?xf32>, tensor<?xf32> {autotune.sizes = #autotune.sizes<m to 8>})

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.sizes needs a ranked tensor or memref, not 'index'}}
func.func private @f(index {autotune.sizes = #autotune.dims<[0] to 8>})

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.sizes needs a ranked tensor or memref, not 'tensor<*xf32>'}}
func.func private @f(tensor<*xf32> {autotune.sizes = #autotune.dims<[0] to 8>})

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.sizes names dimension [3], which is not in 'tensor<?x4x?xf32>'; unknown dimensions: [0], [2]}}
func.func private @f(tensor<?x4x?xf32> {autotune.sizes = #autotune.dims<[3] to 8>})

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.sizes names dimension [1], which is known to be 4; unknown dimensions: [0]}}
func.func private @f(tensor<?x4xf32> {autotune.sizes = #autotune.dims<[1] to 8>})

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.sizes names dimension [0], which is known to be 4; unknown dimensions: none}}
func.func private @f(memref<4xf32> {autotune.sizes = #autotune.dims<[0] to 8>})

// -----

// expected-error@+1 {{'func.func' op argument 0: unknown attribute autotune.size, known: autotune.sizes, autotune.frozen on an argument of a function}}
func.func private @f(tensor<?xf32> {autotune.size = #autotune.dims<[0] to 8>})

// -----

// expected-error@+1 {{n as n says nothing; the other size must be another one}}
func.func private @f() attributes {a = #autotune.sizes<n as n>}

// -----

// expected-error@+1 {{k as n, which is as m; the other size must be as no further one}}
func.func private @f() attributes {a = #autotune.sizes<n as m, k as n>}

// -----

// expected-error@+1 {{expected a size of the matmul: m, n, k, batch}}
func.func private @f() attributes {a = #autotune.sizes<n as 8>}

// -----

// Dimensions of arguments are found to be equal by what is computed from them.
// expected-error@+1 {{expected = SIZE, or one or more of from SIZE, to SIZE, by SIZE and likely [SIZE, ...], in this order}}
func.func private @f(tensor<?x?xf32> {autotune.sizes = #autotune.dims<[1] as [0]>})
