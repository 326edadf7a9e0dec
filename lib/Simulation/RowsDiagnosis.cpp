//===- RowsDiagnosis.cpp - Why a result of rows is wrong ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsDiagnosis.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::autotune;

/// As for products (Diagnosis.h): fewer would agree by chance.
static constexpr size_t kFewest = 12;
/// Elements of a row, and of all rows, that guesses are compared with.
static constexpr size_t kComparedOfRow = 64, kCompared = 1024;
/// Evaluations of an element that all guesses together may take, of some
/// microseconds each.
static constexpr int64_t kMostEvaluations = int64_t(1) << 20;
/// The widest vector of a kernel, in columns.
static constexpr int64_t kWidestVector = 16;
/// The largest guesses: how far the number that a reduction begins with is off,
/// and how often a column is counted.
static constexpr int64_t kLargestNumber = 64;

namespace {
class Guesser {
public:
  Guesser(problem::RowsOp op, ArrayRef<StoredMatrix> inputs,
          const WrongRows &wrong);

  /// The first cause that explains the wrong elements; empty for none.
  std::string find();
  std::string describePlace() const;

private:
  std::string findStart(int64_t reduction);
  std::string findLastColumns(int64_t reduction);
  std::string findSteps(int64_t reduction);
  std::string findParts(int64_t reduction);
  std::string findScanParts(int64_t scan);
  std::string findScanAgain(int64_t scan);
  /// Whether each of the wrong elements is what one of the faults predicts.
  bool explains(ArrayRef<RowsFault> faults);
  bool explains(ArrayRef<RowsFault> faults, ArrayRef<int64_t> ofRows,
                size_t fewest);

  problem::RowsOp op;
  ArrayRef<StoredMatrix> inputs;
  WrongRows wrong;
  std::vector<int64_t> rows;
  int64_t evaluations = 0;
};
} // namespace

Guesser::Guesser(problem::RowsOp op, ArrayRef<StoredMatrix> inputs,
                 const WrongRows &all)
    : op(op), inputs(inputs) {
  wrong.output = all.output;
  wrong.columns = all.columns;
  size_t ofRow = 0;
  for (auto [offset, bits] : llvm::zip_equal(all.offsets, all.bits)) {
    int64_t row = offset / all.columns;
    if (rows.empty() || rows.back() != row) {
      if (wrong.offsets.size() >= kCompared)
        break;
      rows.push_back(row);
      ofRow = 0;
    }
    if (ofRow++ == kComparedOfRow)
      continue;
    wrong.offsets.push_back(offset);
    wrong.bits.push_back(bits);
  }
}

bool Guesser::explains(ArrayRef<RowsFault> faults, ArrayRef<int64_t> ofRows,
                       size_t fewest) {
  std::vector<bool> explained(wrong.offsets.size(), false);
  for (RowsFault fault : faults) {
    evaluations += int64_t(ofRows.size()) * int64_t(op.getColumns());
    if (evaluations > kMostEvaluations)
      return false;
    fault.rows = ofRows.vec();
    auto results = evaluateRows(op, inputs, fault);
    if (!results) {
      llvm::consumeError(results.takeError());
      return false;
    }
    const AcceptedElements &predicted = (*results)[wrong.output];
    for (size_t i = 0; i < wrong.offsets.size(); ++i) {
      const reference::Result &element = predicted[wrong.offsets[i]];
      if (!element.isAnything && element.accepts(wrong.bits[i]))
        explained[i] = true;
    }
  }
  size_t compared = llvm::count_if(wrong.offsets, [&](int64_t offset) {
    return llvm::is_contained(ofRows, offset / wrong.columns);
  });
  size_t count = llvm::count(explained, true);
  return count >= fewest && 10 * count >= 9 * compared;
}

/// The first row tells most of what is wrong.
bool Guesser::explains(ArrayRef<RowsFault> faults) {
  return explains(faults, ArrayRef(rows).take_front(), /*fewest=*/1) &&
         explains(faults, rows, kFewest);
}

std::string Guesser::findStart(int64_t reduction) {
  for (int64_t size = 1; size <= kLargestNumber; ++size)
    for (int64_t start : {size, -size}) {
      RowsFault fault;
      fault.reduction = reduction;
      fault.start = start;
      if (explains(fault))
        return "began with " + std::to_string(size) +
               (start > 0 ? " too many" : " too few");
    }
  return "";
}

/// "column 199", or "columns 198 to 199".
static std::string describeColumns(int64_t first, int64_t end) {
  if (end - first == 1)
    return "column " + std::to_string(first);
  return "columns " + std::to_string(first) + " to " + std::to_string(end - 1);
}

/// Threads beyond the last column load what those at the last vector have, or
/// its elements of one number.
std::string Guesser::findLastColumns(int64_t reduction) {
  auto columns = int64_t(op.getColumns());
  for (int64_t last = 1; last <= std::min(kWidestVector, columns); last *= 2)
    for (int64_t end : {columns, columns - last + 1})
      for (int64_t times = 0; times <= kLargestNumber; ++times) {
        if (times == 1)
          continue;
        int64_t first = columns - last;
        RowsFault fault;
        fault.reduction = reduction;
        fault.count = [=](int64_t column) {
          return column < first || column >= end ? 1 : times;
        };
        if (explains(fault))
          return (times == 0 ? "left out " : "took ") +
                 describeColumns(first, end) +
                 (times == 0 ? "" : " " + std::to_string(times) + " times");
      }
  return "";
}

