//===- Epilogue.cpp - What is done to each sum ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFunction.h"
#include "EpilogueMath.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Float8.h"
#include "mlir-autotune/Analysis/FusedOps.h"
#include "mlir-autotune/Analysis/Prologue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::autotune;

void autotune::registerEpilogueDialects(DialectRegistry &registry) {
  // Expansions of math name vectors, though there are none here.
  registry.insert<arith::ArithDialect, func::FuncDialect, math::MathDialect,
                  vector::VectorDialect>();
}

void autotune::loadEpilogueDialects(MLIRContext *context) {
  DialectRegistry registry;
  registerEpilogueDialects(registry);
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context->getOrLoadDialect(name);
}

//===----------------------------------------------------------------------===//
// What kernels have
//===----------------------------------------------------------------------===//

/// Of the math dialect, what PTX has an instruction for. But for exp2, which is
/// 2 units in the last place off there, it rounds as the host's does.
static bool isBasicMath(Operation *op) {
  if (isa<math::Exp2Op>(op))
    return op->getResult(0).getType().isF32();
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::FloorOp, math::FmaOp, math::RoundEvenOp, math::SqrtOp,
             math::TruncOp>(op);
}

/// Of floats of 8 bits nothing but what moves their bits.
static bool isComputedWithFloat8(Operation *op, bool keepsPairs) {
  if (keepsPairs && isFloat8Argument(op))
    return false;
  return !isa<func::ReturnOp, arith::BitcastOp, arith::ConstantOp,
              arith::SelectOp>(op) &&
         llvm::any_of(
             llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                      SmallVector<Type>(op->getResultTypes())),
             [](Type type) { return autotune::isFloat8(type); });
}

