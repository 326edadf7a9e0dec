//===- NvMatmulLibrary.cpp - nvMatmulHeuristics by dlopen -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvMatmulLibrary.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

using namespace mlir::autotune::nvmatmul;

/// The version whose interface is declared here; any patch of it.
static constexpr unsigned kMajor = 0, kMinor = 1;
/// The library generates many candidates, and returns the best predictions.
static constexpr unsigned kRankByModel = 1 << 3;
static constexpr int kSuccess = 1;

Library &Library::get() {
  static Library library;
  return library;
}

Library::Library() {
  const char *override = std::getenv("AUTOTUNE_LIBNVMATMULHEURISTICS");
  load(override && *override ? override : "libnvMatmulHeuristics.so.0");
}

static std::string format(unsigned major, unsigned minor) {
  return std::to_string(major) + "." + std::to_string(minor);
}

void Library::load(const std::string &name) {
  // Kept open until the process ends, as its handles are.
  void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    error = "cannot open " + name + " (" +
            (reason ? reason : "unknown reason") +
            "); install the package (pip install nvidia-matmul-heuristics), "
            "and set AUTOTUNE_LIBNVMATMULHEURISTICS to the path of its "
            "libnvMatmulHeuristics.so.0";
    return;
  }
  std::string needed = "; nvMatmulHeuristics " + format(kMajor, kMinor) +
                       " is needed (pip install "
                       "'nvidia-matmul-heuristics==0.1.*')";
  auto resolve = [&](auto &function, const char *suffix) {
    std::string symbol = std::string("nvMatmulHeuristics") + suffix;
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        dlsym(library, symbol.c_str()));
    if (!function && error.empty())
      error = name + " has no function " + symbol + needed;
  };
  resolve(table.getMajor, "GetVersionMajor");
  resolve(table.getMinor, "GetVersionMinor");
  resolve(table.getPatch, "GetVersionPatch");
  if (!error.empty())
    return;
  unsigned major = table.getMajor(), minor = table.getMinor();
  version = format(major, minor) + "." + std::to_string(table.getPatch());
  // Structs and arguments may be others in another version.
  if (major != kMajor || minor != kMinor) {
    error = name + " has version " + version + needed;
    return;
  }
  resolve(table.create, "Create");
  resolve(table.createGpu, "HardwareDescriptorCreate");
  resolve(table.setGpu, "HardwareDescriptorSetPredefinedGpu");
  resolve(table.loadProfile, "LoadInternalDiscoverySet");
  resolve(table.suggest, "GetGemmConfig");
  if (error.empty() &&
      (table.create(&handle) != kSuccess || table.createGpu(&gpu) != kSuccess))
    error = name + " does not start";
}

std::vector<Kernel> Library::suggest(const Question &question, unsigned count) {
  if (!error.empty())
    return {};
  std::lock_guard<std::mutex> lock(mutex);
  if (table.setGpu(gpu, question.gpu) != kSuccess)
    return {};
  const char *precision = question.precision.c_str();
  int generator = static_cast<int>(question.generator);
  // Where it has no profile, the library has defaults.
  (void)table.loadProfile(handle, precision, generator, question.product.layout,
                          gpu);
  std::vector<Kernel> kernels(count);
  unsigned found = table.suggest(handle, precision, kRankByModel, generator,
                                 &question.product, kernels.data(), count, gpu);
  kernels.resize(std::min(found, count));
  return kernels;
}
