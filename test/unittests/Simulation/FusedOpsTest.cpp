//===- FusedOpsTest.cpp - All that is fused is computed -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through the list of operations that are fused (FusedOps.h), for each
// type that it names: the host computes what the text of the function says, and
// PTX is whole without a library.
//
//===----------------------------------------------------------------------===//

#include "ElementFunction.h"

#include "mlir-autotune/Analysis/FusedOps.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Reference/Function.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"
#include "mlir-autotune/Tuning/Ptxas.h"

#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// An epilogue of one operation.
struct Case {
  std::string problem;
  /// What it reads beside the sum.
  std::vector<std::string> operands;
};

/// The list is gone through in so many tests, side by side.
constexpr int kParts = 8;

struct FusedOpsTest : ::testing::TestWithParam<int> {
  static std::vector<Case> getCases(int part);
};
} // namespace

static std::vector<std::string> getTypes(unsigned types) {
  std::vector<std::string> names;
  for (auto [name, type] : {std::pair("f8E4M3FN", kFloat8),
                            {"f8E5M2", kFloat8},
                            {"bf16", kFloat16},
                            {"f16", kFloat16},
                            {"f32", kFloat32},
                            {"f64", kFloat64},
                            {"i1", kBool},
                            {"i4", kInt4},
                            {"i8", kInt},
                            {"i16", kInt},
                            {"i32", kInt},
                            {"i64", kInt}})
    if (types & type)
      names.emplace_back(name);
  return names;
}

static unsigned getWidth(StringRef type) {
  unsigned width = 8;
  StringRef digits = type.drop_while([](char c) { return !isdigit(c); });
  if (!type.starts_with("f8"))
    digits.getAsInteger(10, width);
  return width;
}

static bool isReal(StringRef type) { return !type.starts_with("i"); }

/// Whether there is a cast of that name between both; of other operations, that
/// they are one.
static bool isPair(StringRef name, StringRef from, StringRef to) {
  unsigned narrow = getWidth(from), wide = getWidth(to);
  if (name == "arith.trunci")
    return narrow > wide;
  if (name == "arith.truncf")
    return narrow > wide && (from != "f64" || to == "f32");
  if (name == "arith.extf" || name == "arith.extsi" || name == "arith.extui")
    return narrow < wide;
  if (name == "arith.bitcast")
    return narrow == wide && from != to;
  if (name.contains("tofp") || name.contains("fpto"))
    return true;
  return from == to;
}

/// The operation, from %x, %y, %z, %n and %c to %r; %r2 is another result.
static std::string getStatement(StringRef name, StringRef type, StringRef to,
                                StringRef predicate) {
  std::string op = name.str(), of = " : " + type.str();
  if (name == "arith.constant")
    return "%r = " + op +
           (type == "i1" ? " true" : (isReal(type) ? " 1.5" : " -3") + of);
  if (name == "arith.select")
    return "%r = " + op + " %c, %x, %y" + of;
  if (name == "math.clampf")
    return "%r = " + op + " %x to [%y, %z]" + of;
  if (name == "math.fma")
    return "%r = " + op + " %x, %y, %z" + of;
  if (name == "math.fpowi")
    return "%r = " + op + " %x, %n" + of + ", i32";
  if (name.starts_with("arith.cmp"))
    return "%r = " + op + " " + predicate.str() + ", %x, %y" + of;
  if (name.contains("_extended"))
    return "%r, %r2 = " + op + " %x, %y" + of +
           (name == "arith.addui_extended" ? ", i1" : "");
  bool isBinary = (name.starts_with("arith") && name != "arith.negf" &&
                   type == to && name != "arith.bitcast") ||
                  name == "math.copysign" || name == "math.powf" ||
                  name == "math.atan2";
  if (isBinary)
    return "%r = " + op + " %x, %y" + of;
  bool isCast = name.starts_with("arith") && name != "arith.negf";
  return "%r = " + op + " %x" + of + (isCast ? " to " + to.str() : "");
}

