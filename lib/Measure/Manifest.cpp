//===- Manifest.cpp - What a bundle holds ---------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Manifest.h"

#include "Grid.h"

#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Measure/JsonReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;

bool Kernel::needsWorkspace() const {
  return !packed.empty() || llvm::any_of(params, [](const KernelParam &param) {
    return param.kind == KernelParam::Counters;
  });
}

//===----------------------------------------------------------------------===//
// One function an object of the format
//===----------------------------------------------------------------------===//

std::string measure::parseId(const JsonReader &json) {
  std::string id = json["id"].asString();
  if (id.empty())
    json["id"].fail("is empty");
  return id;
}

/// C is no input, and one copy of each is enough. Those that are not transposed
/// are numbers.
static std::vector<PackedCopy> parsePacked(const JsonReader &json) {
  std::vector<PackedCopy> packed;
  json.forEach([&](const JsonReader &element) {
    PackedCopy copy;
    if (element.has("operand")) {
      copy.operand = int(element["operand"].asInteger(0, 1));
      copy.transposed = element["transposed"].asBool();
    } else {
      copy.operand = int(element.asInteger(0, 1));
    }
    if (llvm::any_of(packed, [&](const PackedCopy &other) {
          return other.operand == copy.operand;
        }))
      element.fail("a second copy of operand " + Twine(copy.operand));
    packed.push_back(copy);
  });
  return packed;
}

static KernelParam parseParam(const JsonReader &json, const Kernel &kernel) {
  static constexpr StringRef kKinds[] = {"tensor_map", "pointer",  "size",
                                         "stride",     "counters", "placement"};
  KernelParam param;
  param.kind = KernelParam::Kind(json["kind"].asWord(kKinds));
  if (param.kind == KernelParam::Counters ||
      param.kind == KernelParam::Placement)
    return param;
  param.operand = int(json["operand"].asInteger(
      0, int64_t(kernel.getOperandCount() + kernel.packed.size()) - 1));
  if (param.kind == KernelParam::Size || param.kind == KernelParam::Stride)
    param.dim = int(json["dim"].asInteger(0, 2));
  if (param.kind != KernelParam::TensorMap)
    return param;
  if (json.has("batched"))
    param.batched = json["batched"].asBool();
  json["box"].asIntegers(param.box, 1, 256);
  static constexpr StringRef kSwizzles = "0, 32, 64 or 128";
  param.swizzle = json["swizzle"].asInteger(0, 128);
  if (param.swizzle != 0 && param.swizzle != 32 && param.swizzle != 64 &&
      param.swizzle != 128)
    json["swizzle"].fail("expected " + kSwizzles);
  return param;
}

static GridRule parseGrid(const JsonReader &json) {
  GridRule grid;
  JsonReader extents = json["extents"];
  if (extents.arraySize() != 2)
    extents.fail("expected two extents");
  for (size_t i = 0; i < 2 && !json.failed(); ++i) {
    grid.extents[i].operand = int(extents.at(i)["operand"].asInteger(0, 2));
    grid.extents[i].dim = int(extents.at(i)["dim"].asInteger(0, 1));
  }
  if (json.has("batch")) {
    (void)json["batch"].asInteger(0, 2);
    grid.batched = true;
  }
  json["tile"].asIntegers(grid.tile, 1, 1 << 16);
  json["cluster_tile"].asIntegers(grid.clusterTile, 1, 16);
  grid.splitK = json["split_k"].asInteger(1, 1024);
  if (json.has("split"))
    grid.split = json["split"].asInteger(1, 16);
  if (json.has("stream"))
    grid.stream = json["stream"].asBool();
  grid.persistent = json["persistent"].asBool();
  if (grid.stream && !grid.persistent)
    json["stream"].fail("streams tiles, but \"persistent\" is false");
  if (grid.split > 1 && (grid.persistent || grid.splitK > 1))
    json["split"].fail("splits K, but \"persistent\" is true or \"split_k\" "
                       "does too");
  if (grid.hasParts() && grid.tile[0] * grid.tile[1] > cuda::kMaxSharedTile)
    json["tile"].fail("has " + Twine(grid.tile[0] * grid.tile[1]) +
                      " elements; CTAs share tiles of at most " +
                      Twine(cuda::kMaxSharedTile));
  grid.ctasPerSm = json["ctas_per_sm"].asInteger(1, 32);
  if (json.has("depth_tile"))
    grid.depthTile = json["depth_tile"].asInteger(1, 1 << 16);
  return grid;
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
  kernel.threads = json["threads"].asInteger(1, 1024);
  kernel.sharedMemory = json["shared_memory"].asInteger(0, 1 << 20);
  kernel.registers =
      json.has("registers") ? json["registers"].asInteger(0, 255) : 0;
  json["cluster"].asIntegers(kernel.cluster, 1, 16);
  kernel.grid = parseGrid(json["grid"]);
  int64_t size = getClusterSize(kernel.grid);
  int64_t dims = kernel.cluster[0] * kernel.cluster[1] * kernel.cluster[2];
  if (dims != 1 && dims != size)
    json["cluster"].fail("has " + Twine(dims) + " CTAs, but the grid's " +
                         "cluster_tile and split_k make " + Twine(size));
  if (json.has("dependent_launch"))
    kernel.dependentLaunch = json["dependent_launch"].asBool();
  if (json.has("packed"))
    kernel.packed = parsePacked(json["packed"]);
  if (json.has("extras"))
    kernel.extras = json["extras"].asInteger(0, kMaxExtras);
  if (json.has("group"))
    kernel.group = json["group"].asInteger(1, kMaxGroup);
  if (kernel.group && (kernel.grid.hasParts() || !kernel.packed.empty() ||
                       kernel.grid.batched || kernel.extras))
    json["group"].fail("of a group, a kernel takes A, B and C alone, and whole "
                       "tiles");
  json["params"].forEach([&](const JsonReader &param) {
    kernel.params.push_back(parseParam(param, kernel));
  });
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
  if (!json.failed() && version != kBundleVersion)
    json["version"].fail("version " + Twine(version) +
                         " of the format; this program reads version " +
                         Twine(kBundleVersion));
  manifest.target = json["target"].asString();
  manifest.chip = json["chip"].asString();
  if (json.has("build"))
    manifest.build = json["build"].asString();
  Indices problems, kernels, candidates;
  parseAll<Problem>(json["problems"], manifest.problems, problems,
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
