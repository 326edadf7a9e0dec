// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{a plan has 1 to 64 rows, not 0}}
func.func private @f() attributes {a = #autotune.plan<>}

// -----

// expected-error@+1 {{the last row of a plan is for all other sizes, and has else instead of [m to 8]}}
func.func private @f() attributes {a = #autotune.plan<[m to 8]: <simt>>}

// -----

// expected-error@+1 {{row 0 of a plan has else, which must be the last row}}
func.func private @f() attributes {a = #autotune.plan<else: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{row 2 of a plan, for m from 4 to 12, is never reached: the rows before it are for all of its sizes}}
func.func private @f() attributes {a = #autotune.plan<
    [m to 8]: <simt>, [m from 9 to 20]: <simt>, [m from 4 to 12]: <simt>, else: <simt>>}

// -----

// The multiples of 16 are multiples of 8.
// expected-error@+1 {{row 1 of a plan, for m to 100, k by 16, is never reached}}
func.func private @f() attributes {a = #autotune.plan<
    [k by 8]: <simt>, [m to 100, k by 16]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{m from 9 to 8 has no size; from must not be above to}}
func.func private @f() attributes {a = #autotune.plan<[m from 9 to 8]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{k from 9 to 15 has no multiple of 8}}
func.func private @f() attributes {a = #autotune.plan<[k from 9 to 15 by 8]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{the bounds of n must not be negative}}
func.func private @f() attributes {a = #autotune.plan<[n from -1]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{k by 0 is of no multiples; it must be by 1 to 2147418111}}
func.func private @f() attributes {a = #autotune.plan<[k by 0]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{expected a size of the matmul: m, n, k, batch}}
func.func private @f() attributes {a = #autotune.plan<[rows to 8]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{m stands twice}}
func.func private @f() attributes {a = #autotune.plan<[m from 2, m to 8]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{expected = SIZE, or one or more of from SIZE, to SIZE and by SIZE, in this order}}
func.func private @f() attributes {a = #autotune.plan<[m]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{expected ']'}}
func.func private @f() attributes {a = #autotune.plan<[m to 8 from 2]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{a row for all sizes has else instead of a guard}}
func.func private @f() attributes {a = #autotune.plan<[m from 0]: <simt>>}

// -----

// expected-error@+1 {{unknown template "cutlass"}}
func.func private @f() attributes {a = #autotune.plan<else: <cutlass>>}

// -----

// expected-error@+1 {{integer value too large}}
func.func private @f() attributes {a = #autotune.plan<[m to 99999999999999999999]: <simt>, else: <simt>>}

// -----

// expected-error@+1 {{expected ':'}}
func.func private @f() attributes {a = #autotune.plan<else <simt>>}
