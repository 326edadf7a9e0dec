//===- ProblemJson.cpp - A problem of a manifest --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Problem/JsonReader.h"
#include "mlir-autotune/Problem/Measurable.h"
#include "mlir-autotune/Problem/Operands.h"
#include "mlir-autotune/Problem/ProblemText.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;

int measure::parseElementKind(StringRef text) {
  std::optional<ElementKind> kind = symbolizeElementKind(text);
  return kind ? static_cast<int>(*kind) : -1;
}

StringRef measure::getElementKindName(int kind) {
  return kElementInfos[kind].name;
}

double MeasuredProblem::getTotalRows() const {
  double rows = 0;
  for (int64_t number = 0; number < batch; ++number)
    rows += double(getRows(number));
  return rows;
}

std::array<int64_t, 2> MeasuredProblem::getSizes(size_t operand,
                                                 int64_t number) const {
  const Operand &of = operands[operand];
  std::array<int64_t, 2> sizes = {of.rows, of.columns};
  bool isScaleOfA = scales && operand == getFirstParam();
  if (group.empty() || !(operand == 0 || isOutput(operand) || isScaleOfA))
    return sizes;
  int64_t block = isScaleOfA ? scales->blocks[0].rows : 1;
  if (block)
    sizes[of.transposed] = (getRows(number) + block - 1) / block;
  return sizes;
}

double MeasuredProblem::getBytes() const {
  if (rows)
    return fact.getBytes();
  auto getBytesOf = [&](size_t number) {
    const Operand &operand = operands[number];
    auto getBytes = [&](int64_t product) {
      auto [rows, columns] = getSizes(number, product);
      return double(rows) * double(cuda::getBytesOf(operand.element, columns));
    };
    int64_t matrices = operand.batchStride > 0 ? getMatrices(number) : 1;
    if (group.empty())
      return getBytes(0) * double(matrices);
    // Some have less than there is room for.
    double bytes = 0;
    for (int64_t product = 0; product < matrices; ++product)
      bytes += getBytes(product);
    return bytes;
  };
  double bytes = accumulate ? getBytesOf(kOutput) : 0;
  for (size_t number = 0; number < operands.size(); ++number)
    bytes += getBytesOf(number);
  return bytes;
}

//===----------------------------------------------------------------------===//
// From a fact
//===----------------------------------------------------------------------===//

static Operand getOperand(const OperandOf<const OperandFact> &of) {
  Operand operand;
  operand.name = of.getName();
  operand.element = static_cast<int>(of.matrix.element);
  operand.rows = of.getStoredRows();
  operand.columns = of.getStoredColumns();
  operand.rowStride = of.matrix.rowStride;
  operand.batchStride = of.matrices == 1 ? 0 : of.matrix.batchStride;
  operand.transposed = of.matrix.transposed;
  return operand;
}

static Prologue getPrologue(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  Prologue prologue;
  prologue.body = matmul.prologue.body;
  if (matmul.hasWidePrologue())
    prologue.operand = matmul.convertsB();
  for (const PrologueOperand &operand : matmul.prologue.operands)
    prologue.groups.push_back(operand.group);
  return prologue;
}

static Scales getScales(const BlockScales &of) {
  Scales scales;
  const PrologueOperand *operands[] = {&of.a, &of.b};
  for (auto [operand, block] : llvm::zip_equal(operands, scales.blocks)) {
    block.rows = operand->overOutput ? operand->rowGroup : 0;
    block.depth = operand->group;
  }
  return scales;
}

static Epilogue getEpilogue(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  Epilogue epilogue;
  epilogue.body = matmul.epilogue.body;
  epilogue.outputs.resize(matmul.getNumOutputs());
  for (const EpilogueOperand &operand : matmul.epilogue.operands)
    epilogue.groups.push_back({operand.rowGroup, operand.columnGroup});
  epilogue.standard = getStandardEpilogue(
      matmul.epilogue, matmul.getSumElement(), matmul.c.element);
  return epilogue;
}

