# ===- kernel_launch.py - Launches built kernels beside PyTorch -----------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# The half of attention.py and convolutions.py that needs a GPU: it loads the cubins that
# kernel_build.py left in a folder, with the CUDA driver and PyTorch only. `tile.abi` says
# which parameters a kernel takes, and how many CTAs a launch has (docs/design/lowering.md).

import ctypes
import json
import os
import sys
from dataclasses import dataclass

import torch

torch.set_grad_enabled(False)
cuda = ctypes.CDLL("libcuda.so.1")

# Numbers of cuda.h.
MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
ELEMENTS = {torch.float16: 6, torch.float32: 7, torch.bfloat16: 9}
SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}
L2_PROMOTION_128B = 2
PROGRAMMATIC_STREAM_SERIALIZATION = 6
# Of the workspace: counters first, then room for two shared tiles for each CTA.
COUNTER_BYTES = 8192


def check(result):
    if result:
        text = ctypes.c_char_p()
        cuda.cuGetErrorString(result, ctypes.byref(text))
        raise RuntimeError(f"the driver says {result}: {(text.value or b'').decode()}")


def array(kind, values):
    return (kind * len(values))(*values)


class LaunchAttribute(ctypes.Structure):
    """What the attribute is, and its value of 64 bytes, which begins at byte 8."""
    _fields_ = [("id", ctypes.c_uint32), ("room", ctypes.c_uint32), ("value", ctypes.c_uint32 * 16)]


class LaunchConfig(ctypes.Structure):
    _fields_ = [("grid", ctypes.c_uint32 * 3), ("block", ctypes.c_uint32 * 3),
                ("shared_memory", ctypes.c_uint32), ("stream", ctypes.c_void_p),
                ("attributes", ctypes.c_void_p), ("attribute_count", ctypes.c_uint32)]


@dataclass
class Window:
    """Where the windows of a convolution are; rows first (Core/Window.h)."""
    size: tuple
    strides: tuple = (1, 1)
    padding: tuple = (0, 0, 0, 0)  # top, left, bottom, right
    dilations: tuple = (1, 1)

    def reach(self, dim):
        return (self.size[dim] - 1) * self.dilations[dim]

    def places(self, dim, extent):
        room = extent + self.padding[dim] + self.padding[2 + dim] - self.reach(dim)
        return max(0, room + self.strides[dim] - 1) // self.strides[dim]

    def corners(self):
        """The lower and the upper corner of the box of first pixels. TMA wants columns first."""
        return ([-self.padding[dim] for dim in (1, 0)],
                [self.padding[2 + dim] - self.reach(dim) for dim in (1, 0)])

    def number(self, name, image):
        return {"rows": self.size[0], "columns": self.size[1],
                "row_stride": self.strides[0], "column_stride": self.strides[1],
                "row_dilation": self.dilations[0], "column_dilation": self.dilations[1],
                "top": self.padding[0], "left": self.padding[1],
                "place_rows": self.places(0, image.size(1)),
                "place_columns": self.places(1, image.size(2))}[name]


