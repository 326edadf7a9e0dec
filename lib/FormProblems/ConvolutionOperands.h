//===- ConvolutionOperands.h - Matrices of a convolution --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONOPERANDS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONOPERANDS_H

#include "mlir-autotune/Core/Window.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/FormProblems/ContractConvolution.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// What TMA asks of the distance between pixels, in bytes (CUDA driver API,
/// cuTensorMapEncodeIm2col).
inline constexpr int64_t kPixelBytes = 16;

/// The bytes of a step along K.
inline constexpr int64_t kStepBytes = 128;

/// The factors of the product: A, which is a matrix or, with a window, images
/// [images, rows, columns, channels], and B (the filter), of which each row is
/// an output channel.
struct ConvolutionFactors {
  Value a, b;
  std::optional<cuda::Window> window;
  /// Products of a batch, each with as many of the output channels; 1 for a
  /// single product. B is then [products, output channels, K].
  int64_t products = 1;
};

/// The operands of a convolution as the product takes them.
class ConvolutionOperands {
public:
  ConvolutionOperands(ImplicitLocOpBuilder &b, problem::ConvolutionOp op)
      : b(b), op(op) {}

  /// Why the convolution is no product of matrices, as a clause, or empty.
  std::string getWhyNot();
  /// As planes: the images, the output, and what the epilogue reads, each with
  /// its images first, and its result. The map is one of (b, m, n, k).
  Value createPlanes(Value images);
  std::pair<Value, AffineMap> createInputOfPlanes(unsigned number);
  Value restorePlanes(Value product);
  /// Whether a form is one for the convolution.
  bool fits(ConvolutionForm form);
  ConvolutionFactors createFactors(ConvolutionForm form);
  /// The tensor that the product overwrites: a row for each window, and a
  /// column for each output channel. In a batch, these are matrices that lie
  /// side by side.
  Value createOutput(int64_t products);
  /// What the epilogue reads beside the sums, as a matrix, and the map of its
  /// indices in the dimensions (m, n, k), or in a batch (b, m, n, k).
  std::pair<Value, AffineMap> createInput(unsigned number, int64_t products);
  /// The convolution's result of the product's.
  Value restoreOutput(Value product, int64_t products);

private:
  using Kind = problem::ConvolutionOp::DimKind;

  SmallVector<unsigned> getDims(ArrayRef<Kind> kinds);
  int64_t getExtent(unsigned spatial);
  /// Images of one dimension have one row.
  cuda::Window getWindow();
  int64_t getElementBytes();
  int64_t getAllChannels();
  /// In how many products of a batch the groups are multiplied by windows: each
  /// has so many groups that their channels are whole steps along K.
  int64_t countProducts();
  std::pair<Value, AffineMap> createMatrixInput(unsigned number);
  bool lieInOrder();
  bool liesInPlanes(AffineMap map, Kind channels);
  bool hasPlanes();
  /// Whether an input of the epilogue has an element for each row of a plane's
  /// output, or one for all; nullopt for others.
  std::optional<bool> findRowOfPlanes(unsigned number);
  bool hasPatches();
  int64_t getBlock();
  int64_t getLineColumns();
  Value createImages();
  /// The filter as [output channels, pixels of a window..., channels], of all
  /// groups, or of those of each product in front.
  Value createFilter(int64_t products = 1);
  /// The filter as a matrix.
  Value createMatrix(Value filter);
  Value createPixelFilter(Value filter, ArrayRef<int64_t> sizes);
  Value createPaddedX(ArrayRef<int64_t> least);
  bool hasWindows();
  ConvolutionFactors createPatches();
  ConvolutionFactors createGroups();
  ConvolutionFactors createLines();
  ConvolutionFactors createCopy();
  OpFoldResult getSize(unsigned dim);

  ImplicitLocOpBuilder &b;
  problem::ConvolutionOp op;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONOPERANDS_H
