//===- TransformExport.cpp - Libraries for the transform dialect ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matchers may hold match operations only, and none of these compares types or
// attributes; but they may include sequences, and transform.structured.match,
// which does, looks at the operation that it is given first.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Tune/TableExport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <numeric>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// That a handle is of exactly one operation.
static constexpr StringLiteral kIsOne =
    R"(    %count = transform.num_associations {0} : (!transform.any_op) -> !transform.param<i64>
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    transform.match.param.cmpi eq %count, %one : !transform.param<i64>
)";

/// That what a matmul adds to was filled with zeros of type {0}; {1} is the
/// zero's value.
static constexpr StringLiteral kZeroFill =
    R"(  transform.named_sequence @is_zero_{0}(%op: !transform.any_op {{transform.readonly}) {{
    %init = transform.get_producer_of_operand %op[2] : (!transform.any_op) -> !transform.any_op
    transform.match.operation_name %init ["linalg.fill"] : !transform.any_op
    %value = transform.get_producer_of_operand %init[0] : (!transform.any_op) -> !transform.any_op
    %zero = transform.structured.match ops{{["arith.constant"]} attributes {{value = {1} : {0}} in %value : (!transform.any_op) -> !transform.any_op
)";

/// {0}: the number, {1}: indexing maps, {2}: types, {3}: the key.
static constexpr StringLiteral kTypes =
    R"(
  // {3}
  transform.named_sequence @find_{0}(%op: !transform.any_op {{transform.readonly}) -> !transform.any_op {{
    %same = transform.structured.match ops{{["linalg.matmul"]}
        attributes {{indexing_maps = [{1}]}
        filter_operand_types = [{2}]
        in %op : (!transform.any_op) -> !transform.any_op
    transform.yield %same : !transform.any_op
  }
)";

/// A matcher named {1} for what the finder with the number {0} finds.
static constexpr StringLiteral kMatcher =
    R"(  transform.named_sequence @{1}(%op: !transform.any_op {{transform.readonly}) -> !transform.any_op {{
    transform.match.operation_name %op ["linalg.matmul"] : !transform.any_op
    %same = transform.include @find_{0} failures(propagate) (%op) : (!transform.any_op) -> !transform.any_op
)";

static std::string printTensor(const OperandFact &operand, int64_t rows,
                               int64_t columns) {
  if (operand.transposed)
    std::swap(rows, columns);
  return llvm::formatv("tensor<{0}x{1}x{2}>", rows, columns,
                       stringifyElementKind(operand.element))
      .str();
}

static std::string printMap(const OperandFact &operand, StringRef row,
                            StringRef column) {
  if (operand.transposed)
    std::swap(row, column);
  return llvm::formatv("affine_map<(d0, d1, d2) -> ({0}, {1})>", row, column)
      .str();
}

/// Whether zeros are what a matcher wants as the init; any other says nothing
/// of it.
enum class InitMatch { Zero, Any };

static void printMatcher(raw_ostream &os, size_t number, StringRef name,
                         const ProblemFact &fact, InitMatch init) {
  os << llvm::formatv(kMatcher.data(), number, name)
     << llvm::formatv(kIsOne.data(), "%same");
  if (init == InitMatch::Zero)
    os << "    transform.include @is_zero_"
       << stringifyElementKind(fact.getMatmul().c.element)
       << " failures(propagate) (%op) : (!transform.any_op) -> ()\n";
  os << "    transform.yield %op : !transform.any_op\n  }\n";
}

/// What finds the matmul by its types and maps, and what matches its init too.
static void printMatchers(raw_ostream &os, size_t number,
                          const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  std::string maps = printMap(matmul.a, "d0", "d2") + ", " +
                     printMap(matmul.b, "d2", "d1") + ", " +
                     printMap(matmul.c, "d0", "d1");
  std::string types = printTensor(matmul.a, matmul.m, matmul.k) + ", " +
                      printTensor(matmul.b, matmul.k, matmul.n) + ", " +
                      printTensor(matmul.c, matmul.m, matmul.n);
  os << llvm::formatv(kTypes.data(), number, maps, types, fact.getKey());
  std::string match = "match_" + std::to_string(number);
  if (matmul.init == InitKind::Zero)
    return printMatcher(os, number, match, fact, InitMatch::Zero);
  // No matcher can say that something is no zero: what is goes to another.
  printMatcher(os, number, match + "_zero", fact, InitMatch::Zero);
  printMatcher(os, number, match, fact, InitMatch::Any);
}

/// One attribute that an action attaches.
static void printAnnotation(raw_ostream &os, StringRef value, StringRef name,
                            StringRef text) {
  os << "    %" << value << " = transform.param.constant " << text
     << " -> !transform.any_param\n    transform.annotate %op \"" << name
     << "\" = %" << value << " : !transform.any_op, !transform.any_param\n";
}

static std::string printAttr(const Config &config) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "#autotune.config<";
  printShort(os, config);
  os << ">";
  return text;
}

/// The plan of a library's algorithm and the best kernel, or that alone.
static std::string printPick(const BestConfigs &best) {
  if (!best.library)
    return printAttr(best.configs.front());
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "#autotune.plan<any: <";
  printShort(os, *best.library);
  os << ">, else: <";
  printShort(os, best.configs.front());
  os << ">>";
  return text;
}

static void printConfigs(raw_ostream &os, const BestConfigs &best) {
  printAnnotation(os, "config", kConfigAttrName, printPick(best));
  if (best.configs.size() > 1)
    printAnnotation(
        os, "candidates", kCandidatesAttrName,
        "[" + llvm::join(llvm::map_range(best.configs, printAttr), ", ") + "]");
  printAnnotation(os, "provenance", kProvenanceAttrName,
                  "#autotune.provenance<table>");
}

/// A value of a parameter as an attribute.
static std::string printValue(const ParamSchema &param, int64_t value) {
  switch (param.kind) {
  case ParamKind::Int:
  case ParamKind::IntList:
    return std::to_string(value);
  case ParamKind::Bool:
    return value ? "true" : "false";
  case ParamKind::Enum:
    return "\"" + param.cases[value].str() + "\"";
  }
  llvm_unreachable("unknown parameter kind");
}

static void printKnobs(raw_ostream &os, const BestConfigs &best) {
  const Config &config = best.configs.front();
  const TemplateSchema &schema = config.getSchema();
  size_t number = 0;
  auto print = [&](const Twine &name, StringRef selected,
                   ArrayRef<std::string> options) {
    std::string knob = "%knob" + std::to_string(number++);
    os << "    " << knob << " = transform.tune.knob<\"" << name
       << "\"> = " << selected << " from options = ["
       << llvm::join(options, ", ")
       << "] -> !transform.any_param\n    transform.annotate %op \""
       << kKnobAttrPrefix << name << "\" = " << knob
       << " : !transform.any_op, !transform.any_param\n";
  };
  // Parameters are those of one template.
  std::string name = "\"" + schema.name.str() + "\"";
  print("template", name, name);
  for (const ParamSchema &param : schema.params)
    for (auto [component, value] :
         llvm::zip_equal(param.components, config.get(param))) {
      std::vector<std::string> options;
      // A range is no list of options.
      ArrayRef<int64_t> values = component.range
                                     ? ArrayRef(value)
                                     : component.getDomain(DomainLevel::Legal);
      for (int64_t option : values)
        options.push_back(printValue(param, option));
      print(param.name + (component.name.empty() ? "" : ".") + component.name,
            printValue(param, value), options);
    }
}

using PrintAction =
    llvm::function_ref<void(raw_ostream &, const BestConfigs &)>;

static void printLibrary(raw_ostream &os, ArrayRef<BestConfigs> best,
                         PrintAction printAction) {
  os << "module attributes {transform.with_named_sequence} {\n";
  llvm::SetVector<ElementKind> zeros;
  for (const BestConfigs &each : best)
    zeros.insert(each.fact.getMatmul().c.element);
  for (ElementKind kind : zeros)
    os << llvm::formatv(kZeroFill.data(), stringifyElementKind(kind),
                        isFloat(kind) ? "0.0" : "0")
       << llvm::formatv(kIsOne.data(), "%zero") << "    transform.yield\n  }\n";
  for (auto [number, each] : llvm::enumerate(best)) {
    printMatchers(os, number, each.fact);
    os << "  transform.named_sequence @attach_" << number
       << "(%op: !transform.any_op {transform.readonly}) {\n";
    printAction(os, each);
    os << "    transform.yield\n  }\n";
  }
  os << "\n  transform.named_sequence @leave_alone(%op: !transform.any_op "
        "{transform.readonly}) {\n    transform.yield\n  }\n";
  os << "\n  transform.named_sequence @__transform_main(%root: "
        "!transform.any_op {transform.consumed}) {\n";
  // What is added to zero goes first: the others match any init.
  std::vector<size_t> order(best.size());
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(best[a].fact.getMatmul().init, a) <
           std::pair(best[b].fact.getMatmul().init, b);
  });
  if (!best.empty()) {
    os << "    %updated = transform.foreach_match in %root\n";
    llvm::interleave(
        order, os,
        [&](size_t number) {
          if (best[number].fact.getMatmul().init != InitKind::Zero)
            os << "        @match_" << number << "_zero -> @leave_alone,\n";
          os << "        @match_" << number << " -> @attach_" << number;
        },
        ",\n");
    os << "\n        : (!transform.any_op) -> !transform.any_op\n";
  }
  os << "    transform.yield\n  }\n}\n";
}

void tune::printTransformLibrary(raw_ostream &os, ArrayRef<BestConfigs> best) {
  printLibrary(os, best, printConfigs);
}

void tune::printKnobLibrary(raw_ostream &os, ArrayRef<BestConfigs> best) {
  printLibrary(os, best, printKnobs);
}
