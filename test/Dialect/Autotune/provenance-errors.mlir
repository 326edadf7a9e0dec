// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{expected a kind of provenance, known: heuristic, measured, estimated, given, table, model}}
func.func private @f() attributes {a = #autotune.provenance<guessed>}

// -----

// expected-error@+1 {{expected a kind of provenance, known: heuristic, measured, estimated, given, table, model}}
func.func private @f() attributes {a = #autotune.provenance<>}

// -----

// expected-error@+1 {{unknown field "time" of a provenance, known: heuristics, time_ns, baseline_ns, device, margin_ppm, trials, date}}
func.func private @f() attributes {a = #autotune.provenance<estimated, time = 4>}

// -----

// expected-error@+1 {{field "time_ns" is set twice}}
func.func private @f() attributes {a = #autotune.provenance<estimated, time_ns = 4, time_ns = 5>}

// -----

// expected-error@+1 {{a measured pick needs time_ns and device}}
func.func private @f() attributes {a = #autotune.provenance<measured, time_ns = 4>}

// -----

// expected-error@+1 {{a measured pick needs time_ns and device}}
func.func private @f() attributes {a = #autotune.provenance<measured, device = "NVIDIA H200">}

// -----

// expected-error@+1 {{baseline_ns and device belong to a measured pick, not to one that is estimated}}
func.func private @f() attributes {a = #autotune.provenance<estimated, time_ns = 4, device = "NVIDIA H200">}

// -----

// An estimate or a proposal never looks like a measurement.
// expected-error@+1 {{time_ns belongs to a measured or estimated pick, not to one that is heuristic}}
func.func private @f() attributes {a = #autotune.provenance<heuristic, time_ns = 4>}

// -----

// expected-error@+1 {{time_ns = 0 is not positive}}
func.func private @f() attributes {a = #autotune.provenance<estimated, time_ns = 0>}

// -----

// expected-error@+1 {{baseline_ns = -5 is not positive}}
func.func private @f() attributes {a = #autotune.provenance<measured, time_ns = 4, baseline_ns = -5, device = "x">}

// -----

// expected-error@+1 {{a heuristic's name is empty}}
func.func private @f() attributes {a = #autotune.provenance<heuristic, heuristics = [""]>}

// -----

// expected-error@+1 {{margin_ppm, trials and date belong to a measured pick, not to one that is table}}
func.func private @f() attributes {a = #autotune.provenance<table, trials = 3>}

// -----

// expected-error@+1 {{margin_ppm, trials and date belong to a measured pick, not to one that is model}}
func.func private @f() attributes {a = #autotune.provenance<model, date = "2026-01-31T12:00:00Z">}

// -----

// expected-error@+1 {{trials = 0 is not positive}}
func.func private @f() attributes {a = #autotune.provenance<measured, time_ns = 4, device = "x", trials = 0>}

// -----

// expected-error@+1 {{margin_ppm = -1000000 is not above -1000000: the next best config would take no time}}
func.func private @f() attributes {a = #autotune.provenance<measured, time_ns = 4, device = "x", margin_ppm = -1000000>}

// -----

// expected-error@+1 {{date = "2026-01-31" is not like "2026-01-31T12:00:00Z"}}
func.func private @f() attributes {a = #autotune.provenance<measured, time_ns = 4, device = "x", date = "2026-01-31">}
