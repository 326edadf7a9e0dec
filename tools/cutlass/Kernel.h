//===- Kernel.h - A CUTLASS kernel behind the C interface ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// build.py compiles one file for each kernel, by nvcc. Such a file includes
// this one, and defines a KernelEntry.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TOOLS_CUTLASS_KERNEL_H
#define AUTOTUNE_TOOLS_CUTLASS_KERNEL_H

#include "Entry.h"

#include "cutlass/cutlass.h"
#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"

#include <climits>

namespace autotune_cutlass {

/// The bytes that TMA needs addresses and strides to be multiples of.
inline constexpr int kTmaBytes = 16;

/// A product of row-major A (M x K) and of B that is stored N x K.
template <typename ElementA, typename ElementB, typename ElementC,
          typename Sums, typename Scale, typename Tile, typename Cluster,
          typename MainSchedule, typename EndSchedule, typename TileScheduler>
struct Kernel {
  template <typename Element>
  static constexpr int kElements = kTmaBytes / int(sizeof(Element));

  using RowMajor = cutlass::layout::RowMajor;
  using ColumnMajor = cutlass::layout::ColumnMajor;
  using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
      cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Tile, Cluster,
      cutlass::epilogue::collective::EpilogueTileAuto, Sums, Scale, ElementC,
      RowMajor, kElements<ElementC>, ElementC, RowMajor, kElements<ElementC>,
      EndSchedule>::CollectiveOp;
  using Stages = cutlass::gemm::collective::StageCountAutoCarveout<int(
      sizeof(typename Epilogue::SharedStorage))>;
  using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
      cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, ElementA, RowMajor,
      kElements<ElementA>, ElementB, ColumnMajor, kElements<ElementB>, Sums,
      Tile, Cluster, Stages, MainSchedule>::CollectiveOp;
  using Gemm = cutlass::gemm::device::GemmUniversalAdapter<
      cutlass::gemm::kernel::GemmUniversal<cute::Shape<int, int, int, int>,
                                           Mainloop, Epilogue, TileScheduler>>;
  using Arguments = typename Gemm::Arguments;

  /// False if a size doesn't fit CUTLASS's integers.
  static bool getArguments(const AutotuneCutlassProblem &problem,
                           Arguments &arguments) {
    for (int64_t size : {problem.m, problem.n, problem.k, problem.batch})
      if (size < 1 || size > INT_MAX)
        return false;
    arguments.mode = cutlass::gemm::GemmUniversalMode::kGemm;
    arguments.problem_shape = {int(problem.m), int(problem.n), int(problem.k),
                               int(problem.batch)};
    auto &main = arguments.mainloop;
    main.ptr_A = static_cast<const ElementA *>(problem.a);
    main.ptr_B = static_cast<const ElementB *>(problem.b);
    cute::get<0>(main.dA) = problem.rowStrideA;
    cute::get<2>(main.dA) = problem.batchStrideA;
    cute::get<0>(main.dB) = problem.rowStrideB;
    cute::get<2>(main.dB) = problem.batchStrideB;
    auto &end = arguments.epilogue;
    end.ptr_C = end.ptr_D = static_cast<ElementC *>(problem.c);
    cute::get<0>(end.dC) = cute::get<0>(end.dD) = problem.rowStrideC;
    cute::get<2>(end.dC) = cute::get<2>(end.dD) = problem.batchStrideC;
    end.thread.alpha = Scale(1);
    end.thread.beta = Scale(problem.accumulate ? 1 : 0);
    return true;
  }

  static int64_t getWorkspaceBytes(const AutotuneCutlassProblem &problem) {
    Arguments arguments;
    if (!getArguments(problem, arguments) ||
        Gemm::can_implement(arguments) != cutlass::Status::kSuccess)
      return -1;
    return int64_t(Gemm::get_workspace_size(arguments));
  }

  static int32_t run(const AutotuneCutlassProblem &problem, void *workspace,
                     void *onStream) {
    Arguments arguments;
    if (!getArguments(problem, arguments) ||
        Gemm::can_implement(arguments) != cutlass::Status::kSuccess)
      return -1;
    if (cudaError_t error = cudaGetDevice(&arguments.hw_info.device_id))
      return int32_t(error);
    if (cudaError_t error = cudaDeviceGetAttribute(
            &arguments.hw_info.sm_count, cudaDevAttrMultiProcessorCount,
            arguments.hw_info.device_id))
      return int32_t(error);
    auto stream = static_cast<cudaStream_t>(onStream);
    Gemm gemm;
    if (gemm.initialize(arguments, workspace, stream) ==
            cutlass::Status::kSuccess &&
        gemm.run(stream) == cutlass::Status::kSuccess)
      return 0;
    cudaError_t error = cudaGetLastError();
    return error ? int32_t(error) : -1;
  }
};

} // namespace autotune_cutlass

#endif // AUTOTUNE_TOOLS_CUTLASS_KERNEL_H
