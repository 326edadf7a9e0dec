//===- Manifest.cpp - What a bundle holds ---------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Manifest.h"

#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;

std::string measure::parseId(const JsonReader &json) {
  std::string id = json["id"].asString();
  if (id.empty())
    json["id"].fail("is empty");
  return id;
}

/// Why this program can't launch a kernel with such an ABI, or empty: a field,
/// and what is wrong.
static std::string getWhyNotLaunched(const tile::KernelABI &abi) {
  using Kind = tile::KernelParam::Kind;
  for (const tile::PackedCopy &copy : abi.packed)
    if (copy.operand > 1)
      return "packed: the operand of a copy must be 0 or 1";
  for (const tile::KernelExtent &extent : abi.extents)
    if (extent.operand > 2)
      return "extents: the operand of an extent must be 0, 1 or 2";
  if (cuda::multiplySizes(abi.cluster[0] * abi.cluster[1], abi.cluster[2]) > 16)
    return "cluster: a cluster has at most 16 CTAs";
  if (abi.threads > 1024)
    return "threads: expected an integer from 1 to 1024";
  if (abi.sharedMemory > 1 << 20)
    return "shared_memory: expected an integer from 0 to 1048576";
  int64_t operands = abi.countOperands();
  if (operands > int64_t(kMatmulOperands) + kMaxExtras)
    return "params: a kernel has at most " +
           std::to_string(kMatmulOperands + kMaxExtras) + " operands";
  for (const tile::KernelParam &param : abi.params)
    if (param.kind == Kind::Scalar ||
        (!abi.hasTensors() &&
         ((param.outer && !param.windowed) ||
          (param.kind != Kind::TensorMap && !abi.loadsWindows() &&
           param.dim == tile::KernelParam::kOuterBatch))))
      return "params: operands are matrices, in a batch of one dimension";
  if (abi.hasTensors() && !abi.packed.empty())
    return "packed: kernels of attention pack no operand";
  if (abi.batch && *abi.batch >= abi.countOperands())
    return "batch: the kernel has no operand " + std::to_string(*abi.batch);
  if (!abi.choices.empty())
    return "choices: the kernel of a bundle has one tile";
  // The scales of A and of B come behind C.
  constexpr int64_t kMostOfGroup = int64_t(kMatmulOperands) + 2;
  if (abi.group > cuda::kMaxCompareGroup ||
      (abi.group && operands > kMostOfGroup))
    return "group: a kernel of a group takes only A, B, C and their scales";
  return "";
}

Kernel measure::parseKernel(const JsonReader &json) {
  Kernel kernel;
  kernel.id = parseId(json);
  kernel.file = json["file"].asString();
  // A bundle is one folder; a path would lead out of it.
  if (kernel.file.empty() || kernel.file[0] == '.' ||
      StringRef(kernel.file).contains('/') ||
      StringRef(kernel.file).contains('\0'))
    json["file"].fail("expected the name of a file in the bundle");
  kernel.function = json["function"].asString();
  kernel.bytes = json["bytes"].asInteger(1, int64_t(1) << 32);
  if (StringRef(json["checksum"].asString()).getAsInteger(16, kernel.checksum))
    json["checksum"].fail("expected 16 hexadecimal digits");
  if (json.has("registers"))
    kernel.registers = json["registers"].asInteger(0, 255);
  JsonReader abi = json["abi"];
  kernel.abi = tile::readKernelABI(abi);
  if (json.failed())
    return kernel;
  if (std::string why = getWhyNotLaunched(kernel.abi); !why.empty()) {
    auto [field, message] = StringRef(why).split(": ");
    abi.failAt(field, message);
  }
  return kernel;
}

using Indices = llvm::StringMap<size_t>;

static size_t resolve(const JsonReader &json, const Indices &indices,
                      StringRef what) {
  std::string id = json.asString();
  auto it = indices.find(id);
  if (it != indices.end())
    return it->second;
  json.fail("no " + what + " '" + id + "'");
  return 0;
}