/// The first operation that is not on the list.
static std::string findNotComputed(func::FuncOp function) {
  std::string why;
  function.getBody().walk([&](Operation *op) {
    why = getWhyNotComputed(op);
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return why;
}

/// That nothing is left that kernels lack once all is expanded, as the list
/// promises.
static std::string findUnserved(func::FuncOp function, bool keepsPairs = false,
                                bool keepsLast = false) {
  std::string why;
  llvm::raw_string_ostream os(why);
  function.getBody().walk([&](Operation *op) {
    bool isServed = isa<func::ReturnOp>(op) || isBasicMath(op) ||
                    (isa<arith::ArithDialect>(op->getDialect()) &&
                     (!isComputedWithFloat8(op, keepsPairs) ||
                      (keepsLast && isLastRounding(op))));
    if (isServed)
      return WalkResult::advance();
    os << "no kernel computes " << op->getName();
    if (op->getNumResults() == 1)
      os << " of " << op->getResult(0).getType();
    return WalkResult::interrupt();
  });
  return why;
}

/// What an operation may do beyond its semantics would be done by one compiler
/// and not by another.
static void dropFastMath(Operation *function) {
  auto none = arith::FastMathFlagsAttr::get(function->getContext(),
                                            arith::FastMathFlags::none);
  function->walk([&](arith::ArithFastMathInterface op) {
    // Between floats the flags are optional, and may be spelt in two ways.
    if (isa<arith::ExtFOp, arith::TruncFOp>(op.getOperation()))
      op->removeAttr(op.getFastMathAttrName());
    else
      op->setAttr(op.getFastMathAttrName(), none);
  });
}

/// Floats of 16 and 8 bits are computed with in f32 and rounded after each
/// operation: of those that round correctly the result is the same.
static LogicalResult widen(Operation *function, bool keepsPairs) {
  MLIRContext *context = function->getContext();
  Builder b(context);
  RewritePatternSet patterns(context);
  ConversionTarget target(*context);
  TypeConverter ofArith, ofMath;
  SmallVector<Type> narrow = {b.getBF16Type(), b.getF16Type()};
  for (ElementKind kind : getFloat8Kinds())
    narrow.push_back(getElementType(kind, context));
  arith::populateEmulateUnsupportedFloatsConversions(ofArith, narrow,
                                                     b.getF32Type());
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, ofArith);
  arith::populateEmulateUnsupportedFloatsLegality(target, ofArith);
  if (keepsPairs)
    target.addLegalOp<arith::AddFOp, arith::SubFOp, arith::MulFOp,
                      arith::NegFOp>();
  SetVector<Type> wide;
  wide.insert(b.getF32Type());
  wide.insert(b.getF64Type());
  math::populateExtendToSupportedTypesTypeConverter(ofMath, wide,
                                                    b.getF32Type());
  math::populateExtendToSupportedTypesPatterns(patterns, ofMath);
  math::populateExtendToSupportedTypesConversionTarget(target, ofMath);
  if (failed(applyPartialConversion(function, target, std::move(patterns))))
    return failure();
  // With the flags of what is new, its roundings would be dropped.
  dropFastMath(function);
  return success();
}

/// That of the result that is rounded least.
static MathAccuracy getAccuracy(TypeRange results) {
  unsigned bits = 0;
  for (Type type : results) {
    auto result = dyn_cast<FloatType>(type);
    // An integer must be the one that is rounded to.
    if (!result)
      return MathAccuracy::Full;
    bits = std::max(bits, result.getFPMantissaWidth());
  }
  constexpr unsigned kOfBF16 = 8, kOfF16 = 11;
  if (bits <= kOfBF16)
    return MathAccuracy::Bfloat;
  return bits <= kOfF16 ? MathAccuracy::Half : MathAccuracy::Full;
}

/// Functions become arithmetic: what CUDA's libraries or the host's have for
/// them differs from machine to machine.
static LogicalResult expand(Operation *function, MathAccuracy accuracy,
                            bool keepsPairs = false, bool keepsLast = false) {
  if (failed(widen(function, keepsPairs)))
    return failure();
  RewritePatternSet combined(function->getContext());
  populateCombinedMathPatterns(combined, accuracy);
  if (failed(applyPatternsGreedily(function, std::move(combined))))
    return failure();
  RewritePatternSet patterns(function->getContext());
  populateEpilogueMathPatterns(patterns, accuracy);
  populateFloat8Patterns(patterns, /*keepsArguments=*/keepsPairs, keepsLast);
  return applyPatternsGreedily(function, std::move(patterns));
}

static LogicalResult expand(func::FuncOp function, bool keepsPairs = false,
                            bool keepsLast = false) {
  return expand(function, getAccuracy(function.getResultTypes()), keepsPairs,
                keepsLast);
}

LogicalResult autotune::expandElementMath(Operation *kernel) {
  return expand(kernel, MathAccuracy::Full);
}

//===----------------------------------------------------------------------===//
// From operations to text
//===----------------------------------------------------------------------===//

/// Rounds constants that the canonicalizer leaves because they lose bits:
/// exporters write numbers of f64, and round them to what they compute with.
static LogicalResult roundConstant(arith::TruncFOp op,
                                   PatternRewriter &rewriter) {
  APFloat value(0.0);
  if (op.getRoundingmode() ||
      !matchPattern(op.getIn(), m_ConstantFloat(&value)))
    return failure();
  auto type = cast<FloatType>(op.getType());
  bool losesInfo = false;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(
      op, rewriter.getFloatAttr(type, value));
  return success();
}

static LogicalResult simplify(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  patterns.add(roundConstant);
  for (StringRef name : {"arith", "math"}) {
    context->getLoadedDialect(name)->getCanonicalizationPatterns(patterns);
    for (RegisteredOperationName op :
         context->getRegisteredOperationsByDialect(name))
      op.getCanonicalizationPatterns(patterns, context);
  }
  if (failed(applyPatternsGreedily(function, std::move(patterns))))
    return failure();
  IRRewriter rewriter(context);
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
  return success();
}

/// White space of any length as one space.
static std::string joinLines(StringRef text) {
  std::string line;
  for (StringRef word = text.trim(); !word.empty(); word = word.ltrim()) {
    size_t end = std::min(word.find_first_of(" \t\n"), word.size());
    line += (line.empty() ? "" : " ") + word.take_front(end).str();
    word = word.drop_front(end);
  }
  return line;
}

FailureOr<std::string> autotune::getEpilogueBody(func::FuncOp function,
                                                 std::string &whyNot) {
  dropFastMath(function);
  if (failed(simplify(function))) {
    whyNot = "it can't be simplified";
    return failure();
  }
  whyNot = findNotComputed(function);
  if (!whyNot.empty())
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  function.print(os, OpPrintingFlags().useLocalScope());
  return joinLines(text);
}

//===----------------------------------------------------------------------===//
// From text to operations
//===----------------------------------------------------------------------===//

static std::string getWhyNot(func::FuncOp function, FunctionType type) {
  if (function.isExternal() || !function.getBody().hasOneBlock())
    return "its body must be one block";
  std::string why;
  if (function.getFunctionType() != type)
    llvm::raw_string_ostream(why)
        << "its type is " << function.getFunctionType() << ", not " << type;
  return why;
}

FailureOr<OwningOpRef<ModuleOp>>
autotune::parseElementFunction(MLIRContext *context, StringRef body,
                               FunctionType type, StringRef name,
                               std::string &whyNot) {
  if (isBodyHash(body)) {
    whyNot = "only the hash of its function is known";
    return failure();
  }
  OwningOpRef<ModuleOp> module;
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      whyNot = diagnostic.str();
      return success();
    });
    module = parseSourceString<ModuleOp>(body, context);
  }
  if (!module)
    return failure();
  auto functions = module->getOps<func::FuncOp>();
  if (!llvm::hasSingleElement(*module->getBody()) || functions.empty()) {
    whyNot = "it must be one func.func";
    return failure();
  }
  func::FuncOp function = *functions.begin();
  whyNot = getWhyNot(function, type);
  if (!whyNot.empty())
    return failure();
  if (function.getName() != name)
    function.setName(name);
  return module;
}

