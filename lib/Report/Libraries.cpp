//===- Libraries.cpp - What ours is compared with -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Libraries.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::report;
using namespace mlir::autotune::tune;

double Library::getTime(const ComparedShape &shape) const {
  if (isBaseline)
    return shape.best.baseline ? shape.best.baseline->bestNs : 0;
  auto other = shape.others.find(name);
  return other == shape.others.end() ? 0 : other->second.timeNs;
}

double Library::getRatioToItsBaseline(const ComparedShape &shape) const {
  auto other = shape.others.find(name);
  return other == shape.others.end() ? 0 : other->second.ratio;
}

double Library::getOurTime(const ComparedShape &shape) const {
  if (isBaseline)
    return shape.best.timeNs;
  auto other = shape.others.find(name);
  return other == shape.others.end() || !other->second.ours
             ? 0
             : other->second.ours->timeNs;
}

double Library::getRatio(const ComparedShape &shape) const {
  if (isBaseline)
    return shape.best.ratio;
  if (isBesideOurs) {
    auto other = shape.others.find(name);
    return other == shape.others.end() ? 0 : other->second.getRatioToOurs();
  }
  double its = getRatioToItsBaseline(shape);
  return its > 0 ? shape.best.ratio / its : 0;
}

std::string Library::getTitle() const {
  if (name == "cublaslt")
    return "cuBLASLt";
  return name == "triton" ? "Triton" : name;
}

/// The place of a library that is no baseline. Others follow by name.
static size_t getPlace(StringRef library) {
  constexpr StringLiteral kOrder[] = {"torch.matmul", "torch.compile"};
  return size_t(llvm::find(kOrder, library) - std::begin(kOrder));
}

std::vector<Library>
report::getLibraries(ArrayRef<const ComparedShape *> shapes) {
  std::vector<Library> libraries;
  auto add = [&](const Library &library) {
    auto same = llvm::find_if(libraries, [&](const Library &other) {
      return other.name == library.name;
    });
    if (same == libraries.end())
      libraries.push_back(library);
    else
      same->isBesideOurs |= library.isBesideOurs;
  };
  for (const ComparedShape *shape : shapes)
    if (shape->best.baseline)
      add({shape->best.baseline->library, /*isBaseline=*/true, "", false});
  size_t baselines = libraries.size();
  for (const ComparedShape *shape : shapes)
    for (const auto &[name, record] : shape->others)
      if (record.baseline || record.ours)
        add({name, /*isBaseline=*/false,
             record.baseline ? record.baseline->library : "",
             record.ours.has_value()});
  llvm::sort(libraries.begin() + ptrdiff_t(baselines), libraries.end(),
             [](const Library &a, const Library &b) {
               return std::pair(getPlace(a.name), StringRef(a.name)) <
                      std::pair(getPlace(b.name), StringRef(b.name));
             });
  return libraries;
}

std::vector<const ComparedShape *> report::getShapes(const ResultsList &list) {
  std::vector<const ComparedShape *> shapes;
  for (const ComparedShape &shape : list.comparison.shapes)
    shapes.push_back(&shape);
  return shapes;
}

/// A product and nothing else, which any library computes by one call.
static bool isPlain(const ProblemFact &fact) {
  const MatmulFact &matmul = fact.getMatmul();
  return matmul.epilogue.isNone() && matmul.prologue.isNone() &&
         !matmul.hasTwoProducts() && !matmul.hasParts() && !matmul.isScaled() &&
         !matmul.isGrouped();
}

std::vector<const ComparedShape *> report::getPlain(const Results &results) {
  std::vector<const ComparedShape *> shapes;
  llvm::StringSet<> seen;
  for (const ResultsList &list : results.lists)
    for (const ComparedShape &shape : list.comparison.shapes)
      if (isPlain(shape.fact) && seen.insert(shape.best.key).second)
        shapes.push_back(&shape);
  return shapes;
}

Standing::Standing(ArrayRef<const ComparedShape *> shapes,
                   const Library &library) {
  for (const ComparedShape *shape : shapes) {
    double ratio = library.getRatio(*shape);
    if (ratio <= 0)
      continue;
    ++compared;
    wins += ratio >= 1;
    logSum += std::log(ratio);
    if (!worstShape || ratio < worst) {
      worst = ratio;
      worstShape = shape;
    }
  }
}

double Standing::getMean() const {
  return compared ? std::exp(logSum / double(compared)) : 0;
}

std::string Standing::getWins() const {
  return compared ? std::to_string(wins) + " of " + std::to_string(compared)
                  : "-";
}
