//===- autotune-opt.cpp - mlir-opt with this project's dialects and passes ===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What pass developers and the lit tests drive: every upstream dialect, pass
// and extension, plus ours.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Faults/Faults.h"
#include "mlir-autotune/Transforms/Passes.h"
#include "mlir-autotune/Transforms/Pipelines.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  registry.insert<mlir::autotune::tile::TileDialect>();
  mlir::autotune::tile::registerBufferizableOpInterfaceExternalModels(registry);
  mlir::registerAllPasses();
  mlir::autotune::registerAutotuneDialect(registry);
  mlir::autotune::registerAutotunePasses();
  mlir::autotune::registerAutotuneConversionPasses();
  mlir::autotune::registerAutotunePipelines();
  mlir::autotune::registerAutotuneFaultPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "mlir-autotune optimizer driver\n", registry));
}
