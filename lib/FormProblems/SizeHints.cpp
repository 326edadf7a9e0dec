//===- SizeHints.cpp - Which sizes a matmul is expected to have -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/SizeHints.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/FormProblems/AttachedFact.h"
#include "mlir-autotune/Problem/ProblemText.h"

using namespace mlir;
using namespace mlir::autotune;

/// The names of the unknown sizes, for an error.
static std::string getUnknownSizes(const ProblemSizes &sizes) {
  std::string names;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (isDynamicSize(size))
      names +=
          (names.empty() ? "" : ", ") + stringifySizeDim(SizeDim(dim)).str();
  return names.empty() ? "none" : names;
}

/// A size that is as a known one, or is known itself, is as none. Nor is a size
/// as one that is as another one, which only several texts can say together.
static void dropKnown(const ProblemFact &fact, ExpectedSizes &expected) {
  ProblemSizes sizes = getSizes(fact);
  for (auto [dim, same] : llvm::enumerate(expected.sameAs))
    if (same &&
        (!isDynamicSize(sizes[dim]) || !isDynamicSize(sizes[unsigned(*same)]) ||
         expected.sameAs[unsigned(*same)]))
      same.reset();
}

ExpectedSizes autotune::getExpectedSizes(const ProblemFact &fact,
                                         const SizeHints &hints) {
  ExpectedSizes expected = hints.given;
  dropKnown(fact, expected);
  if (!hints.profile)
    return expected;
  expected.counted = hints.profile->find(fact).vec();
  if (!expected.counted.empty())
    return expected;
  // A program writes the text of what its config was attached for.
  if (llvm::Expected<ProblemFact> written = parseMatmul(getAttachedText(fact)))
    expected.counted = hints.profile->find(*written).vec();
  else
    llvm::consumeError(written.takeError());
  return expected;
}

FailureOr<ExpectedSizes> autotune::findExpectedSizes(Operation *op,
                                                     const ProblemFact &fact,
                                                     const SizeHints &hints) {
  ExpectedSizes expected = getExpectedSizes(fact, hints);
  if (auto sizes = op->getAttrOfType<SizesAttr>(kSizesAttrName)) {
    ProblemSizes known = getSizes(fact);
    for (const DimSize &size : sizes.getSizes()) {
      if (int64_t is = known[size.number]; !isDynamicSize(is))
        return op->emitOpError()
               << kSizesAttrName << " names "
               << stringifySizeDim(SizeDim(size.number))
               << ", which is known to be " << is
               << "; unknown sizes: " << getUnknownSizes(known);
      expected.dims[size.number] = size.getExpected();
      expected.sameAs[size.number].reset();
      if (size.sameAs != DimSize::kNone)
        expected.sameAs[size.number] = SizeDim(size.sameAs);
    }
  }
  dropKnown(fact, expected);
  return expected;
}
