//===- ProgramCompiler.cpp - A program from a module ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostObject.h"

#include "mlir-autotune/Analysis/ForeignDialects.h"
#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/OnceName.h"
#include "mlir-autotune/Program/ProgramCompiler.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <mutex>

using namespace mlir;
using namespace mlir::autotune;

using Diagnose = std::function<void(const ProgramDiagnostic &)>;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static StringRef stringify(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Remark:
    return "remark";
  case DiagnosticSeverity::Note:
    return "note";
  }
  llvm_unreachable("every severity is listed");
}

static std::string stringify(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!isa<UnknownLoc>(location))
    location->print(os);
  return text;
}

namespace {
/// A module in a context of its own, and who hears of its errors.
class CompiledModule {
public:
  CompiledModule(Diagnose diagnose)
      : diagnose(std::move(diagnose)), context(getRegistry()) {
    context.printOpOnDiagnostic(false);
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      std::lock_guard<std::mutex> lock(mutex);
      tell(diagnostic);
      for (Diagnostic &note : diagnostic.getNotes())
        tell(note);
    });
  }

  llvm::Error parse(StringRef source) {
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(source, "module");
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    module = parseSourceFile<ModuleOp>(sources, &context);
    if (module)
      return llvm::Error::success();
    std::string missing = findForeignDialect(source, getRegistry());
    if (!missing.empty())
      return llvm::createStringError("operations of the dialect '" + missing +
                                     "': " + getWayFrom(missing));
    return fail("the module can't be parsed");
  }

  llvm::Error run(PassManager &pm, StringRef what) {
    if (failed(pm.run(*module)))
      return fail(what);
    return llvm::Error::success();
  }

  llvm::Error fail(const Twine &what) {
    if (firstError.empty())
      return llvm::createStringError(what);
    return llvm::createStringError(what + ": " + firstError);
  }

  std::string print() {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.get()->print(stream);
    return text;
  }

  MLIRContext &getContext() { return context; }
  ModuleOp get() { return *module; }

private:
  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerProgramDialects(registry);
    return registry;
  }

  void tell(Diagnostic &diagnostic) {
    ProgramDiagnostic told{stringify(diagnostic.getSeverity()).str(),
                           stringify(diagnostic.getLocation()),
                           diagnostic.str()};
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
        firstError.empty())
      firstError = told.message;
    if (diagnose)
      diagnose(told);
  }

  Diagnose diagnose;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::mutex mutex;
  std::string firstError;
};
} // namespace

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

static std::string stringify(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  type.print(os);
  return text;
}

static llvm::Expected<ProgramTensor> describe(Type type, StringRef what,
                                              unsigned number) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getElementType().isIntOrIndexOrFloat())
    return llvm::createStringError(
        what + " " + llvm::Twine(number) + " of the program is a '" +
        stringify(type) +
        "': it must be a tensor of numbers whose rank is known");
  ProgramTensor described;
  described.element = stringify(tensor.getElementType());
  for (int64_t size : tensor.getShape())
    described.shape.push_back(
        ShapedType::isDynamic(size) ? ProgramTensor::kUnknown : size);
  return described;
}

static llvm::Expected<func::FuncOp> findEntry(ModuleOp module, StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (function && !function.isExternal())
    return function;
  std::string names;
  for (auto other : module.getOps<func::FuncOp>())
    if (!other.isExternal())
      names += (names.empty() ? "@" : ", @") + other.getName().str();
  return llvm::createStringError("the module has no function @" + name +
                                 "; it has " +
                                 (names.empty() ? "none" : names));
}

/// Gives arguments the attribute autotune.frozen.
static llvm::Error freeze(func::FuncOp function, ArrayRef<unsigned> numbers) {
  for (unsigned number : numbers) {
    if (number >= function.getNumArguments())
      return llvm::createStringError(
          "argument " + llvm::Twine(number) + " can't be frozen: @" +
          function.getName() + " has " +
          llvm::Twine(function.getNumArguments()) + " arguments");
    Type type = function.getArgumentTypes()[number];
    if (!isa<RankedTensorType>(type))
      return llvm::createStringError(
          "argument " + llvm::Twine(number) + " can't be frozen: it is a '" +
          stringify(type) + "', and no tensor whose rank is known");
    function.setArgAttr(number, kFrozenAttrName,
                        UnitAttr::get(function.getContext()));
  }
  return llvm::Error::success();
}

/// Reads what the function takes and returns. Results that are arguments are
/// noted, and returned no more; arguments become read-only.
static llvm::Error describeInterface(func::FuncOp function,
                                     ProgramImage &image) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto argument = describe(type, "argument", i);
    if (!argument)
      return argument.takeError();
    bool frozen = bool(function.getArgAttr(i, kFrozenAttrName));
    image.arguments.push_back({std::move(*argument), frozen});
  }
  SmallVector<func::ReturnOp> returns;
  function.walk([&](func::ReturnOp op) { returns.push_back(op); });
  llvm::BitVector isArgument(function.getNumResults());
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    auto tensor = describe(type, "result", i);
    if (!tensor)
      return tensor.takeError();
    ProgramResult result{std::move(*tensor), std::nullopt};
    auto argument = returns.size() == 1
                        ? dyn_cast<BlockArgument>(returns.front().getOperand(i))
                        : BlockArgument();
    if (argument && argument.getOwner() == &function.getBody().front()) {
      result.argument = argument.getArgNumber();
      isArgument.set(i);
    } else if (!result.isStatic()) {
      image.resultsInPlace = false;
    }
    image.results.push_back(std::move(result));
  }
  if (isArgument.any()) {
    returns.front()->eraseOperands(isArgument);
    if (failed(function.eraseResults(isArgument)))
      return llvm::createStringError("the function's results can't change");
  }
  StringRef writable = bufferization::BufferizationDialect::kWritableAttrName;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.setArgAttr(i, writable,
                        BoolAttr::get(function.getContext(), false));
  function.setPublic();
  return llvm::Error::success();
}