/// A problem whose operands addOperand adds.
static MeasuredProblem makeOperandProblem(const ProblemFact &fact) {
  MeasuredProblem problem;
  problem.fact = fact;
  problem.key = fact.getKey();
  problem.rows.emplace();
  problem.operands.clear();
  return problem;
}

/// Adds a tensor as a matrix, so that places in messages have a row and a
/// column.
static Operand &addOperand(MeasuredProblem &problem, const Twine &name,
                           ElementKind element, int64_t rows, int64_t columns) {
  Operand &operand = problem.operands.emplace_back();
  operand.name = name.str();
  operand.element = static_cast<int>(element);
  operand.rows = rows;
  operand.columns = operand.rowStride = columns;
  return operand;
}

static MeasuredProblem makeRowsProblem(const ProblemFact &given) {
  const RowsFact &fact = given.getRows();
  MeasuredProblem problem = makeOperandProblem(given);
  auto add = [&](llvm::ArrayRef<TensorFact> tensors, StringRef what) {
    for (const auto &[number, tensor] : llvm::enumerate(tensors)) {
      int64_t rows = tensor.elements % fact.rows == 0 ? fact.rows : 1;
      addOperand(problem, what + Twine(number), tensor.element, rows,
                 tensor.elements / rows)
          .limit = tensor.limit;
    }
  };
  add(fact.inputs, "input ");
  add(fact.outputs, "output ");
  return problem;
}

/// Rows of Q, K, V and the results are rows of the matrices in messages.
static MeasuredProblem makeAttentionProblem(const ProblemFact &given) {
  const AttentionFact &fact = given.getAttention();
  MeasuredProblem problem = makeOperandProblem(given);
  auto add = [&](const Twine &name, ElementKind element, int64_t rows,
                 int64_t columns) {
    addOperand(problem, name, element, rows, columns);
  };
  int64_t queries = fact.batch * fact.heads * fact.queries;
  int64_t keys = fact.batch * fact.keyHeads * fact.keys;
  add("q", fact.element, queries, fact.depth);
  add("k", fact.element, keys, fact.depth);
  add("v", fact.element, keys, fact.columns);
  add("o", fact.output, queries, fact.columns);
  if (fact.hasLogSumExp)
    add("the logarithms", ElementKind::F32, queries, 1);
  for (const auto &[number, tensor] : llvm::enumerate(fact.extras))
    addOperand(problem, "input " + Twine(kAttentionInputs + number),
               tensor.element, 1, tensor.elements)
        .limit = tensor.limit;
  return problem;
}

MeasuredProblem measure::makeProblem(const ProblemFact &given) {
  if (given.isRows())
    return makeRowsProblem(given);
  if (given.isAttention())
    return makeAttentionProblem(given);
  const auto fact = given.getMatmul().getRaggedBatch();
  MeasuredProblem problem;
  problem.fact = given;
  problem.key = given.getKey();
  problem.m = fact.m;
  problem.n = fact.n;
  problem.k = fact.k;
  problem.batch = fact.batch;
  problem.parts = fact.parts;
  problem.addedK = fact.added ? fact.added->k : 0;
  problem.group = fact.group;
  problem.accumulator = static_cast<int>(fact.accumulator);
  problem.accumulate = fact.init == InitKind::Accumulate;
  problem.zeroExtend = fact.zeroExtend;
  problem.operands.clear();
  for (const auto &operand : listOperands(fact))
    problem.operands.push_back(getOperand(operand));
  if (!fact.prologue.isNone())
    problem.prologue = getPrologue(fact);
  if (fact.scales)
    problem.scales = getScales(*fact.scales);
  if (!fact.epilogue.isNone())
    problem.epilogue = getEpilogue(fact);
  if (fact.isPair)
    problem.pair.emplace();
  return problem;
}

//===----------------------------------------------------------------------===//
// From a manifest
//===----------------------------------------------------------------------===//

static std::string parsePtx(const JsonReader &json) {
  std::string ptx = json.asString();
  if (StringRef(ptx).contains('\0'))
    json.fail("expected a text");
  return ptx;
}

