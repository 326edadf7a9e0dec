//===- WindowABITests.cpp - Tests of kernels that load windows ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Tile/KernelABI.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {

/// A kernel that loads windows of its first operand.
KernelABI getWindowed() {
  KernelABI abi;
  abi.threads = 384;
  KernelParam images{KernelParam::Kind::TensorMap, 0, 0, {1024, 64}, 128};
  images.batched = images.outer = images.windowed = true;
  abi.params.push_back(images);
  KernelParam number{KernelParam::Kind::Window, 0};
  number.number = KernelParam::WindowNumber::Left;
  abi.params.push_back(number);
  return abi;
}

TEST(WindowABI, SaysThatWindowsAreLoaded) {
  MLIRContext context;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  KernelABI abi = getWindowed();
  EXPECT_FALSE(KernelABI().loadsWindows());
  EXPECT_TRUE(abi.loadsWindows());
  FailureOr<KernelABI> read =
      readKernelABI(getKernelABIAttr(abi, &context), emitError);
  ASSERT_TRUE(succeeded(read));
  EXPECT_TRUE(read->params == abi.params);
  EXPECT_EQ(getParamValueBytes(KernelParam::Kind::Window), 4);
}

TEST(WindowABI, RefusesWindowsThatNoMapHas) {
  constexpr char kNoWindows[] =
      "params: a box of windows is of four dimensions, and whole, in a kernel "
      "that knows the windows";
  KernelABI abi = getWindowed();
  EXPECT_EQ(abi.getWhyInvalid(), "");
  abi.params.pop_back();
  EXPECT_EQ(abi.getWhyInvalid(), kNoWindows);
  abi = getWindowed();
  abi.params[abi.params.size() - 2].trimmed = true;
  EXPECT_EQ(abi.getWhyInvalid(), kNoWindows);
  abi = getWindowed();
  abi.params[abi.params.size() - 2].outer = false;
  EXPECT_EQ(abi.getWhyInvalid(), kNoWindows);
  abi = getWindowed();
  abi.group = 2;
  EXPECT_EQ(abi.getWhyInvalid(), "group: a kernel of a group loads no windows");
}

} // namespace
