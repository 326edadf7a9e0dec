// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-flatten-modules

// One symbol is found at run time, and can't be of two types.
module {
  // expected-note @below {{the other one}}
  func.func private @external(i32)
  module @inner {
    // expected-error @below {{@external is something else in another module; what is declared is found by its name, so both must be of one type, or one have another name}}
    func.func private @external(f32)
  }
}
