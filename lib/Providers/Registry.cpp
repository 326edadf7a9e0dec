//===- Registry.cpp - All providers of kernels ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Another provider is a folder, a record in kernels_td/, and an entry of this
// list. No other file outside of its folder names it.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/Registry.h"

#include "AmpereAttention/AmpereAttention.h"
#include "AmpereMma/AmpereMma.h"
#include "CublasLt/CublasLt.h"
#include "Cutlass/Cutlass.h"
#include "HopperAttention/HopperAttention.h"
#include "HopperWgmma/HopperWgmma.h"
#include "Simt/Simt.h"
#include "SimtRows/SimtRows.h"
#include "SimtStream/SimtStream.h"

using namespace mlir;
using namespace mlir::autotune;

template <typename Provider> static const KernelProvider *getInstance() {
  static const Provider provider;
  return &provider;
}

ArrayRef<const KernelProvider *> autotune::getProviders() {
  static const KernelProvider *const all[] = {getInstance<HopperWgmma>(),
                                              getInstance<AmpereMma>(),
                                              getInstance<Simt>(),
                                              getInstance<SimtStream>(),
                                              getInstance<SimtRows>(),
                                              getInstance<HopperAttention>(),
                                              getInstance<AmpereAttention>(),
                                              getInstance<CublasLt>(),
                                              getInstance<Cutlass>()};
  return all;
}
