//===- Targets.td - The known targets and where their figures come from ---===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record a product. autotune-tblgen makes from it the table behind
// getKnownTargets() and the page docs/reference/targets.md. A figure without a source is
// an error of the build.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_TARGETS
#define AUTOTUNE_KERNELS_TARGETS

// The chip of Hopper, as ptxas is told it: the letter allows wgmma and
// setmaxnreg.
defvar hopperChip = "sm_90a";

// A figure and the document that states it.
class Figure<int figureValue, string figureSource> {
  int value = figureValue;
  string source = figureSource;
}

// The limits of all chips of one compute capability, from the table "Technical
// Specifications per Compute Capability" of the CUDA C++ Programming Guide. Sizes
// are in KiB, as in the guide.
class Capability<int number, int blockKiB, int smKiB, int threads, int cluster> {
  int computeCapability = number;
  int sharedMemoryPerBlockKiB = blockKiB;
  int sharedMemoryPerSMKiB = smKiB;
  // The same for all capabilities here.
  int registersPerSM = 65536;
  int maxThreadsPerSM = threads;
  int maxClusterSize = cluster;
  string source = "CUDA C++ Programming Guide 13.0, \"Compute Capabilities\": "
                  "Technical Specifications";
}

def Capability80 : Capability<80, 163, 164, 2048, 1>;
def Capability89 : Capability<89, 99, 100, 1536, 1>;
// 8 is the largest portable size of a cluster; 16 takes an attribute of the
// function and is not granted on every part.
def Capability90 : Capability<90, 227, 228, 2048, 8>;
def Capability100 : Capability<100, 227, 228, 2048, 8>;

// Users write `name`, and ptxas gets `chip`. A chip's name alone stands for the
// first record with that chip.
class Target<string targetName, string chipName, string productName,
             Capability chipCapability> {
  string name = targetName;
  string chip = chipName;
  string product = productName;
  Capability capability = chipCapability;
  Figure sms = ?;
  Figure l2KiB = ?;
  // 10^9 bytes a second.
  Figure memoryGBps = ?;
  // 10^9 dense operations a second: bf16 or f16 on tensor cores with f32 sums,
  // and f32 on CUDA cores. A multiply-add counts as two.
  Figure tensorGflops16 = ?;
  Figure simtGflops32 = ?;
}

defvar ampereWhitepaper = "NVIDIA A100 Tensor Core GPU Architecture, whitepaper V1.0";
defvar a100Datasheet = "NVIDIA A100 Tensor Core GPU datasheet (80GB SXM)";
defvar hopperWhitepaper = "NVIDIA H100 Tensor Core GPU Architecture, whitepaper V1.04";
defvar h100Datasheet = "NVIDIA H100 Tensor Core GPU datasheet (SXM5)";
defvar h200Datasheet = "NVIDIA H200 Tensor Core GPU datasheet (SXM)";
defvar adaWhitepaper = "NVIDIA Ada GPU Architecture, whitepaper V2.1";
defvar l40sDatasheet = "NVIDIA L40S GPU datasheet";
defvar b200Brief = "NVIDIA Blackwell Architecture Technical Brief: HGX B200, per GPU";

def A100Sxm : Target<"a100-sxm", "sm_80", "NVIDIA A100 SXM4 80GB", Capability80> {
  let sms = Figure<108, ampereWhitepaper>;
  let l2KiB = Figure<40960, ampereWhitepaper>;
  let memoryGBps = Figure<2039, a100Datasheet>;
  let tensorGflops16 = Figure<312000, a100Datasheet>;
  let simtGflops32 = Figure<19500, a100Datasheet>;
}

def L40s : Target<"l40s", "sm_89", "NVIDIA L40S", Capability89> {
  // 18,176 CUDA cores, 128 an SM.
  let sms = Figure<142, l40sDatasheet>;
  let l2KiB = Figure<98304, adaWhitepaper # ", AD102">;
  let memoryGBps = Figure<864, l40sDatasheet>;
  let tensorGflops16 = Figure<362050, l40sDatasheet>;
  let simtGflops32 = Figure<91600, l40sDatasheet>;
}

def H100Sxm : Target<"h100-sxm", hopperChip, "NVIDIA H100 SXM5 80GB", Capability90> {
  let sms = Figure<132, hopperWhitepaper>;
  let l2KiB = Figure<51200, hopperWhitepaper>;
  let memoryGBps = Figure<3352, hopperWhitepaper>;
  let tensorGflops16 = Figure<989400, hopperWhitepaper>;
  let simtGflops32 = Figure<66900, hopperWhitepaper>;
}

def H200 : Target<"h200", hopperChip, "NVIDIA H200 SXM 141GB", Capability90> {
  let sms = Figure<132, "cuDeviceGetAttribute on an NVIDIA H200, driver 580">;
  let l2KiB = Figure<61440, "cuDeviceGetAttribute on an NVIDIA H200, driver 580">;
  let memoryGBps = Figure<4800, h200Datasheet>;
  let tensorGflops16 = Figure<989400, h200Datasheet # "; the chip is H100's">;
  let simtGflops32 = Figure<66900, h200Datasheet # "; the chip is H100's">;
}

def B200 : Target<"b200", "sm_100a", "NVIDIA B200 SXM 180GB", Capability100> {
  let sms = Figure<148, "Chips and Cheese, \"Nvidia's B200\": 74 SMs on each of two dies">;
  // 126.5 MiB, which NVIDIA's guide and articles round down.
  let l2KiB = Figure<129536, "cudaDeviceProp of an NVIDIA B200, as printed in "
                             "github.com/pytorch/ao/pull/4002: 126.50 MB; NVIDIA "
                             "Blackwell Tuning Guide, \"Increased L2 Capacity\": "
                             "126 MB">;
  let memoryGBps = Figure<8000, b200Brief>;
  let tensorGflops16 = Figure<2250000, b200Brief>;
  let simtGflops32 = Figure<80000, b200Brief>;
}

#endif // AUTOTUNE_KERNELS_TARGETS
