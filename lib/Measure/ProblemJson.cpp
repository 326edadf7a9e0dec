//===- ProblemJson.cpp - A matmul of a manifest ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Core/Elements.h"
#include "mlir-autotune/Measure/JsonReader.h"
#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Runtime/CudaDriver.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;

/// No device holds a matrix of 64 TiB; the bound keeps byte counts in 64 bits.
static constexpr int64_t kMaxMatrixBytes = int64_t(1) << 46;

static constexpr StringRef kOperandNames[] = {"a", "b"};
static_assert(std::size(kOperandNames) == kOutput);

/// The names of element types, by ElementIndex.
static llvm::ArrayRef<StringRef> getElementKinds() {
  static const std::vector<StringRef> names = [] {
    std::vector<StringRef> result;
    for (const ElementInfo &info : kElementInfos)
      result.emplace_back(info.name);
    return result;
  }();
  return names;
}

int measure::parseElementKind(StringRef text) {
  const StringRef *found = llvm::find(getElementKinds(), text);
  return found == getElementKinds().end()
             ? -1
             : int(found - getElementKinds().begin());
}

StringRef measure::getElementKindName(int kind) {
  return kElementInfos[kind].name;
}

double Problem::getTotalRows() const {
  double rows = 0;
  for (int64_t number = 0; number < batch; ++number)
    rows += double(getRows(number));
  return rows;
}

double Problem::getBytes() const {
  // Of a group, A and C have less than there is room for.
  double share = getTotalRows() / double(m) / double(batch);
  auto getBytesOf = [&](const Operand &operand) {
    return double(operand.rows) *
           double(cuda::getBytesOf(operand.element, operand.columns)) *
           double(operand.batchStride > 0
                      ? getMatrices(size_t(&operand - operands.data()))
                      : 1) *
           (&operand == &operands[1] ? 1 : share);
  };
  double bytes = accumulate ? getBytesOf(operands[2]) : 0;
  for (const Operand &operand : operands)
    bytes += getBytesOf(operand);
  return bytes;
}

static Operand parseOperand(const JsonReader &json, StringRef name,
                            int64_t rows, int64_t columns, int64_t batch,
                            bool isOutput = false) {
  Operand operand;
  operand.name = json["name"].asString();
  if (operand.name != name)
    json["name"].fail(
        "expected '" + name +
        "': operands come as a, b, c, c2, c3, ... of an epilogue, b2 of a "
        "pair, a2 and b2 of a sum, e0, e1, ..., p0, p1, ... or sa and sb");
  operand.element = json["element"].asWord(getElementKinds());
  operand.rows = json["rows"].asInteger(1, kMaxSize);
  operand.columns = json["columns"].asInteger(1, kMaxSize);
  operand.rowStride = json["row_stride"].asInteger(operand.columns, kMaxSize);
  operand.transposed = json["transposed"].asBool();
  if (operand.transposed)
    std::swap(rows, columns);
  if (operand.rows != rows || operand.columns != columns)
    json.fail("stored as " + Twine(operand.rows) + " x " +
              Twine(operand.columns) + ", but the problem's sizes make it " +
              Twine(rows) + " x " + Twine(columns));
  if (operand.rows >
      kMaxMatrixBytes / 8 / std::max<int64_t>(operand.rowStride, 1))
    json.fail("too large for any device");
  if (operand.element == cuda::kI4 && (operand.columns | operand.rowStride) % 2)
    json.fail("integers of 4 bits are two to a byte, and rows are whole bytes");
  if (batch == 1 || json.failed())
    return operand;
  constexpr int64_t kMaxElements = kMaxMatrixBytes / 8;
  operand.batchStride = json["batch_stride"].asInteger(0, kMaxElements / batch);
  bool isShared = operand.batchStride == 0 && !isOutput;
  bool liesApart = operand.batchStride >= operand.columns && !isOutput &&
                   operand.batchStride <=
                       (operand.rowStride - operand.columns) / (batch - 1);
  if (!isShared && operand.isInterleaved() && !liesApart)
    json["batch_stride"].fail("matrices of " +
                              Twine(operand.rows * operand.rowStride) +
                              " elements lie over each other");
  return operand;
}

/// Kinds that only factors have.
static void refuseFactor(const JsonReader &json, const Operand &operand) {
  if (operand.element == cuda::kTF32 || operand.element == cuda::kTF32x3 ||
      operand.element == cuda::kI4)
    json["element"].fail(getElementKindName(operand.element) +
                         " is of a and b alone");
}