static Case makeCase(StringRef name, std::string type, std::string to,
                     StringRef predicate) {
  // Of 4 bits and of one there are no matrices.
  auto getStored = [](const std::string &each) {
    return each == "i1" || each == "i4" ? std::string("i8") : each;
  };
  std::string stored = getStored(type), result = getStored(to);
  Case one;
  one.operands = {stored, stored, stored, "i32", "i8"};
  std::string body;
  for (StringRef value : {"x", "y", "z"})
    if (stored != type)
      body += ("%" + value + " = arith.trunci %" + value + "8 : i8 to " + type +
               " ")
                  .str();
  body += "%c = arith.trunci %c8 : i8 to i1 ";
  body += getStatement(name, type, to, predicate) + " ";
  bool isSelect = name == "arith.select" || name == "arith.constant";
  (void)isSelect;
  std::string returned = "%r", types = result;
  if (result != to) {
    body += "%w = arith.extui %r : " + to + " to i8 ";
    returned = "%w";
  }
  if (name.contains("_extended")) {
    std::string second =
        name == "arith.addui_extended" ? std::string("i1") : to;
    returned += ", %r2";
    if (second != result) {
      body += "%w2 = arith.extui %r2 : " + second + " to " + result + " ";
      returned = StringRef(returned).drop_back(2).str() + "w2";
    }
    types += ", " + result;
  }
  // Sums have the types that may come of them.
  std::string sum = result == "f64" || result == "i64" ? result : "f32";
  std::string suffix = stored != type ? "8" : "";
  std::string values;
  for (StringRef value : {"x", "y", "z"})
    values += (", %" + value + suffix + ": " + stored).str();
  bool isDouble = StringRef(types).contains(',');
  std::string outputs = isDouble ? result + "," + result : result;
  one.problem = "8x8x8 " + (sum == "f32" ? std::string("f16") : sum) + " -> " +
                outputs + (sum == "f32" ? " in f32" : "") +
                " then {func.func @epilogue(%s: " + sum + values +
                ", %n: i32, %c8: i8) -> " +
                (isDouble ? "(" + types + ")" : types) + " { " + body +
                "return " + returned + " : " + types + " }}";
  for (const std::string &operand : one.operands)
    one.problem += " " + operand + "[1]";
  return one;
}

std::vector<Case> FusedOpsTest::getCases(int part) {
  std::vector<Case> cases;
  int number = 0;
  for (const FusedOp &op : getFusedOps()) {
    if (number++ % kParts != part)
      continue;
    bool isTruth = op.results == kBool;
    unsigned results = op.results && !isTruth ? op.results : op.types;
    for (const std::string &type : getTypes(op.types))
      for (const std::string &to : getTypes(results)) {
        bool isExtended = op.name.contains("_extended");
        if (isExtended ? type != to : !isPair(op.name, type, to))
          continue;
        std::vector<StringRef> predicates = {""};
        if (op.name == "arith.cmpf")
          predicates = {"oge", "ult", "one", "ueq", "ord"};
        if (op.name == "arith.cmpi")
          predicates = {"slt", "uge", "ne"};
        for (StringRef predicate : predicates)
          cases.push_back(
              makeCase(op.name, type, isTruth ? "i1" : to, predicate));
      }
  }
  return cases;
}

static reference::ElementType getKind(StringRef type) {
  return {type == "f8E4M3FN" ? reference::ElementType::F8E4M3FN
          : type == "f8E5M2" ? reference::ElementType::F8E5M2
          : type == "bf16"   ? reference::ElementType::BF16
          : type == "f16"    ? reference::ElementType::F16
          : type == "f32"    ? reference::ElementType::F32
                             : reference::ElementType::F64,
          uint8_t(getWidth(type))};
}

/// Ends of the range, and what lies around.
static std::vector<uint64_t> getElements(StringRef type) {
  std::vector<uint64_t> elements;
  unsigned width = getWidth(type);
  uint64_t mask = ~uint64_t(0) >> (64 - width), sign = (mask >> 1) + 1;
  if (!isReal(type)) {
    for (int64_t value : {0, 1, 2, 3, 5, 7, 8, 31, 100, -1, -2, -7, -100})
      elements.push_back(uint64_t(value) & mask);
    elements.insert(elements.end(), {sign, sign - 1, sign + 1});
    return elements;
  }
  reference::ElementType kind = getKind(type);
  for (double value : {0.0, 0.25, 0.5, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0, 8.0, 20.0,
                       100.0, 300.0, 2048.0, 1e-3, 1e-30, 1e30})
    for (uint64_t bit : {uint64_t(0), sign})
      elements.push_back(reference::encode(kind, value) | bit);
  // The least subnormals, and from the largest on: infinity, if there is one,
  // and NaN.
  uint64_t end = reference::encode(kind, HUGE_VAL) & ~sign;
  for (uint64_t bits : {uint64_t(1), uint64_t(2), end - 1, end, mask >> 1})
    for (uint64_t bit : {uint64_t(0), sign})
      elements.push_back(bits | bit);
  return elements;
}

