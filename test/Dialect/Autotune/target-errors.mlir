// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{expected a field of a target, known: chip, compute_capability, sms, shared_memory_per_block, shared_memory_per_sm, registers_per_sm, max_threads_per_sm, max_cluster_size, l2_bytes, memory_bandwidth, tensor_flops_16, simt_flops_32}}
func.func private @f() attributes {a = #autotune.target<>}

// -----

// expected-error@+1 {{unknown field "cores" of a target, known: chip, compute_capability, sms,}}
func.func private @f() attributes {a = #autotune.target<"h200", cores = 132>}

// -----

// expected-error@+1 {{field "sms" is set twice}}
func.func private @f() attributes {a = #autotune.target<"h200", sms = 132, sms = 114>}

// -----

// expected-error@+1 {{a target needs a name, as in "h200", or a chip, as in chip = "sm_90a"}}
func.func private @f() attributes {a = #autotune.target<sms = 132>}

// -----

// expected-error@+1 {{a target needs a name, as in "h200", or a chip, as in chip = "sm_90a"}}
func.func private @f() attributes {a = #autotune.target<"">}

// -----

// expected-error@+1 {{sms = 0 : i64 is not a positive integer}}
func.func private @f() attributes {a = #autotune.target<"h200", sms = 0>}

// -----

// expected-error@+1 {{chip = "gfx942" is not a chip, as in "sm_90a"}}
func.func private @f() attributes {a = #autotune.target<chip = "gfx942">}

// -----

// expected-error@+1 {{memory_bandwidth = -1.000000e+00 : f64 is not a positive number}}
func.func private @f() attributes {a = #autotune.target<"h200", memory_bandwidth = -1.0>}

// -----

// expected-error@+1 {{expected string}}
func.func private @f() attributes {a = #autotune.target<chip = sm_90a>}