/// Integers of 4 bits are weights, which lie along K.
static void checkHalfBytes(const JsonReader &json, const Problem &problem) {
  for (size_t i : {0, 1}) {
    const Operand &operand = problem.operands[i];
    if (operand.element == cuda::kI4 &&
        (operand.transposed != (i == 1) || problem.batch != 1 || problem.pair ||
         problem.addedK))
      json.at(i).fail("integers of 4 bits lie along K, in one product");
  }
}

static Operand parseOutput(const JsonReader &json, StringRef name,
                           const Problem &problem) {
  Operand operand = parseOperand(json, name, problem.m, problem.n,
                                 problem.batch, /*isOutput=*/true);
  if (operand.transposed)
    json.fail(name + " is always stored m x n");
  refuseFactor(json, operand);
  return operand;
}

/// How many groups there are of a size; the last one may be smaller.
static int64_t countGroups(int64_t size, int64_t group) {
  return (size - 1) / group + 1;
}

/// What an epilogue reads may be broadcast along rows, columns or both, or have
/// an element for each group of them.
static Operand parseExtra(const JsonReader &json, size_t number,
                          const Problem &problem) {
  std::string name = "e" + std::to_string(number);
  const auto &groups = problem.epilogue->groups;
  std::array<int64_t, 2> group = {1, 1};
  if (number < groups.size())
    group = groups[number];
  bool isOfRow = json["rows"].asInteger(1, kMaxSize) == 1;
  bool isOfColumn = json["columns"].asInteger(1, kMaxSize) == 1;
  Operand operand = parseOperand(
      json, name, isOfRow ? 1 : countGroups(problem.m, group[0]),
      isOfColumn ? 1 : countGroups(problem.n, group[1]), problem.batch);
  if (operand.transposed)
    json["transposed"].fail("what an epilogue reads is never transposed");
  refuseFactor(json, operand);
  return operand;
}

/// What a prologue reads runs along the output, along K by groups, or neither.
static Operand parseParam(const JsonReader &json, StringRef name, int64_t group,
                          const Problem &problem) {
  int64_t rows = problem.getConverted() == 1 ? problem.n : problem.m;
  int64_t columns = group ? (problem.k - 1) / group + 1 : 1;
  bool isTransposed = json["transposed"].asBool();
  if (json[isTransposed ? "columns" : "rows"].asInteger(1, kMaxSize) == 1)
    rows = 1;
  Operand operand = parseOperand(json, name, rows, columns, problem.batch);
  refuseFactor(json, operand);
  return operand;
}

/// Scales are f32, for each block of a and of b.
static Operand parseScale(const JsonReader &json, size_t number,
                          const Problem &problem) {
  Scales::Block block = problem.scales->blocks[number];
  int64_t output = number == 0 ? problem.m : problem.n;
  auto count = [](int64_t size, int64_t each) {
    return each ? (size - 1) / each + 1 : 1;
  };
  Operand operand =
      parseOperand(json, number == 0 ? "sa" : "sb", count(output, block.rows),
                   count(problem.k, block.depth), problem.batch);
  if (operand.element != cuda::kF32)
    json["element"].fail("scales are of f32");
  return operand;
}

static Scales parseScales(const JsonReader &json) {
  Scales scales;
  for (size_t i = 0; i < scales.blocks.size(); ++i) {
    JsonReader block = json[kOperandNames[i]];
    scales.blocks[i].rows = block["rows"].asInteger(0, kMaxSize);
    scales.blocks[i].depth = block["depth"].asInteger(0, kMaxSize);
  }
  return scales;
}

static std::string parsePtx(const JsonReader &json) {
  std::string ptx = json.asString();
  if (StringRef(ptx).contains('\0'))
    json.fail("expected a text");
  return ptx;
}

static Prologue parsePrologue(const JsonReader &json) {
  Prologue prologue;
  prologue.body = json["body"].asString();
  prologue.function = json["function"].asString();
  prologue.ptx = parsePtx(json["ptx"]);
  if (json.has("operand"))
    prologue.operand = json["operand"].asWord(kOperandNames);
  json["groups"].forEach([&](const JsonReader &group) {
    prologue.groups.push_back(group.asInteger(0, kMaxSize));
  });
  if (prologue.groups.size() > size_t(kMaxExtras))
    json["groups"].fail("expected at most " + Twine(kMaxExtras));
  return prologue;
}