/// A kernel that comes with the problem: its PTX and its name. `Kernel` has a
/// member for each.
template <typename Kernel>
static void readKernel(const JsonReader &json, Kernel &kernel) {
  kernel.ptx = parsePtx(json["ptx"]);
  kernel.function = json["function"].asString();
}

/// For each operand four sizes, and then four strides.
static void readViews(const JsonReader &json, MeasuredProblem &problem) {
  if (json.arraySize() != problem.operands.size())
    return json.fail("expected a view of each of " +
                     Twine(problem.operands.size()) + " operands");
  for (const auto &[number, operand] : llvm::enumerate(problem.operands)) {
    JsonReader numbers = json.at(number);
    TensorView &view = problem.views.emplace_back();
    if (numbers.arraySize() != 2 * TensorView::kRank)
      return numbers.fail("expected four sizes and four strides");
    for (size_t dim = 0; dim < TensorView::kRank; ++dim) {
      view.sizes[dim] = numbers.at(dim).asInteger(1, INT32_MAX);
      view.strides[dim] =
          numbers.at(TensorView::kRank + dim).asInteger(0, INT64_MAX >> 24);
    }
    if (!json.failed() &&
        view.getLastOffset() >= operand.rows * operand.columns)
      return numbers.fail("the view reaches beyond the operand's " +
                          Twine(operand.rows * operand.columns) + " elements");
  }
}

static void readKernels(const JsonReader &json, MeasuredProblem &problem) {
  if (problem.prologue)
    readKernel(json["prologue"], *problem.prologue);
  if (problem.rows) {
    bool isRows = problem.fact.isRows();
    JsonReader reference = json[isRows ? "rows" : "attention"];
    readKernel(reference, *problem.rows);
    problem.rows->ctas = reference["ctas"].asInteger(1, cuda::kMaxGridSize);
    problem.rows->threads = reference["threads"].asInteger(1, 1024);
    if (!isRows)
      readViews(reference["views"], problem);
    return;
  }
  if (problem.pair) {
    readKernel(json["pair"], *problem.pair);
    problem.pair->vector = json["pair"]["vector"].asInteger(1, 16);
  }
  if (!problem.epilogue)
    return;
  if (problem.fact.getMatmul().isOneProduct() && json.has("separate")) {
    SeparateEpilogue &separate = problem.separate.emplace();
    readKernel(json["separate"], separate);
    separate.vector = json["separate"]["vector"].asInteger(1, 16);
  }
  JsonReader outputs = json["epilogue"];
  if (outputs.arraySize() != problem.getNumOutputs())
    return outputs.fail("expected a kernel for each of " +
                        Twine(problem.getNumOutputs()) + " outputs");
  for (size_t i = 0; i < problem.getNumOutputs(); ++i)
    readKernel(outputs.at(i), problem.epilogue->outputs[i]);
}

MeasuredProblem measure::parseProblem(const JsonReader &json) {
  std::string id = parseId(json);
  JsonReader text = json["text"];
  std::string written = text.asString();
  if (json.failed())
    return MeasuredProblem();
  llvm::Expected<ProblemFact> fact = autotune::parseProblem(written);
  if (!fact) {
    text.fail(llvm::toString(fact.takeError()));
    return MeasuredProblem();
  }
  if (std::string why = getWhyNotMeasurable(*fact); !why.empty()) {
    text.fail("can't be measured: " + why);
    return MeasuredProblem();
  }
  MeasuredProblem problem = makeProblem(*fact);
  problem.id = std::move(id);
  if (json.has("key") && json["key"].asString() != problem.key)
    json["key"].fail("the key of the text is '" + problem.key + "'");
  if (problem.operands.size() > kMatmulOperands + size_t(kMaxExtras))
    text.fail("expected at most " + Twine(kMatmulOperands + kMaxExtras) +
              " operands, not " + Twine(problem.operands.size()));
  readKernels(json, problem);
  return problem;
}
