// A plugin brings a copy of MLIR into a program that has one.
// REQUIRES: archives
// RUN: not autotune-opt %s --load-pass-plugin=%autotune_plugin 2>&1 | FileCheck %s
// RUN: not autotune-opt %s -load-dialect-plugin %autotune_plugin 2>&1 | FileCheck %s
// CHECK: autotune-opt: error: has MLIR inside, and can't load plugins, which share libMLIR.so; mlir-opt can, libMLIRAutotune.so among them
