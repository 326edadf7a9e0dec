// What the runtime says about the CUDA driver API, held against NVIDIA's own
// header. It compiles, or names what differs.

#include "mlir-autotune/Runtime/CudaTypes.h"

#include <cstddef>
#include <cuda.h>

namespace ours = mlir::autotune::cuda;

#define SAME(name, value)                                                      \
  static_assert(static_cast<long long>(ours::name) ==                          \
                    static_cast<long long>(value),                             \
                #name " is not " #value)
#define SAME_SIZE(type, theirs)                                                \
  static_assert(sizeof(ours::type) == sizeof(theirs), #type);                  \
  static_assert(alignof(ours::type) == alignof(theirs), #type)

SAME(kSuccess, CUDA_SUCCESS);
SAME(kErrorInvalidValue, CUDA_ERROR_INVALID_VALUE);
SAME(kErrorOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
SAME(kErrorNotInitialized, CUDA_ERROR_NOT_INITIALIZED);
SAME(kErrorNoDevice, CUDA_ERROR_NO_DEVICE);
SAME(kErrorInvalidDevice, CUDA_ERROR_INVALID_DEVICE);
SAME(kErrorInvalidContext, CUDA_ERROR_INVALID_CONTEXT);
SAME(kErrorNotReady, CUDA_ERROR_NOT_READY);
SAME(kErrorLaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT);

SAME(kMaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(kClockRateKHz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
SAME(kMultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
SAME(kMemoryClockRateKHz, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
SAME(kMemoryBusWidthBits, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
SAME(kL2CacheBytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
SAME(kComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
SAME(kComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
SAME(kMaxSharedMemoryPerMultiprocessor,
     CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
SAME(kMaxRegistersPerMultiprocessor,
     CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
SAME(kMaxSharedMemoryPerBlockOptin,
     CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);

SAME(kMaxDynamicSharedSizeBytes,
     CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
SAME(kPreferredSharedMemoryCarveout,
     CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
SAME(kNonPortableClusterSizeAllowed,
     CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);

SAME(kStreamNonBlocking, CU_STREAM_NON_BLOCKING);
SAME(kEventDefault, CU_EVENT_DEFAULT);
SAME(kEventDisableTiming, CU_EVENT_DISABLE_TIMING);
SAME(kCaptureThreadLocal, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
SAME(kMemAttachGlobal, CU_MEM_ATTACH_GLOBAL);
SAME(kJitErrorLogBuffer, CU_JIT_ERROR_LOG_BUFFER);
SAME(kJitErrorLogBufferSizeBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
SAME(kJitOptimizationLevel, CU_JIT_OPTIMIZATION_LEVEL);

SAME(LaunchAttribute::kClusterDimension, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
SAME(LaunchAttribute::kProgrammaticStreamSerialization,
     CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);
static_assert(
    sizeof(CUlaunchAttributeValue::programmaticStreamSerializationAllowed) ==
        sizeof(int) &&
    offsetof(CUlaunchAttributeValue, programmaticStreamSerializationAllowed) ==
        0);
SAME_SIZE(LaunchAttribute, CUlaunchAttribute);
static_assert(offsetof(ours::LaunchAttribute, value) ==
              offsetof(CUlaunchAttribute, value));
SAME_SIZE(LaunchConfig, CUlaunchConfig);
static_assert(offsetof(ours::LaunchConfig, sharedMemoryBytes) ==
              offsetof(CUlaunchConfig, sharedMemBytes));
static_assert(offsetof(ours::LaunchConfig, stream) ==
              offsetof(CUlaunchConfig, hStream));
static_assert(offsetof(ours::LaunchConfig, attributeCount) ==
              offsetof(CUlaunchConfig, numAttrs));
// 64 bytes is what the driver documents; the header of CUDA 13 asks for more.
static_assert(sizeof(ours::TensorMap) == sizeof(CUtensorMap));
static_assert(alignof(ours::TensorMap) >= 64);
SAME_SIZE(DeviceHandle, CUdevice);
SAME_SIZE(DevicePtr, CUdeviceptr);

SAME(kTensorUInt8, CU_TENSOR_MAP_DATA_TYPE_UINT8);
SAME(kTensorUInt16, CU_TENSOR_MAP_DATA_TYPE_UINT16);
SAME(kTensorUInt32, CU_TENSOR_MAP_DATA_TYPE_UINT32);
SAME(kTensorInt32, CU_TENSOR_MAP_DATA_TYPE_INT32);
SAME(kTensorUInt64, CU_TENSOR_MAP_DATA_TYPE_UINT64);
SAME(kTensorInt64, CU_TENSOR_MAP_DATA_TYPE_INT64);
SAME(kTensorFloat16, CU_TENSOR_MAP_DATA_TYPE_FLOAT16);
SAME(kTensorFloat32, CU_TENSOR_MAP_DATA_TYPE_FLOAT32);
SAME(kTensorFloat64, CU_TENSOR_MAP_DATA_TYPE_FLOAT64);
SAME(kTensorBFloat16, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16);
SAME(kTensorFloat32Ftz, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ);
SAME(kTensorTFloat32, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32);
SAME(kTensorTFloat32Ftz, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ);
SAME(kInterleaveNone, CU_TENSOR_MAP_INTERLEAVE_NONE);
SAME(kSwizzleNone, CU_TENSOR_MAP_SWIZZLE_NONE);
SAME(kSwizzle32B, CU_TENSOR_MAP_SWIZZLE_32B);
SAME(kSwizzle64B, CU_TENSOR_MAP_SWIZZLE_64B);
SAME(kSwizzle128B, CU_TENSOR_MAP_SWIZZLE_128B);
SAME(kL2Promotion128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B);
SAME(kFillZeros, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);

#ifdef PLANTED
SAME(kSwizzle128B, CU_TENSOR_MAP_SWIZZLE_64B);
#endif