static Epilogue parseEpilogue(const JsonReader &json) {
  Epilogue epilogue;
  epilogue.body = json["body"].asString();
  auto addOutput = [&](const JsonReader &output) {
    epilogue.outputs.push_back(
        {parsePtx(output["ptx"]), output["function"].asString()});
  };
  addOutput(json);
  if (json.has("outputs"))
    json["outputs"].forEach(addOutput);
  if (epilogue.outputs.size() > size_t(kMaxExtras))
    json["outputs"].fail("expected at most " + Twine(kMaxExtras - 1));
  if (json.has("groups"))
    json["groups"].forEach([&](const JsonReader &group) {
      if (group.arraySize() != 2)
        group.fail("expected how many rows and columns share an element");
      else
        epilogue.groups.push_back({group.at(0).asInteger(1, kMaxSize),
                                   group.at(1).asInteger(1, kMaxSize)});
    });
  return epilogue;
}

static Pair parsePair(const JsonReader &json) {
  Pair pair;
  pair.function = json["function"].asString();
  pair.ptx = parsePtx(json["ptx"]);
  pair.vector = json["vector"].asInteger(1, 16);
  return pair;
}

Problem measure::parseProblem(const JsonReader &json) {
  Problem problem;
  problem.id = parseId(json);
  problem.key = json["key"].asString();
  problem.m = json["m"].asInteger(1, kMaxSize);
  problem.n = json["n"].asInteger(1, kMaxSize);
  problem.k = json["k"].asInteger(1, kMaxSize);
  if (json.has("batch"))
    problem.batch = json["batch"].asInteger(1, kMaxSize);
  if (json.has("parts")) {
    problem.parts = json["parts"].asInteger(1, kMaxSize);
    if (problem.batch != 1 || json.has("group") || json.has("added_k") ||
        json.has("pair") || json.has("prologue") || json.has("scales"))
      json["parts"].fail("a K in parts is of one product, without a prologue "
                         "and without scales");
  }
  if (json.has("group")) {
    json["group"].forEach([&](const JsonReader &rows) {
      problem.group.push_back(rows.asInteger(0, problem.m));
    });
    if (int64_t(problem.group.size()) != problem.batch ||
        problem.batch > kMaxGroup)
      json["group"].fail("expected rows of each of the batch, of at most " +
                         Twine(kMaxGroup));
  }
  if (json.has("added_k")) {
    problem.addedK = json["added_k"].asInteger(1, kMaxSize);
    if (json.has("group") || json.has("pair") || json.has("prologue") ||
        json.has("scales"))
      json["added_k"].fail("a sum of products is no group and no pair, and has "
                           "no prologue and no scales");
  }
  problem.accumulator = json["accumulator"].asWord(getElementKinds());
  if (problem.accumulator == cuda::kI4)
    json["accumulator"].fail("i4 is of a and b alone");
  if (cuda::isFloatIndex(problem.accumulator) &&
      cuda::getElementBytes(problem.getSumKind()) < 4)
    json["accumulator"].fail("sums are checked in f32 or wider, and of f16 in "
                             "f16, not in " +
                             getElementKindName(problem.accumulator));
  problem.accumulate = json["init"].asWord({"zero", "accumulate"}) == 1;
  if (json.has("unsigned"))
    problem.zeroExtend = json["unsigned"].asBool();
  JsonReader operands = json["operands"];
  if (json.has("epilogue"))
    problem.epilogue = parseEpilogue(json["epilogue"]);
  if (json.has("pair")) {
    problem.pair = parsePair(json["pair"]);
    if (!problem.epilogue || problem.accumulate || problem.getNumOutputs() > 1)
      json["pair"].fail(
          "a pair has an epilogue, of one output, and adds to no c");
  }
  if (json.has("prologue"))
    problem.prologue = parsePrologue(json["prologue"]);
  if (json.has("scales")) {
    problem.scales = parseScales(json["scales"]);
    if (problem.prologue)
      json["scales"].fail("a prologue makes all that is multiplied");
  }
  size_t first = problem.getFirstExtra();
  size_t params = problem.countParams();
  size_t extras = operands.arraySize() - first - params;
  if (operands.arraySize() < first + params ||
      extras > size_t(problem.epilogue ? kMaxExtras : 0)) {
    operands.fail("expected the three operands a, b, c, of an epilogue one "
                  "for each of its outputs, of a pair b2, of a sum a2 and b2, "
                  "of an epilogue up to " +
                  Twine(kMaxExtras) +
                  " more, of a prologue one for each of its groups, and of "
                  "scales sa and sb");
    return problem;
  }
  const std::pair<int64_t, int64_t> sizes[] = {{problem.m, problem.k},
                                               {problem.k, problem.n}};
  for (size_t i = 0; i < kOutput; ++i)
    problem.operands[i] =
        parseOperand(operands.at(i), kOperandNames[i], sizes[i].first,
                     sizes[i].second, problem.getMatrices(i));
  problem.operands[kOutput] = parseOutput(operands.at(kOutput), "c", problem);
  for (size_t i = 1; i < problem.getNumOutputs(); ++i)
    problem.operands.push_back(parseOutput(
        operands.at(kOutput + i), "c" + std::to_string(i + 1), problem));
  checkHalfBytes(operands, problem);
  if (problem.pair) {
    // Where the list grows it moves.
    const Operand b = problem.operands[1];
    Operand &other = problem.operands.emplace_back(
        parseOperand(operands.at(problem.getSecond()), "b2", problem.k,
                     problem.n, problem.batch));
    if (other.element != b.element || other.transposed != b.transposed ||
        other.rowStride != b.rowStride || other.batchStride != b.batchStride)
      operands.at(problem.getSecond()).fail("b2 lies as b does");
  }
  for (size_t i = 0; i < 2 && problem.addedK; ++i) {
    const Operand first = problem.operands[i];
    bool isA = i == 0;
    JsonReader second = operands.at(problem.getSecond() + i);
    Operand &other = problem.operands.emplace_back(parseOperand(
        second, isA ? "a2" : "b2", isA ? problem.m : problem.addedK,
        isA ? problem.addedK : problem.n, problem.batch));
    if (other.element != first.element || other.transposed != first.transposed)
      second.fail("the second product is of the types and orders of the first");
  }
  for (size_t i = 0; i < extras; ++i)
    problem.operands.push_back(parseExtra(operands.at(first + i), i, problem));
  if (problem.prologue) {
    size_t converted = problem.getConverted();
    int stored = problem.operands[converted].element;
    int multiplied = problem.operands[1 - converted].element;
    bool isStored = cuda::getElementBytes(stored) == 1 ||
                    (problem.prologue->operand && cuda::isFloatIndex(stored) &&
                     cuda::getElementBytes(stored) <= 4);
    bool isMultiplied = cuda::getElementBytes(multiplied) == 2 &&
                        cuda::isFloatIndex(multiplied);
    if (!isStored || !isMultiplied || problem.batch != 1 || problem.pair ||
        problem.zeroExtend)
      json["prologue"].fail("a prologue is of one product of signed integers "
                            "or floats of 8 bits, or of the operand that it "
                            "names, floats of up to 32, and floats of 16");
  }
  if (problem.scales) {
    auto isFloat8 = [&](size_t i) {
      return cuda::isFloat8Index(problem.operands[i].element);
    };
    if (!isFloat8(0) || !isFloat8(1) || problem.batch != 1 || problem.pair ||
        problem.accumulator != cuda::kF32)
      json["scales"].fail("scales are of one product of floats of 8 bits, "
                          "summed in f32");
  }
  for (size_t i = 0; i < params; ++i)
    problem.operands.push_back(
        problem.scales ? parseScale(operands.at(first + extras + i), i, problem)
                       : parseParam(operands.at(first + extras + i),
                                    "p" + std::to_string(i),
                                    problem.prologue->groups[i], problem));
  auto isFloat = [&](size_t i) {
    return cuda::isFloatIndex(problem.operands[i].element);
  };
  if (problem.zeroExtend && isFloat(0) && isFloat(1))
    json["unsigned"].fail("floats have a sign");
  if (problem.accumulator == cuda::kF16 &&
      (problem.operands[0].element != cuda::kF16 ||
       problem.operands[1].element != cuda::kF16 || problem.prologue))
    json["accumulator"].fail(
        "sums in f16 are of a and b of f16, without a prologue");
  for (size_t i = 0; i < kMatmulOperands; ++i)
    // A beside B, B beside A, and C as it is, unless it is made of the sums.
    if ((i < kOutput || !problem.epilogue) &&
        !cuda::isSummedIn(problem.accumulator, problem.operands[i].element,
                          problem.operands[i < 2 ? 1 - i : i].element))
      operands.at(i)["element"].fail(
          getElementKindName(problem.operands[i].element) +
          ", but the accumulator is " +
          getElementKindName(problem.accumulator) +
          ": integers and floats do not mix");
  return problem;
}
