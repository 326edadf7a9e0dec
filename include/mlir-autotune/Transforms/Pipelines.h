//===- Pipelines.h - Named pipelines -------------------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_PIPELINES_H
#define MLIR_AUTOTUNE_TRANSFORMS_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::autotune {

/// Runs on a module. Lowers its tile kernels to LLVM functions of scf, arith,
/// llvm and nvvm operations in their gpu.modules, the form that the simulator
/// runs. Here and below, code outside gpu.modules is unchanged.
void buildTilePipeline(OpPassManager &pm);

/// Lowers the result of buildTilePipeline to the LLVM dialect, ready for
/// gpu-module-to-binary. NVVM operations without an intrinsic become inline
/// assembly.
void buildDevicePipeline(OpPassManager &pm);

/// buildTilePipeline, then buildDevicePipeline.
void buildKernelPipeline(OpPassManager &pm);

/// Lowers the remaining linalg operations, on buffers, and the launches to
/// LLVM.
void buildHostPipeline(OpPassManager &pm);

/// The defaults suit models as front ends export them.
struct PrepareOptions : public PassPipelineOptions<PrepareOptions> {
  PassOptions::Option<bool> allowCopies{
      *this, "allow-copies",
      llvm::cl::desc(
          "Allow copies: transpose a tensor if no view of it is a matrix, and "
          "allocate buffers for the sums that zero points need"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> foldTransposes{
      *this, "fold-transposes",
      llvm::cl::desc("Fold a linalg.transpose of an input into the product"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> foldDequantizations{
      *this, "fold-dequantizations",
      llvm::cl::desc(
          "Multiply the 8-bit or 4-bit integers that an input is dequantized "
          "from, and scale the sums instead of the input"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> narrowProducts{
      *this, "narrow-products",
      llvm::cl::desc(
          "Multiply values that were widened exactly in their narrow type"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> foldScales{
      *this, "fold-scales",
      llvm::cl::desc(
          "Move a factor that all elements of a widened input share to the "
          "sums. This rounds differently (docs/design/numerics.md)"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> foldSums{
      *this, "fold-sums",
      llvm::cl::desc(
          "If two products are added, make one the init of the other. This "
          "rounds differently (docs/design/numerics.md)"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> padWeights{
      *this, "pad-weights",
      llvm::cl::desc("Pad the rows of frozen weights that TMA can't load"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> reorderWeights{
      *this, "reorder-weights",
      llvm::cl::desc("Let kernels read frozen 4-bit weights in the order of "
                     "their threads"),
      llvm::cl::init(true)};
};

/// Transforms a module of linalg, as a front end exports it, so that its
/// products become matmuls that autotune-attach-configs supports.
void buildPreparePipeline(OpPassManager &pm, const PrepareOptions &options);

/// The form of a compiled module's kernels.
enum class KernelFormat { Isa, Bin, Fatbin, Sim };

struct CompileOptions : public PassPipelineOptions<CompileOptions> {
  PassOptions::Option<std::string> target{
      *this, "target",
      llvm::cl::desc("The target: a product or a chip, optionally with figures "
                     "to override (h200; h200,sms=114). By default, "
                     "the target in the IR")};
  PassOptions::Option<bool> attach{
      *this, "attach",
      llvm::cl::desc("First form a problem of each matmul that a kernel "
                     "supports, attach a config to each problem without one, "
                     "and complete partial configs"),
      llvm::cl::init(false)};
  PassOptions::Option<std::string> table{
      *this, "table",
      llvm::cl::desc(
          "A lookup table, whose configs come before all others; default "
          "selects the tables that ship with the project. Implies attach")};
  PassOptions::Option<std::string> expect{
      *this, "expect",
      llvm::cl::desc("The unknown sizes to expect, as in 'm from 1 to 8192 "
                     "likely [1, 16]'. Implies attach")};
  PassOptions::Option<std::string> profile{
      *this, "profile",
      llvm::cl::desc("A profile of the sizes that a program ran with. Implies "
                     "attach")};
  PassOptions::Option<std::string> allowTf32{
      *this, "allow-tf32",
      llvm::cl::desc("How f32 products may be rounded: none, tf32 or 3xtf32. A "
                     "value other than none implies attach"),
      llvm::cl::init("none")};
  PassOptions::Option<std::string> accumulator{
      *this, "accumulator",
      llvm::cl::desc("The type that f16-to-f16 products may be summed in: f32 "
                     "or f16. f16 implies attach"),
      llvm::cl::init("f32")};
  PassOptions::Option<std::string> libraries{
      *this, "libraries",
      llvm::cl::desc("The libraries that the program may call: all, none, or "
                     "names with commas between them. Rows of a plan that call "
                     "other libraries are left out. If the option is given, "
                     "the table's calls of these libraries are attached. "
                     "With format=sim, the default is none"),
      llvm::cl::init("all")};
  PassOptions::Option<std::string> buffers{
      *this, "buffers",
      llvm::cl::desc("Where memrefs live at run time: host (launches copy "
                     "them to the device and back) or device"),
      llvm::cl::init("host")};
  PassOptions::Option<bool> offload{
      *this, "offload",
      llvm::cl::desc("Run the whole program on the GPU: memrefs are device "
                     "pointers, what is no matmul becomes kernels too, and "
                     "launches are on the caller's stream"),
      llvm::cl::init(false)};
  PassOptions::Option<KernelFormat> format{
      *this, "format", llvm::cl::desc("What the kernels become"),
      llvm::cl::init(KernelFormat::Fatbin),
      llvm::cl::values(clEnumValN(KernelFormat::Isa, "isa",
                                  "PTX, which the driver compiles"),
                       clEnumValN(KernelFormat::Bin, "bin", "machine code"),
                       clEnumValN(KernelFormat::Fatbin, "fatbin", "both"),
                       clEnumValN(KernelFormat::Sim, "sim",
                                  "host code that the simulator runs"))};
  PassOptions::Option<bool> planRuntime{
      *this, "plan-runtime",
      llvm::cl::desc("Let the runtime library choose another row of a plan on "
                     "request"),
      llvm::cl::init(true)};
  PassOptions::Option<std::string> hostCPU{
      *this, "host-cpu",
      llvm::cl::desc("The CPU that host code is compiled for: LLVM's name of a "
                     "CPU, or native. By default, $AUTOTUNE_HOST_CPU")};
};

/// Compiles a module of linalg, on tensors or memrefs, to host code in the LLVM
/// dialect with its kernels as gpu.binary. Its matmuls have configs, or get
/// them with `attach`. mlir-runner runs the result with the project's CUDA
/// runtime. With the format `sim`, kernels are host code for
/// libautotune_simulator. Functions take and return memrefs with identity
/// layouts.
void buildCompilePipeline(OpPassManager &pm, const CompileOptions &options);

/// The beginning of buildCompilePipeline with `attach` and `offload`, until
/// there are problems of rows.
void buildRowsPipeline(OpPassManager &pm, StringRef target);

/// Registers `autotune-prepare`, `autotune-lower-kernels` and
/// `autotune-compile`.
void registerAutotunePipelines();

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TRANSFORMS_PIPELINES_H