LogicalResult autotune::lowerElementFunction(func::FuncOp function,
                                             bool keepsPairs, bool keepsLast,
                                             std::string &whyNot) {
  whyNot = findNotComputed(function);
  if (!whyNot.empty())
    return failure();
  if (failed(expand(function, keepsPairs, keepsLast)) ||
      failed(simplify(function))) {
    whyNot = "it can't be expanded";
    return failure();
  }
  whyNot = findUnserved(function, keepsPairs, keepsLast);
  return success(whyNot.empty());
}

//===----------------------------------------------------------------------===//
// Epilogues
//===----------------------------------------------------------------------===//

static FailureOr<OwningOpRef<ModuleOp>>
parseEpilogueFunction(MLIRContext *context, const MatmulFact &fact,
                      std::string &whyNot) {
  SmallVector<Type> arguments(fact.getProducts(),
                              getElementType(fact.getSumElement(), context));
  for (const EpilogueOperand &operand : fact.epilogue.operands)
    arguments.push_back(getElementType(operand.matrix.element, context));
  SmallVector<Type> results = {getElementType(fact.c.element, context)};
  for (const OperandFact &output : fact.epilogue.outputs)
    results.push_back(getElementType(output.element, context));
  auto type = FunctionType::get(context, arguments, results);
  return parseElementFunction(context, fact.epilogue.body, type, kEpilogueName,
                              whyNot);
}

bool autotune::roundsOnItsWay(MLIRContext *context, const MatmulFact &fact) {
  std::string whyNot;
  FailureOr<OwningOpRef<ModuleOp>> module =
      parseEpilogueFunction(context, fact, whyNot);
  assert(succeeded(module) && "an epilogue that nobody has checked");
  WalkResult found = getElementFunction(**module).walk([](Operation *op) {
    bool goesOn = llvm::any_of(op->getUsers(), [](Operation *user) {
      return !isa<func::ReturnOp>(user);
    });
    if (op->getNumResults() != 1 || op->hasTrait<OpTrait::ConstantLike>() ||
        !goesOn)
      return WalkResult::advance();
    auto type = dyn_cast<FloatType>(op->getResult(0).getType());
    bool rounds =
        isa<arith::FPToSIOp, arith::FPToUIOp, math::CeilOp, math::FloorOp,
            math::RoundOp, math::RoundEvenOp, math::TruncOp>(op) ||
        (type && type.getWidth() < 32);
    return rounds ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

LogicalResult autotune::canonicalizeFunctions(MLIRContext *context,
                                              MatmulFact &fact,
                                              std::string &whyNot) {
  if (failed(canonicalizePrologue(context, fact, whyNot)))
    return failure();
  if (fact.epilogue.isNone() || fact.epilogue.isNamed())
    return success();
  loadEpilogueDialects(context);
  FailureOr<OwningOpRef<ModuleOp>> module =
      parseEpilogueFunction(context, fact, whyNot);
  if (failed(module))
    return failure();
  FailureOr<std::string> body =
      getEpilogueBody(getElementFunction(**module), whyNot);
  if (succeeded(body))
    fact.epilogue.body = std::move(*body);
  return body;
}

FailureOr<OwningOpRef<ModuleOp>> autotune::parseEpilogue(MLIRContext *context,
                                                         const MatmulFact &fact,
                                                         std::string &whyNot,
                                                         bool keepsLast) {
  FailureOr<OwningOpRef<ModuleOp>> module =
      parseEpilogueFunction(context, fact, whyNot);
  if (failed(module) ||
      failed(lowerElementFunction(getElementFunction(**module),
                                  /*keepsPairs=*/false, keepsLast, whyNot)))
    return failure();
  return module;
}
