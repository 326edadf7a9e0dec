//===- Bundle.cpp - Writing a bundle --------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Bundle.h"
#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"

#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Kernels/AttentionReference.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Kernels/RowsReference.h"
#include "mlir-autotune/Problem/JsonReader.h"
#include "mlir-autotune/Problem/KernelABI.h"
#include "mlir-autotune/Tuning/KernelCache.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/xxhash.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
namespace json = llvm::json;

static constexpr StringLiteral kManifestName = "manifest.json";

static StringRef getBytes(const CompiledKernel &kernel) {
  return StringRef(kernel.cubin.data(), kernel.cubin.size());
}

static std::string getId(char letter, size_t number) {
  return letter + std::to_string(number);
}

/// Kernels of the same name and code are one file.
static std::string getFileName(const CompiledKernel &kernel) {
  return kernel.name + ".cubin";
}

//===----------------------------------------------------------------------===//
// One function an object of the format, fields in the order of its page
//===----------------------------------------------------------------------===//

namespace {
/// PTX of kernels that a problem's candidates are checked by and compared with.
struct Helpers {
  /// What the epilogue must come to, of each output; none where there is none.
  std::vector<std::string> references;
  /// What makes C of both products of a pair; empty for one product.
  std::string combination;
  /// What computes the epilogue behind a library's product; empty where no
  /// library computes the product.
  std::string separate;
  /// What the prologue must make of its operand; empty where there is none.
  std::string prologue;
  /// What a problem of rows, or an attention, must come to.
  RowsReference rows;
  /// For an attention, each operand as its kernels see it.
  std::vector<TensorView> views;
};
} // namespace

/// Of a fact that has a reference, in the order of its kernels' operands.
static std::vector<TensorView> getViews(MLIRContext &context,
                                        const AttentionFact &fact) {
  std::string whyNot;
  OwningOpRef<ModuleOp> problem = parseAttentionProblem(&context, fact, whyNot);
  problem::AttentionOp op = getAttentionProblem(*problem);
  AttentionViews views = *AttentionViews::create(op, whyNot);
  std::vector<TensorView> ofOperands;
  for (unsigned operand : getKernelOrder(op))
    ofOperands.push_back(views.getView(operand));
  return ofOperands;
}

static llvm::Expected<Helpers> getHelpers(const ProblemFact &fact) {
  Helpers helpers;
  if (fact.isMatmul() && fact.getMatmul().epilogue.isNone() &&
      fact.getMatmul().prologue.isNone())
    return helpers;
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  if (fact.isRows()) {
    llvm::Expected<RowsReference> rows = emitRowsReference(context, fact);
    if (!rows)
      return rows.takeError();
    helpers.rows = std::move(*rows);
    return helpers;
  }
  if (fact.isAttention()) {
    llvm::Expected<RowsReference> reference =
        emitAttentionReference(context, fact);
    if (!reference)
      return reference.takeError();
    helpers.rows = std::move(*reference);
    helpers.views = getViews(context, fact.getAttention());
    return helpers;
  }
  if (!fact.getMatmul().prologue.isNone()) {
    llvm::Expected<std::string> prologue = emitPrologueReference(context, fact);
    if (!prologue)
      return prologue.takeError();
    helpers.prologue = std::move(*prologue);
  }
  if (fact.getMatmul().epilogue.isNone())
    return helpers;
  for (size_t output = 0; output < fact.getMatmul().getNumOutputs(); ++output) {
    llvm::Expected<std::string> reference =
        emitEpilogueReference(context, fact, output);
    if (!reference)
      return reference.takeError();
    helpers.references.push_back(std::move(*reference));
  }
  if (fact.getMatmul().isOneProduct()) {
    llvm::Expected<std::string> separate = emitLibraryEpilogue(context, fact);
    if (!separate)
      return separate.takeError();
    helpers.separate = std::move(*separate);
  }
  if (!fact.getMatmul().isPair)
    return helpers;
  llvm::Expected<std::string> combination = emitPairCombination(context, fact);
  if (!combination)
    return combination.takeError();
  helpers.combination = std::move(*combination);
  return helpers;
}

/// The helpers of all problems, in the problems' order. One problem takes half
/// a second, so several are compiled at a time.
static llvm::Expected<std::vector<Helpers>>
getAllHelpers(ArrayRef<TuningProblem> problems) {
  std::vector<Helpers> all(problems.size());
  std::vector<std::string> errors(problems.size());
  llvm::parallelFor(0, problems.size(), [&](size_t number) {
    llvm::Expected<Helpers> helpers = getHelpers(problems[number].fact);
    if (helpers)
      all[number] = std::move(*helpers);
    else
      errors[number] = llvm::toString(helpers.takeError());
  });
  for (const std::string &error : errors)
    if (!error.empty())
      return llvm::createStringError(error);
  return all;
}