def encode_map(tensor, parameter, window):
    """A tensor map, which needs an address that 64 divides. Returns its buffer and address."""
    buffer = ctypes.create_string_buffer(128 + 64)
    address = ctypes.addressof(buffer)
    address += -address % 64
    rank, size = tensor.dim(), tensor.element_size()
    extents = list(reversed(tensor.shape))
    strides = [stride * size for stride in reversed(tensor.stride())][1:]
    if extents[1] == 1:  # the stride of a single row may be anything
        strides[0] = max(strides[0], -(-extents[0] * size // 16) * 16)
    rows, columns = parameter["box"]
    if parameter.get("trimmed"):  # no more rows than there are
        rows = min(rows, extents[1])
    first = [ctypes.c_void_p(address), ELEMENTS[tensor.dtype], rank,
             ctypes.c_void_p(tensor.data_ptr()), array(ctypes.c_uint64, extents),
             array(ctypes.c_uint64, strides)]
    last = [0, SWIZZLES[parameter["swizzle"]], L2_PROMOTION_128B, 0]
    if parameter.get("windowed"):
        lower, upper = window.corners()
        steps = [1, window.strides[1], window.strides[0], 1]
        check(cuda.cuTensorMapEncodeIm2col(
            *first, array(ctypes.c_int, lower), array(ctypes.c_int, upper),
            ctypes.c_uint32(columns), ctypes.c_uint32(rows), array(ctypes.c_uint32, steps), *last))
    else:
        box = [columns, rows] + [1] * (rank - 2)
        check(cuda.cuTensorMapEncodeTiled(
            *first, array(ctypes.c_uint32, box), array(ctypes.c_uint32, [1] * rank), *last))
    return buffer, address


def get_dim(tensor, dim):
    """Dimensions 0 and 1 of the ABI are those of the matrix; the others go outwards."""
    return tensor.dim() - 2 + dim if dim < 2 else tensor.dim() - 1 - dim


class Kernel:
    def __init__(self, folder, launch):
        torch.zeros(1, device="cuda")  # PyTorch makes the context.
        self.abi = launch["abi"]
        self.module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        with open(os.path.join(folder, launch["cubin"]), "rb") as file:
            check(cuda.cuModuleLoadData(ctypes.byref(self.module), file.read()))
        check(cuda.cuModuleGetFunction(ctypes.byref(self.function), self.module,
                                       launch["entry"].encode()))
        check(cuda.cuFuncSetAttribute(self.function, MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                      self.abi["shared_memory"]))
        self.workspace = None

    def count_ctas(self, tensors):
        abi = self.abi
        clusters = abi.get("split", 1)
        for side in (0, 1):
            operand, dim = abi["extents"][2 * side: 2 * side + 2]
            extent = tensors[operand].size(get_dim(tensors[operand], dim))
            clusters *= -(-extent // (abi["tile"][side] * abi["cluster"][side]))
        if "batch" in abi:
            matrix = tensors[abi["batch"]]
            clusters *= matrix.size(get_dim(matrix, abi["batch_dim"]))
        size = abi["cluster"][0] * abi["cluster"][1] * abi["cluster"][2]
        if abi["persistent"]:
            sms = torch.cuda.get_device_properties(0).multi_processor_count
            clusters = min(clusters, sms * abi["ctas_per_sm"] // size)
        return clusters * size

    def get_workspace(self, ctas):
        tile = self.abi["tile"][0] * self.abi["tile"][1]
        size = COUNTER_BYTES + ctas * 2 * self.abi.get("partial", tile) * 4
        if self.workspace is None or self.workspace.numel() < size:
            self.workspace = torch.zeros(size, device="cuda", dtype=torch.uint8)
        return self.workspace

    def bind(self, tensors, window=None):
        """A function that launches the kernel on these tensors."""
        ctas, kept, addresses = self.count_ctas(tensors), [tensors], []
        for parameter in self.abi["params"]:
            kind = parameter["kind"]
            tensor = tensors[parameter.get("operand", 0)]
            dim = get_dim(tensor, parameter.get("dim", 0))
            if kind == "tensor_map":
                buffer, address = encode_map(tensor, parameter, window)
                kept.append(buffer)
                addresses.append(address)
                continue
            if kind == "window":
                value = ctypes.c_uint32(window.number(parameter["number"], tensor))
            elif kind == "counters":
                kept.append(self.get_workspace(ctas))
                value = ctypes.c_uint64(kept[-1].data_ptr())
            elif kind == "pointer":
                value = ctypes.c_uint64(tensor.data_ptr())
            elif kind == "size":
                value = ctypes.c_uint32(tensor.size(dim))
            elif kind == "stride":
                value = ctypes.c_int64(tensor.stride(dim))
            else:
                raise RuntimeError(f"a parameter is a '{kind}', which this tool does not know")
            kept.append(value)
            addresses.append(ctypes.addressof(value))
        parameters = array(ctypes.c_void_p, addresses)
        config = LaunchConfig(array(ctypes.c_uint32, (ctas, 1, 1)),
                              array(ctypes.c_uint32, (self.abi["threads"], 1, 1)),
                              self.abi["shared_memory"])
        if self.abi.get("dependent_launch"):
            attribute = LaunchAttribute(PROGRAMMATIC_STREAM_SERIALIZATION)
            attribute.value[0] = 1
            kept.append(attribute)
            config.attributes, config.attribute_count = ctypes.addressof(attribute), 1

        def run():
            config.stream = torch.cuda.current_stream().cuda_stream
            check(cuda.cuLaunchKernelEx(ctypes.byref(config), self.function, parameters, None))

        run.kept = kept, parameters  # as long as the function
        return run


def count_sets(size, least_bytes, most):
    """How many sets of tensors of `size` bytes are more than the L2 holds."""
    return max(2, min(most, least_bytes // size + 1))


def capture(runs):
    """A CUDA graph of the calls. The first calls allocate, so they are made before."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for run in runs:
            run()
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for run in runs:
            run()
    graph.replay()
    torch.cuda.synchronize()
    graph.kept = runs
    return graph


def time_graphs(graphs, calls, turns):
    """The median time of a call in microseconds, by name. A graph has `calls` calls. The graphs
    take turns. Each is replayed once before it is timed, so that the clock is its own."""
    times = {name: [] for name in graphs}
    for _ in range(turns):
        for name, graph in graphs.items():
            start, end = torch.cuda.Event(True), torch.cuda.Event(True)
            graph.replay()
            start.record()
            graph.replay()
            end.record()
            end.synchronize()
            times[name].append(start.elapsed_time(end) * 1e3 / calls)
    return {name: sorted(found)[turns // 2] for name, found in times.items()}


def describe_device():
    return (f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, "
            f"cuDNN {torch.backends.cudnn.version()}")


def measure(path, heading, cases, measure_case, show_best):
    """Measures cases. Writes a record for each kernel to a file, and prints the table of the
    fastest. Returns the ratios of the cases, and whether all results are right.

    measure_case(case) returns the records. show_best(name, records) prints a line, and
    returns the ratio, or None."""
    print(describe_device(), end="\n\n")
    print(heading, flush=True)
    ratios, right = [], True
    with open(path, "w", encoding="utf-8") as out:
        for case in cases:
            records = measure_case(case)
            torch.cuda.empty_cache()
            for record in records:
                print(json.dumps(record), file=out, flush=True)
                if not record["right"]:
                    right = False
                    print(f"{sys.argv[0]}: wrong: {json.dumps(record)}", file=sys.stderr)
            ratios.append(show_best(case["name"], records))
    return [ratio for ratio in ratios if ratio], right
