//===- Templates.td - All kernel templates --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order in which they are tried, listed and enumerated.
//
//===----------------------------------------------------------------------===//

include "HopperWgmma.td"
include "AmpereMma.td"
include "Simt.td"
include "SimtStream.td"