static void writeProblem(json::OStream &os, StringRef id,
                         const TuningProblem &problem, const Helpers &helpers) {
  const ProblemFact &fact = problem.fact;
  auto writeHelper = [&](StringRef function, StringRef ptx) {
    os.attribute("function", function);
    os.attribute("ptx", ptx);
  };
  os.object([&] {
    os.attribute("id", id);
    os.attribute("key", fact.getKey());
    os.attribute("text", fact.getText());
    os.attribute("occurrences", problem.occurrences);
    if (fact.isRows()) {
      os.attributeObject("rows", [&] {
        writeHelper(kRowsReferenceName, helpers.rows.ptx);
        os.attribute("ctas", helpers.rows.ctas);
        os.attribute("threads", kRowsReferenceThreads);
      });
      return;
    }
    if (fact.isAttention()) {
      os.attributeObject("attention", [&] {
        writeHelper(kRowsReferenceName, helpers.rows.ptx);
        os.attribute("ctas", helpers.rows.ctas);
        os.attribute("threads", kAttentionReferenceThreads);
        os.attributeArray("views", [&] {
          for (const TensorView &view : helpers.views)
            os.array([&] {
              for (int64_t size : view.sizes)
                os.value(size);
              for (int64_t stride : view.strides)
                os.value(stride);
            });
        });
      });
      return;
    }
    if (!fact.getMatmul().prologue.isNone())
      os.attributeObject("prologue", [&] {
        writeHelper(kPrologueReferenceName, helpers.prologue);
      });
    if (!fact.getMatmul().epilogue.isNone())
      os.attributeArray("epilogue", [&] {
        for (const std::string &reference : helpers.references)
          os.object([&] { writeHelper(kEpilogueReferenceName, reference); });
      });
    if (fact.getMatmul().isPair)
      os.attributeObject("pair", [&] {
        writeHelper(kPairCombinationName, helpers.combination);
        os.attribute("vector", getLibraryEpilogueVector(fact.getMatmul()));
      });
    if (!helpers.separate.empty())
      os.attributeObject("separate", [&] {
        writeHelper(kLibraryEpilogueName, helpers.separate);
        os.attribute("vector", getLibraryEpilogueVector(fact.getMatmul()));
      });
  });
}

static void writeKernel(json::OStream &os, StringRef id,
                        const CompiledKernel &kernel, json::Object abi) {
  os.object([&] {
    os.attribute("id", id);
    os.attribute("file", getFileName(kernel));
    os.attribute("function", kernel.name);
    os.attribute("bytes", static_cast<int64_t>(kernel.cubin.size()));
    os.attribute("checksum",
                 llvm::utohexstr(llvm::xxh3_64bits(getBytes(kernel)),
                                 /*LowerCase=*/true, /*Width=*/16));
    os.attribute("registers", kernel.report.registers);
    os.attribute("abi", std::move(abi));
  });
}

/// Why the candidate has no kernel that can be run: a word and a sentence.
static std::optional<std::pair<StringRef, StringRef>>
getFailure(const TuningCandidate &candidate, ArrayRef<CompiledKernel> kernels) {
  if (!candidate.kernel)
    return std::pair(StringRef("illegal-config"),
                     StringRef(candidate.whyIllegal));
  const CompiledKernel &kernel = kernels[*candidate.kernel];
  if (!kernel.failure)
    return std::nullopt;
  return std::pair(stringifyCompileFailure(*kernel.failure),
                   StringRef(kernel.detail));
}

static void writeCandidate(json::OStream &os, size_t number, size_t problem,
                           size_t rank, const TuningCandidate &candidate,
                           ArrayRef<CompiledKernel> kernels,
                           ArrayRef<size_t> kernelNumbers) {
  os.object([&] {
    os.attribute("id", getId('c', number));
    os.attribute("problem", getId('p', problem));
    if (auto failure = getFailure(candidate, kernels)) {
      os.attribute("failure", failure->first);
      os.attribute("detail", json::fixUTF8(failure->second));
    } else {
      os.attribute("kernel", getId('k', kernelNumbers[*candidate.kernel]));
    }
    os.attribute("config", candidate.config.str());
    os.attribute("brief", getBrief(candidate.config));
    os.attributeArray("heuristics", [&] {
      for (StringRef name : candidate.heuristics)
        os.value(name);
    });
    os.attribute("rank", static_cast<int64_t>(rank));
    if (candidate.estimateNs > 0)
      os.attribute("estimate_ns", std::llround(candidate.estimateNs));
  });
}

/// What `write` writes, as an object.
static json::Object getObject(llvm::function_ref<void(json::OStream &)> write) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  json::OStream os(stream);
  write(os);
  return std::move(*llvm::cantFail(json::parse(text)).getAsObject());
}

llvm::Expected<json::Object>
autotune::describeProblem(StringRef id, const TuningProblem &problem) {
  llvm::Expected<Helpers> helpers = getHelpers(problem.fact);
  if (!helpers)
    return helpers.takeError();
  return getObject(
      [&](json::OStream &os) { writeProblem(os, id, problem, *helpers); });
}

