//===- MatmulFact.cpp - What is known of one matmul -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/MatmulFact.h"

#include "mlir-autotune/Problem/Operands.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Equality and hashing
//===----------------------------------------------------------------------===//

#define GET_DEFINITIONS
#include "mlir-autotune/Problem/Problem.inc"

//===----------------------------------------------------------------------===//
// Work and traffic
//===----------------------------------------------------------------------===//

/// How many groups there are of a size; the last one may be shorter.
static int64_t countGroups(int64_t size, int64_t group) {
  return isDynamicSize(size) ? size : llvm::divideCeil(size, group);
}

int64_t EpilogueOperand::getRows(int64_t m) const {
  return overRows ? countGroups(m, rowGroup) : 1;
}

int64_t EpilogueOperand::getColumns(int64_t n) const {
  return overColumns ? countGroups(n, columnGroup) : 1;
}

int64_t PrologueOperand::getRows(int64_t output) const {
  return overOutput ? countGroups(output, rowGroup) : 1;
}

int64_t PrologueOperand::getColumns(int64_t k) const {
  return group ? countGroups(k, group) : 1;
}

bool MatmulFact::hasStaticSizes() const {
  return !isDynamicSize(m) && !isDynamicSize(n) && !isDynamicSize(k) &&
         !isDynamicSize(batch) && !isDynamicSize(parts) &&
         !(windows && isDynamicSize(windows->images)) &&
         !(added && isDynamicSize(added->k));
}

int64_t WindowsFact::countPixels() const {
  return isDynamicSize(images) ? images : images * height * width;
}

int64_t WindowsFact::countWindows() const {
  if (isDynamicSize(images))
    return images;
  cuda::Window window = getWindow();
  return images * window.countPlaces(0, height) * window.countPlaces(1, width);
}

std::optional<int64_t> WindowsFact::findPixel(int64_t number,
                                              int64_t pixel) const {
  cuda::Window window = getWindow();
  const int64_t sizes[] = {height, width};
  int64_t places[] = {window.countPlaces(0, height),
                      window.countPlaces(1, width)};
  int64_t image = number / (places[0] * places[1]);
  int64_t place[] = {number / places[1] % places[0], number % places[1]};
  int64_t inWindow[] = {pixel / window.size[1], pixel % window.size[1]};
  int64_t found = image;
  for (int dim : {0, 1}) {
    int64_t at = place[dim] * window.strides[dim] - window.low[dim] +
                 inWindow[dim] * window.dilations[dim];
    if (at < 0 || at >= sizes[dim])
      return std::nullopt;
    found = found * sizes[dim] + at;
  }
  return found;
}

std::string MatmulFact::getWhyWindowsInvalid() const {
  if (!windows)
    return "";
  if (hasParts() || isGrouped() || hasTwoProducts() || isScaled() ||
      !prologue.isNone())
    return "windows are of one product, or of a batch, without a prologue or "
           "scales";
  if (a.transposed)
    return "images have adjacent channels; an A with windows is not transposed";
  for (int64_t size : {windows->height, windows->width, windows->channels})
    if (isDynamicSize(size) || size < 1)
      return "the sizes of images with windows must be known, and at least 1";
  for (int i = 0; i < cuda::Window::kNumbers; ++i)
    if (windows->numbers[i] < (i < 6 ? 1 : 0) ||
        windows->numbers[i] > cuda::Window::kMaxNumber)
      return "sizes, strides and dilations of windows are from 1 to " +
             std::to_string(cuda::Window::kMaxNumber) +
             ", and paddings are from 0 to as many";
  // All products of these sizes then fit 64 bits.
  for (int64_t size : {windows->images, windows->height, windows->width})
    if (size > kMaxMatmulSize / 2048)
      return "more than " + std::to_string(kMaxMatmulSize / 2048) +
             " images, or pixels along one dimension";
  if (isDynamicSize(batch) || batch < 1)
    return "the number of products must be known";
  int64_t pixels = windows->getPixels();
  if (isDynamicSize(k) || k % pixels != 0 ||
      k / pixels < getChannelsOfProduct())
    return "K must be known, and have the channels of an image for each of "
           "the " +
           std::to_string(pixels) + " pixels of a window";
  if (isBatched() && (a.batchStride != 0 || windows->channels % batch != 0 ||
                      k / pixels != getChannelsOfProduct()))
    return "each product of a batch must have an equal share of the channels, "
           "without zeros behind them";
  if (int64_t count = windows->countWindows(); count != m)
    return "the images have " +
           (isDynamicSize(count) ? "an unknown number of"
                                 : std::to_string(count)) +
           " windows; M must say the same";
  return "";
}