/// If results have sizes that depend on those of arguments only, the program
/// computes them, and the caller allocates the results.
static llvm::Error sizeResults(CompiledModule &module, func::FuncOp function,
                               ProgramImage &image) {
  if (image.resultsInPlace)
    return llvm::Error::success();
  PassManager pm(&module.getContext());
  pm.addPass(createAutotuneSizeResults());
  if (llvm::Error error =
          module.run(pm, "the sizes of results can't be computed"))
    return error;
  image.computesSizes = image.resultsInPlace =
      function->hasAttr(kResultSizesAttrName);
  return llvm::Error::success();
}

static unsigned countDescriptors(const ProgramImage &image) {
  unsigned own = llvm::count_if(image.results, [](const ProgramResult &result) {
    return !result.argument;
  });
  if (!image.resultsInPlace)
    own = own != 0;
  return image.arguments.size() + own;
}

static HostEntry getHostEntry(const ProgramImage &image, StringRef name) {
  HostEntry entry;
  entry.main = ("_mlir_ciface_" + name).str();
  entry.numDescriptors = countDescriptors(image);
  if (!image.computesSizes)
    return entry;
  entry.sizes = entry.main + ".sizes";
  entry.numArguments = image.arguments.size();
  for (const ProgramResult &result : image.results)
    if (!result.argument)
      entry.numSizes += llvm::count(result.shape, ProgramTensor::kUnknown);
  return entry;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

template <typename Options>
static llvm::Expected<std::unique_ptr<Options>> parseOptions(StringRef text,
                                                             StringRef what) {
  std::unique_ptr<Options> options = Options::createFromString(text);
  if (options)
    return std::move(options);
  return llvm::createStringError("'" + text + "' are no options of " + what +
                                 " (docs/reference/pipelines.md)");
}

llvm::Expected<ProgramImage>
autotune::compileProgram(StringRef source, const ProgramOptions &options,
                         Diagnose diagnose) {
  ProgramImage image;
  std::string whyNot;
  FailureOr<TargetInfo> target = parseTarget(options.target, whyNot);
  if (failed(target))
    return llvm::createStringError("'" + options.target +
                                   "' is no target: " + whyNot);
  image.target = options.target;
  image.chip = target->chip;
  image.simulated = options.format == KernelFormat::Sim;
  auto preparing =
      parseOptions<PrepareOptions>(options.prepare, "autotune-prepare");
  if (!preparing)
    return preparing.takeError();
  auto compiling =
      parseOptions<CompileOptions>(options.compile, "autotune-compile");
  if (!compiling)
    return compiling.takeError();
  CompileOptions &compile = **compiling;
  compile.target = options.target;
  compile.format = options.format;
  compile.attach = true;
  compile.offload = true;

  CompiledModule module(std::move(diagnose));
  if (llvm::Error error = module.parse(source))
    return error;
  auto entry = findEntry(module.get(), options.entry);
  if (!entry)
    return entry.takeError();
  if (llvm::Error error = freeze(*entry, options.frozen))
    return error;
  PassManager preparation(&module.getContext());
  buildPreparePipeline(preparation, **preparing);
  if (llvm::Error error =
          module.run(preparation, "the module can't be prepared"))
    return error;
  auto function = findEntry(module.get(), options.entry);
  if (!function)
    return function.takeError();
  if (llvm::Error error = describeInterface(*function, image))
    return error;
  if (llvm::Error error = sizeResults(module, *function, image))
    return error;
  PassManager compilation(&module.getContext());
  buildCompilePipeline(compilation, compile);
  if (llvm::Error error =
          module.run(compilation, "the module can't be compiled"))
    return error;
  auto object = emitHostObject(module.get(), getHostEntry(image, options.entry),
                               !image.simulated);
  if (!object)
    return object.takeError();
  image.object = std::move(*object);
  return image;
}

llvm::Expected<std::string>
autotune::freezeArguments(StringRef source, StringRef entry,
                          ArrayRef<unsigned> numbers, Diagnose diagnose) {
  CompiledModule module(std::move(diagnose));
  if (llvm::Error error = module.parse(source))
    return error;
  auto function = findEntry(module.get(), entry);
  if (!function)
    return function.takeError();
  if (llvm::Error error = freeze(*function, numbers))
    return error;
  return module.print();
}

llvm::Expected<std::string>
autotune::runPipeline(StringRef source, StringRef pipeline, Diagnose diagnose) {
  CompiledModule module(std::move(diagnose));
  if (llvm::Error error = module.parse(source))
    return error;
  std::string whyNot;
  llvm::raw_string_ostream os(whyNot);
  FailureOr<OpPassManager> passes = parsePassPipeline(pipeline, os);
  if (failed(passes))
    return llvm::createStringError(StringRef(whyNot).rtrim());
  PassManager pm(&module.getContext(), passes->getOpAnchorName());
  static_cast<OpPassManager &>(pm) = std::move(*passes);
  if (llvm::Error error = module.run(pm, "the passes failed"))
    return error;
  return module.print();
}
