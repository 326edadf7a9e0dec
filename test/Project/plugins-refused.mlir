// A plugin brings a copy of MLIR into a program that has one.
// REQUIRES: archives
// RUN: not autotune-opt %s --load-pass-plugin=%autotune_plugin 2>&1 | FileCheck %s
// RUN: not autotune-opt %s -load-dialect-plugin %autotune_plugin 2>&1 | FileCheck %s
// CHECK: autotune-opt: error: contains MLIR, so it can't load plugins, which need libMLIR.so; mlir-opt can, and libMLIRAutotune.so is one