llvm::Expected<json::Object>
autotune::describeKernel(StringRef id, const CompiledKernel &kernel) {
  llvm::Expected<json::Object> abi = tile::toJson(kernel.abi);
  if (!abi)
    return abi.takeError();
  return getObject(
      [&](json::OStream &os) { writeKernel(os, id, kernel, std::move(*abi)); });
}

llvm::Expected<std::string>
autotune::getManifest(ArrayRef<TuningProblem> problems,
                      ArrayRef<CompiledKernel> kernels,
                      const TargetInfo &target) {
  std::vector<json::Object> abis;
  for (const CompiledKernel &kernel : kernels) {
    llvm::Expected<json::Object> abi =
        kernel.failure ? json::Object() : tile::toJson(kernel.abi);
    if (!abi)
      return abi.takeError();
    abis.push_back(std::move(*abi));
  }
  llvm::Expected<std::vector<Helpers>> helpers = getAllHelpers(problems);
  if (!helpers)
    return helpers.takeError();
  std::string text;
  llvm::raw_string_ostream stream(text);
  json::OStream os(stream, /*IndentSize=*/1);
  // Kernels that failed are not in the bundle and have no number.
  SmallVector<size_t> kernelNumbers(kernels.size(), 0);
  os.object([&] {
    os.attribute("version", tile::kBundleVersion);
    os.attribute("target", target.name);
    os.attribute("chip", target.chip);
    os.attribute("build", getBuildId());
    os.attributeArray("problems", [&] {
      for (auto [number, problem] : llvm::enumerate(problems))
        writeProblem(os, getId('p', number), problem, (*helpers)[number]);
    });
    os.attributeArray("kernels", [&] {
      size_t number = 0;
      for (auto [index, kernel] : llvm::enumerate(kernels)) {
        if (kernel.failure)
          continue;
        kernelNumbers[index] = number;
        writeKernel(os, getId('k', number++), kernel, std::move(abis[index]));
      }
    });
    os.attributeArray("candidates", [&] {
      size_t number = 0;
      for (auto [index, problem] : llvm::enumerate(problems))
        for (auto [rank, candidate] : llvm::enumerate(problem.candidates))
          writeCandidate(os, number++, index, rank, candidate, kernels,
                         kernelNumbers);
    });
  });
  stream << '\n';
  return text;
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

/// The files of the bundle in a folder. A bundle of any version and build is
/// one; the error is as StagedFolder wants it.
static llvm::Expected<std::vector<std::string>>
getBundleFiles(StringRef folder) {
  namespace fs = llvm::sys::fs;
  std::string path = (folder + "/" + kManifestName).str();
  fs::file_status status;
  if (fs::status(path, status, /*follow=*/false) ||
      !fs::is_regular_file(status))
    return llvm::createStringError("has no " + kManifestName);
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return llvm::createStringError("its " + kManifestName + " can't be read: " +
                                   text.getError().message());
  llvm::Expected<json::Value> value = autotune::parseJson((*text)->getBuffer());
  const json::Object *manifest = value ? value->getAsObject() : nullptr;
  if (!value)
    llvm::consumeError(value.takeError());
  const json::Array *kernels =
      manifest ? manifest->getArray("kernels") : nullptr;
  bool isBundle =
      kernels && manifest->getInteger("version") &&
      manifest->getString("target") && manifest->getString("chip") &&
      manifest->getArray("problems") && manifest->getArray("candidates");
  std::vector<std::string> files = {kManifestName.str()};
  llvm::StringSet<> seen;
  for (size_t i = 0; isBundle && i < kernels->size(); ++i) {
    const json::Object *kernel = (*kernels)[i].getAsObject();
    std::optional<StringRef> file =
        kernel ? kernel->getString("file") : std::nullopt;
    isBundle = file.has_value();
    if (file && seen.insert(*file).second)
      files.push_back(file->str());
  }
  if (!isBundle)
    return llvm::createStringError("its " + kManifestName +
                                   " is not a bundle's manifest");
  return files;
}

llvm::Error autotune::checkBundlePlace(StringRef path) {
  return StagedFolder::create(path, getBundleFiles).takeError();
}

llvm::Error autotune::writeBundle(StringRef path,
                                  ArrayRef<TuningProblem> problems,
                                  ArrayRef<CompiledKernel> kernels,
                                  const TargetInfo &target) {
  llvm::Expected<std::string> manifest = getManifest(problems, kernels, target);
  if (!manifest)
    return manifest.takeError();
  llvm::Expected<StagedFolder> folder =
      StagedFolder::create(path, getBundleFiles);
  if (!folder)
    return folder.takeError();
  llvm::StringSet<> written;
  for (const CompiledKernel &kernel : kernels)
    if (!kernel.failure && written.insert(kernel.name).second)
      if (llvm::Error error =
              folder->write(getFileName(kernel), getBytes(kernel)))
        return error;
  if (llvm::Error error = folder->write(kManifestName, *manifest))
    return error;
  return folder->commit(getBundleFiles);
}