TEST_P(FusedOpsTest, HostsComputeWhatTheTextSays) {
  for (const Case &one : getCases(GetParam())) {
    SCOPED_TRACE(one.problem);
    auto fact = parseProblem(one.problem);
    ASSERT_TRUE(bool(fact)) << llvm::toString(fact.takeError());
    auto function = ElementFunction::createEpilogue(*fact);
    ASSERT_TRUE(bool(function)) << llvm::toString(function.takeError());
    std::string whyNot;
    auto reference =
        reference::Function::parse(fact->getMatmul().epilogue.body, whyNot);
    ASSERT_TRUE(reference) << whyNot;
    std::vector<uint64_t> xs = getElements(one.operands[0]),
                          ns = getElements("i32"), ys = xs;
    // A host stops where an integer is divided by 0, or the least one by -1.
    // Odd numbers are not 0 in fewer bits either.
    StringRef text = one.problem;
    bool divides = text.contains("div") || text.contains("arith.rem");
    if (divides && !isReal(one.operands[0]))
      ys = {1, 3, 5, 7};
    // Numbers that are none keep their bits where they are moved as bits, and
    // are all the same to the reference.
    bool movesBits = text.contains("arith.bitcast") && isReal(one.operands[0]);
    size_t step = 0;
    for (uint64_t x : xs)
      for (uint64_t y : ys) {
        if (movesBits &&
            std::isnan(reference::decode(getKind(one.operands[0]), x)))
          continue;
        ++step;
        std::vector<uint64_t> elements = {
            0, x, y, xs[step % xs.size()], ns[step % ns.size()], step % 2};
        std::vector<uint64_t> results = elements;
        (*function)->apply(results);
        for (size_t i = 0; i < fact->getMatmul().getNumOutputs(); ++i)
          ASSERT_EQ(reference->findFault(elements, i, results[i]), "");
      }
  }
}

/// No function of a library is called, and what is called itself an assembler
/// takes it.
TEST_P(FusedOpsTest, PtxIsWhole) {
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string all;
  for (const Case &one : getCases(GetParam())) {
    SCOPED_TRACE(one.problem);
    MatmulFact fact = cantFail(parseProblem(one.problem)).getMatmul();
    llvm::Expected<std::string> ptx = emitEpilogueReference(context, fact, 0);
    ASSERT_TRUE(bool(ptx)) << llvm::toString(ptx.takeError());
    EXPECT_EQ(ptx->find(".extern"), std::string::npos) << *ptx;
    EXPECT_EQ(ptx->find("call"), std::string::npos) << *ptx;
    // One file of them all: behind the first head they go on.
    constexpr StringLiteral kHead = ".address_size 64";
    StringRef text = *ptx;
    if (!all.empty())
      text = text.drop_front(text.find(kHead) + kHead.size());
    std::string name = (".entry " + kEpilogueReferenceName).str();
    size_t at = text.find(name);
    ASSERT_NE(at, StringRef::npos);
    all += text.take_front(at + name.size()).str() + "_" +
           std::to_string(all.size()) + text.drop_front(at + name.size()).str();
  }
  auto ptxas = Ptxas::find();
  if (!ptxas) {
    llvm::consumeError(ptxas.takeError());
    GTEST_SKIP() << "there is no ptxas";
  }
  SmallVector<char> cubin;
  auto report = ptxas->assemble(all, "sm_90a", cubin);
  EXPECT_TRUE(bool(report)) << llvm::toString(report.takeError());
}

INSTANTIATE_TEST_SUITE_P(Ops, FusedOpsTest, ::testing::Range(0, kParts));