Candidate measure::parseCandidateText(const JsonReader &json) {
  Candidate candidate;
  candidate.id = parseId(json);
  candidate.config = json["config"].asString();
  if (json.has("brief"))
    candidate.brief = json["brief"].asString();
  json["heuristics"].forEach([&](const JsonReader &name) {
    candidate.heuristics.push_back(name.asString());
  });
  candidate.rank = json["rank"].asInteger(0, INT32_MAX);
  return candidate;
}

static Candidate parseCandidate(const JsonReader &json, const Indices &problems,
                                const Indices &kernels) {
  Candidate candidate = parseCandidateText(json);
  candidate.problem = resolve(json["problem"], problems, "problem");
  if (json.has("estimate_ns"))
    candidate.estimateNs = json["estimate_ns"].asNumber();
  if (!json.has("failure")) {
    candidate.kernel = resolve(json["kernel"], kernels, "kernel");
    return candidate;
  }
  candidate.failure = json["failure"].asString();
  if (json.has("detail"))
    candidate.detail = json["detail"].asString();
  return candidate;
}

/// Parses every element of an array of objects with distinct ids.
template <typename T>
static void parseAll(const JsonReader &json, std::vector<T> &out,
                     Indices &indices,
                     llvm::function_ref<T(const JsonReader &)> parse) {
  json.forEach([&](const JsonReader &element) {
    out.push_back(parse(element));
    if (!indices.try_emplace(out.back().id, out.size() - 1).second)
      element.fail("a second '" + out.back().id + "'");
  });
}

llvm::Expected<Manifest> measure::parseManifest(StringRef text,
                                                StringRef file) {
  llvm::Expected<llvm::json::Value> document = parseJson(text);
  if (!document)
    return llvm::createStringError(
        file + ": not JSON: " + llvm::toString(document.takeError()));
  std::string error;
  JsonReader json(&*document, "", error);
  Manifest manifest;
  int64_t version = json["version"].asInteger(INT64_MIN, INT64_MAX);
  if (!json.failed() && version != tile::kBundleVersion)
    json["version"].fail("version " + Twine(version) +
                         " of the format; this program reads version " +
                         Twine(tile::kBundleVersion) +
                         ", which its own 'autotune-bench build' writes");
  manifest.target = json["target"].asString();
  manifest.chip = json["chip"].asString();
  if (json.has("build"))
    manifest.build = json["build"].asString();
  Indices problems, kernels, candidates;
  parseAll<MeasuredProblem>(json["problems"], manifest.problems, problems,
                            parseProblem);
  parseAll<Kernel>(json["kernels"], manifest.kernels, kernels, parseKernel);
  parseAll<Candidate>(json["candidates"], manifest.candidates, candidates,
                      [&](const JsonReader &element) {
                        return parseCandidate(element, problems, kernels);
                      });
  if (!error.empty())
    return llvm::createStringError(file + ": " + error);
  return manifest;
}

static llvm::Expected<std::string> readFile(const Twine &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError(path + ": " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

llvm::Expected<Manifest> measure::readManifest(StringRef bundle) {
  std::string path = (bundle + "/manifest.json").str();
  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  return parseManifest(*text, path);
}

llvm::Error measure::checkImage(StringRef image, const Kernel &kernel,
                                const Twine &where) {
  if (int64_t(image.size()) != kernel.bytes)
    return llvm::createStringError(where + ": has " + Twine(image.size()) +
                                   " bytes, but the manifest says " +
                                   Twine(kernel.bytes));
  uint64_t checksum = llvm::xxh3_64bits(image);
  if (checksum != kernel.checksum)
    return llvm::createStringError(where + ": its checksum is " +
                                   llvm::utohexstr(checksum, true, 16) +
                                   ", but the manifest says " +
                                   llvm::utohexstr(kernel.checksum, true, 16));
  return llvm::Error::success();
}

llvm::Expected<std::string> measure::readKernelFile(StringRef bundle,
                                                    const Kernel &kernel) {
  std::string path = (bundle + "/" + kernel.file).str();
  llvm::Expected<std::string> bytes = readFile(path);
  if (!bytes)
    return bytes.takeError();
  if (llvm::Error error = checkImage(*bytes, kernel, path))
    return error;
  return bytes;
}