/// A pass loses whole steps: one of them, or all up to one.
std::string Guesser::findSteps(int64_t reduction) {
  auto columns = int64_t(op.getColumns());
  for (int64_t step = kWidestVector; step < columns; step *= 2)
    for (int64_t end = step; end <= columns; end += step)
      for (int64_t first : {int64_t(0), end - step}) {
        RowsFault fault;
        fault.reduction = reduction;
        fault.count = [=](int64_t column) {
          return column < first || column >= end ? 1 : 0;
        };
        if (explains(fault))
          return "left out " + describeColumns(first, end);
      }
  return "";
}

/// Threads that miss what others have take one part of the columns each, and
/// see results of their own: parts of `width` columns take turns.
std::string Guesser::findParts(int64_t reduction) {
  auto columns = int64_t(op.getColumns());
  for (int64_t parts = 2; parts <= columns; parts *= 2)
    for (int64_t width = 1; width * parts < 2 * columns; width *= 2)
      for (int64_t times : {1, 2}) {
        std::vector<RowsFault> faults(parts);
        for (int64_t part = 0; part < parts; ++part) {
          faults[part].reduction = reduction;
          faults[part].count = [=](int64_t column) {
            return column / width % parts == part ? times : 0;
          };
        }
        if (explains(faults))
          return "took one of " + std::to_string(parts) +
                 " parts of the columns only, which take turns every " +
                 std::to_string(width) + " columns" +
                 (times > 1
                      ? ", and took it " + std::to_string(times) + " times"
                      : "");
      }
  return "";
}

/// Threads that miss what stands before them in a chunk know what stands before
/// the chunk. Of parts that fit equally well, the largest counts: not all
/// elements of a row are compared.
std::string Guesser::findScanParts(int64_t scan) {
  auto columns = int64_t(op.getColumns());
  for (int64_t chunk = 2; chunk < 2 * columns; chunk *= 2)
    for (int64_t part = chunk / 2; part > 0; part /= 2) {
      RowsFault fault;
      fault.reduction = scan;
      fault.chunk = chunk;
      fault.part = part;
      if (explains(fault))
        return chunk < columns
                   ? "took of every " + std::to_string(chunk) +
                         " columns only its own " + std::to_string(part)
                   : "began anew every " + std::to_string(part) + " columns";
    }
  return "";
}

std::string Guesser::findScanAgain(int64_t scan) {
  for (int64_t again = 1; again <= kWidestVector; again *= 2) {
    RowsFault fault;
    fault.reduction = scan;
    fault.again = again;
    if (explains(fault))
      return "took all of its own " + std::to_string(again) +
             " columns once more";
  }
  return "";
}

/// The names of what a fault may be of, in the order of their numbers.
static std::vector<std::string> getNames(problem::RowsOp op) {
  std::vector<std::string> names;
  int64_t reductions = 0, scans = 0;
  for (Operation &inner : op.getBody().front()) {
    auto generic = dyn_cast<linalg::GenericOp>(inner);
    if (generic && isAlongColumns(op, generic))
      names.push_back("reduction " + std::to_string(reductions++));
    else if (isa<problem::ScanOp>(inner))
      names.push_back("scan " + std::to_string(scans++));
  }
  return names;
}

std::string Guesser::find() {
  if (wrong.offsets.size() < kFewest)
    return "";
  std::vector<std::string> names = getNames(op);
  using Guess = std::string (Guesser::*)(int64_t);
  auto find = [&](ArrayRef<Guess> guesses, StringRef of) -> std::string {
    for (Guess guess : guesses)
      for (auto [number, name] : llvm::enumerate(names)) {
        if (!StringRef(name).starts_with(of))
          continue;
        std::string cause = (this->*guess)(int64_t(number));
        if (!cause.empty())
          return name + " " + cause;
      }
    return "";
  };
  // The guesses that take the fewest evaluations come first.
  std::string cause =
      find({&Guesser::findScanAgain, &Guesser::findScanParts}, "scan");
  return cause.empty() ? find({&Guesser::findStart, &Guesser::findLastColumns,
                               &Guesser::findSteps, &Guesser::findParts},
                              "")
                       : cause;
}

std::string Guesser::describePlace() const {
  return std::to_string(wrong.offsets.size()) + " elements in rows " +
         std::to_string(rows.front()) + " to " + std::to_string(rows.back());
}

std::string autotune::diagnoseRows(problem::RowsOp op,
                                   ArrayRef<StoredMatrix> inputs,
                                   const WrongRows &wrong) {
  Guesser guesser(op, inputs, wrong);
  std::string cause = guesser.find();
  if (cause.empty())
    return "unexplained: no single cause fits the " + guesser.describePlace();
  return "wrong-result: each of the " + guesser.describePlace() +
         ", or most of them, is as if " + cause;
}
