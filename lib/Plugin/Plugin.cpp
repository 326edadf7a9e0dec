//===- Plugin.cpp - Dialects and passes for a stock mlir-opt --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mlir-opt --load-dialect-plugin=libMLIRAutotune.so
//            --load-pass-plugin=libMLIRAutotune.so --pass-pipeline=...
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Backends/NVVM/Passes.h"
#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/External/NvMatmulHeuristics.h"
#include "mlir-autotune/Transforms/Passes.h"
#include "mlir-autotune/Transforms/Pipelines.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

using namespace mlir;

static constexpr const char *kName = "MLIRAutotune";

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, LLVM_VERSION_STRING,
          [](DialectRegistry *registry) {
            autotune::registerAutotuneDialect(*registry);
            registry->insert<autotune::problem::ProblemDialect>();
            registry->insert<autotune::tile::TileDialect>();
            registry->insert<autotune::tm_tensor::TMTensorDialect>();
            autotune::problem::registerBufferizableOpInterfaceExternalModels(
                *registry);
            autotune::tile::registerBufferizableOpInterfaceExternalModels(
                *registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, LLVM_VERSION_STRING, [] {
            autotune::registerAutotunePasses();
            autotune::registerAutotuneNVVMPasses();
            autotune::registerAutotuneConversionPasses();
            autotune::registerAutotunePipelines();
            autotune::registerNvMatmulHeuristics();
          }};
}