ElementKind MatmulFact::getFactorElement(unsigned number) const {
  return hasWidePrologue() ? getMultiplied() : (number == 0 ? a : b).element;
}

MatmulFact MatmulFact::asOneProduct() const {
  MatmulFact product = *this;
  product.isPair = false;
  if (isPair && !isDynamicSize(n))
    product.n *= 2;
  if (hasParts()) {
    bool isKnown = !isDynamicSize(k) && !isDynamicSize(parts) &&
                   !llvm::MulOverflow(k, parts, product.k);
    if (!isKnown)
      product.k = kDynamicSize;
    product.parts = 1;
  }
  if (!added)
    return product;
  product.added.reset();
  bool isKnown = !isDynamicSize(k) && !isDynamicSize(added->k);
  product.k = isKnown ? k + added->k : kDynamicSize;
  return product;
}

void MatmulFact::setGroup(std::vector<int64_t> rows) {
  group = std::move(rows);
  m = 0;
  for (int64_t ofOne : group) {
    bool isKnown = !isDynamicSize(ofOne) && !isDynamicSize(m);
    m = isKnown ? m + ofOne : kDynamicSize;
  }
}

/// The matrices of a batch with room for `rows` rows of each.
static void setRoom(OperandFact &operand, int64_t products, int64_t rows) {
  operand.batchStride = getDenseBatchStride(products, rows, operand.rowStride);
}

MatmulFact MatmulFact::getBareProduct() const {
  MatmulFact bare = *this;
  bare.epilogue = EpilogueFact();
  bare.init = InitKind::Zero;
  bare.c = OperandFact();
  bare.c.element = accumulator;
  bare.c.rowStride = n;
  if (isBatched())
    bare.c.batchStride = getDenseBatchStride(batch, m, n);
  return bare;
}

MatmulFact MatmulFact::getRaggedBatch() const {
  MatmulFact fact = *this;
  if (!isGrouped() || isBatched() || isDynamicSize(m))
    return fact;
  fact.batch = group.size();
  fact.m = *llvm::max_element(group);
  setRoom(fact.a, fact.batch, a.transposed ? k : fact.m);
  setRoom(fact.b, fact.batch, b.transposed ? n : k);
  setRoom(fact.c, fact.batch, fact.m);
  if (fact.scales)
    for (auto [of, output] : {std::pair(&fact.scales->a, fact.m),
                              std::pair(&fact.scales->b, fact.n)})
      setRoom(of->matrix, fact.batch,
              of->matrix.transposed ? of->getColumns(k) : of->getRows(output));
  return fact;
}

double MatmulFact::getFlops() const {
  assert(hasStaticSizes() && "the work of an unknown size is unknown");
  return 2.0 * m * n * (k + (added ? added->k : 0)) * getFactorMatrices() *
         getProducts();
}

int64_t mlir::autotune::getDenseBatchStride(int64_t batch, int64_t rows,
                                            int64_t rowStride) {
  if (batch == 1)
    return 0;
  int64_t stride;
  if (isDynamicSize(rows) || isDynamicSize(rowStride) ||
      llvm::MulOverflow(rows, rowStride, stride))
    return kDynamicSize;
  return stride;
}

double MatmulFact::getBytes() const {
  assert(hasStaticSizes() && "the traffic of an unknown size is unknown");
  double bytes = 0;
  for (const auto &operand : listOperands(*this)) {
    double matrices = operand.matrix.batchStride == 0 ? 1 : operand.matrices;
    // Those of A and C of a group are `m` rows together.
    if (operand.role == OperandRole::B || operand.role == OperandRole::PairB ||
        operand.role == OperandRole::ScalesOfB)
      matrices *= isGrouped() ? group.size() : 1;
    if (operand.role == OperandRole::C && init == InitKind::Accumulate)
      matrices *= 2;
    bytes += matrices * operand.rows * operand.columns *
             getElementBits(operand.matrix.element) / 8.0;
  }
  return bytes;
}
