"""Arrays of several libraries, without a copy.

A program wants of an array: where it is, its type, its sizes, and whether it is
contiguous. Each library has its own way to say that quickly; all others go by
DLPack. No library is imported here that the caller has not imported.
"""

import ctypes
import re
import sys
from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional, Sequence, Tuple

# MLIR's name of an element type, for those of NumPy, JAX and PyTorch. Integers have no
# sign in MLIR.
_PATTERNS = (
    (r"bool", "i1"), (r"u?int(\d+)", r"i\1"), (r"float(\d+)", r"f\1"), (r"bfloat16", "bf16"),
    (r"float8_(e\dm\d(?:fn)?)", r"f8\1"),
)
_NAMES = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
          "float16", "float32", "float64", "bfloat16", "float8_e4m3fn", "float8_e5m2")


def element_of(name: str) -> Optional[str]:
    """MLIR's name of an element type of other libraries; None if programs have none."""
    if name not in _NAMES:
        return None
    for pattern, element in _PATTERNS:
        found = re.fullmatch(pattern, name)
        if found:
            text = found.expand(element)
            return text[:2] + text[2:].upper()
    return None


# The other way, where types with a sign come before those without.
_TO_NUMPY = {element_of(name): name for name in reversed(_NAMES) if not name.startswith("u")}
_TO_NUMPY["index"] = "int64"


def element_bytes(element: str) -> int:
    """Of an element type, by MLIR's name."""
    if element == "i1":
        return 1
    if element == "index":
        return 8
    return int(re.match(r"[a-z]+(\d+)", element)[1]) // 8


@dataclass(frozen=True)
class View:
    """An array as a program sees it. `owner` keeps its memory."""

    address: int
    shape: Tuple[int, ...]
    element: str
    # None for memory of the host.
    device: Optional[int]
    contiguous: bool
    owner: Any

    def __str__(self) -> str:
        return describe(self.element, self.shape)


def describe(element: str, shape: Sequence[Optional[int]]) -> str:
    """"bf16[8, ?]", for messages."""
    sizes = ", ".join("?" if size is None else str(size) for size in shape)
    return f"{element}[{sizes}]"


class Library:
    """How arrays of one library are read and made."""

    def view(self, array: Any) -> View:
        raise NotImplementedError

    def contiguous(self, array: Any) -> Any:
        raise NotImplementedError

    def empty(self, shape: Sequence[int], element: str, device: Optional[int]) -> Any:
        raise NotImplementedError

    def zeros(self, shape: Sequence[int], element: str, device: Optional[int]) -> Any:
        array = self.empty(shape, element, device)
        array[...] = 0
        return array

    def stream(self, device: int) -> int:
        """The CUstream that work of the library is enqueued on."""
        return 0

    # Whether a call waits until the program has ended: the library's own work is on
    # other streams.
    must_wait = False

    def take_over(self, array: Any, address: int, shape: Sequence[int], element: str) -> Any:
        """An array of the library in the memory of one that has __dlpack__."""
        raise NotImplementedError

    def copy(self, array: Any) -> Any:
        raise NotImplementedError

    def to_bytes(self, array: Any) -> bytes:
        """The elements of a contiguous array, copied to the host."""
        raise NotImplementedError


def _strides_are_dense(shape: Sequence[int], strides: Optional[Sequence[int]]) -> bool:
    if strides is None:
        return True
    expected = 1
    for size, stride in zip(reversed(shape), reversed(strides)):
        if size != 1 and stride != expected:
            return 0 in shape
        expected *= size
    return True


class _Torch(Library):
    def __init__(self) -> None:
        import torch

        self.torch = torch
        self.elements: Dict[Any, str] = {}
        self.dtypes: Dict[str, Any] = {}
        for name in _NAMES:
            if hasattr(torch, name):
                self.elements[getattr(torch, name)] = str(element_of(name))
        for element, name in _TO_NUMPY.items():
            if hasattr(torch, name):
                self.dtypes[str(element)] = getattr(torch, name)

    def view(self, array: Any) -> View:
        device = array.device
        if device.type not in ("cuda", "cpu"):
            raise TypeError(f"a tensor is on device '{device}'; it can be on cuda or cpu")
        if array.dtype not in self.elements:
            raise TypeError(f"tensors of {array.dtype} are not supported")
        return View(array.data_ptr(), tuple(array.shape), self.elements[array.dtype],
                    (device.index or 0) if device.type == "cuda" else None,
                    array.is_contiguous(), array)

    def contiguous(self, array: Any) -> Any:
        return array.contiguous()

    def empty(self, shape: Sequence[int], element: str, device: Optional[int]) -> Any:
        where = "cpu" if device is None else f"cuda:{device}"
        return self.torch.empty(tuple(shape), dtype=self.dtypes[element], device=where)

    def stream(self, device: int) -> int:
        return self.torch.cuda.current_stream(device).cuda_stream

    def take_over(self, array: Any, address: int, shape: Sequence[int], element: str) -> Any:
        return self.torch.from_dlpack(array)

    def copy(self, array: Any) -> Any:
        return array.detach().clone()

    def to_bytes(self, array: Any) -> bytes:
        host = array.detach().cpu().contiguous().reshape(-1)
        return host.view(self.torch.uint8).numpy().tobytes()


class _Numpy(Library):
    """NumPy, and CuPy, which has the same functions on a GPU."""

    def __init__(self, module: Any, is_device: bool) -> None:
        self.module = module
        self.is_device = is_device

    def view(self, array: Any) -> View:
        element = element_of(str(array.dtype))
        if element is None:
            raise TypeError(f"arrays of {array.dtype} are not supported")
        if self.is_device:
            return View(array.data.ptr, array.shape, element, array.device.id,
                        array.flags.c_contiguous, array)
        return View(array.ctypes.data, array.shape, element, None,
                    array.flags.c_contiguous, array)

    def contiguous(self, array: Any) -> Any:
        return self.module.ascontiguousarray(array)

    def _dtype(self, element: str) -> Any:
        name = _TO_NUMPY[element]
        try:
            return self.module.dtype(name)
        except TypeError:
            import ml_dtypes  # NumPy has these types from there.

            return self.module.dtype(getattr(ml_dtypes, name))

    def empty(self, shape: Sequence[int], element: str, device: Optional[int]) -> Any:
        if not self.is_device:
            return self.module.empty(tuple(shape), self._dtype(element))
        with self.module.cuda.Device(device):
            return self.module.empty(tuple(shape), self._dtype(element))

    def stream(self, device: int) -> int:
        return self.module.cuda.get_current_stream().ptr if self.is_device else 0

    def take_over(self, array: Any, address: int, shape: Sequence[int], element: str) -> Any:
        if self.is_device:
            return self.module.from_dlpack(array)
        # What NumPy takes over can't be written to, and some types it doesn't take.
        result = self.empty(shape, element, None)
        ctypes.memmove(result.ctypes.data, address, result.nbytes)
        return result

    def copy(self, array: Any) -> Any:
        return array.copy()

    def to_bytes(self, array: Any) -> bytes:
        return array.tobytes()


class _Jax(Library):
    """JAX's arrays never change, so results are memory of ours that JAX takes over."""

    def __init__(self) -> None:
        import jax

        self.jax = jax

    def view(self, array: Any) -> View:
        device = next(iter(array.devices()))
        element = element_of(str(array.dtype))
        if element is None:
            raise TypeError(f"arrays of {array.dtype} are not supported")
        # JAX enqueues on streams of its own.
        array.block_until_ready()
        return View(array.unsafe_buffer_pointer(), array.shape, element,
                    device.id if device.platform in ("gpu", "cuda") else None, True, array)

    def contiguous(self, array: Any) -> Any:
        return array

    def zeros(self, shape: Sequence[int], element: str, device: Optional[int]) -> Any:
        return self.empty(shape, element, device)

    def empty(self, shape: Sequence[int], element: str, device: Optional[int]) -> Any:
        numpy = self.jax.numpy
        with self.jax.default_device(self._device(device)):
            # A new buffer that nobody else has; the program fills it.
            return numpy.zeros(tuple(shape), _TO_NUMPY[element]).block_until_ready()

    must_wait = True

    def take_over(self, array: Any, address: int, shape: Sequence[int], element: str) -> Any:
        return self.jax.dlpack.from_dlpack(array)

    def copy(self, array: Any) -> Any:
        return array  # It never changes.

    def to_bytes(self, array: Any) -> bytes:
        import numpy

        return numpy.asarray(array).tobytes()

    def _device(self, device: Optional[int]) -> Any:
        if device is None:
            return self.jax.devices("cpu")[0]
        return self.jax.devices("cuda")[device]


class _DLPack(Library):
    """Any array that has __dlpack__."""

    def view(self, array: Any) -> View:
        return view_capsule(array.__dlpack__(), array)

    def contiguous(self, array: Any) -> Any:
        raise ValueError("an array is not contiguous")

    def copy(self, array: Any) -> Any:
        return array

    def empty(self, shape: Sequence[int], element: str, device: Optional[int]) -> Any:
        raise TypeError("results can be arrays of PyTorch, JAX, CuPy or NumPy; give one of "
                        "these as an argument")


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64),
    ]


# DLPack's numbers of types, and of devices that CUDA or the host can read.
_CODES = {0: "i", 1: "i", 2: "f", 4: "bf", 6: "i"}
_HOST, _CUDA, _PINNED, _MANAGED = 1, 2, 3, 13


def view_capsule(capsule: Any, array: Any) -> View:
    """The view of a capsule as __dlpack__ returns it, which is kept with the array."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _DLTensor.from_address(get(capsule, b"dltensor"))
    if tensor.device_type not in (_HOST, _CUDA, _PINNED, _MANAGED):
        raise TypeError(f"an array is on a device of DLPack's kind {tensor.device_type}; it "
                        "can be on CUDA or on the host")
    if tensor.code not in _CODES or tensor.lanes != 1:
        raise TypeError("an array's elements have no type that programs have")
    element = "i1" if tensor.code == 6 else _CODES[tensor.code] + str(tensor.bits)
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    strides = [tensor.strides[i] for i in range(tensor.ndim)] if tensor.strides else None
    device = tensor.device_id if tensor.device_type in (_CUDA, _MANAGED) else None
    return View((tensor.data or 0) + tensor.byte_offset, shape, element, device,
                _strides_are_dense(shape, strides), (capsule, array))


class HostMemory:
    """A copy of an array's bytes, aligned as kernels need it."""

    _ALIGNMENT = 256

    def __init__(self, data: bytes):
        self._buffer = ctypes.create_string_buffer(len(data) + self._ALIGNMENT)
        start = ctypes.addressof(self._buffer)
        self.address = -(-start // self._ALIGNMENT) * self._ALIGNMENT
        self._bytes = len(data)
        ctypes.memmove(self.address, data, len(data))

    def read(self) -> bytes:
        return ctypes.string_at(self.address, self._bytes)

    def __setitem__(self, index: Any, array: Any) -> None:
        """Takes the elements of an array, as memory[...] = array."""
        ctypes.memmove(self.address, library_of(array).to_bytes(array), self._bytes)


class DeviceMemory:
    """A copy of an array's bytes on the device, which a program owns."""

    def __init__(self, program: Any, data: bytes):
        self._program = program
        self._bytes = len(data)
        self.address = program.upload(data)

    def read(self) -> bytes:
        return self._program.download(self.address, self._bytes)

    def __setitem__(self, index: Any, array: Any) -> None:
        """Takes the elements of an array, as memory[...] = array, by way of the host."""
        self._program.write(self.address, library_of(array).to_bytes(array))


class _Bytes(Library):
    """Weights of a loaded program."""

    def to_bytes(self, array: Any) -> bytes:
        return array.read()

    def copy(self, array: Any) -> Any:
        raise TypeError("the program returns a weight as it is, of which it has a copy: bind the "
                        "weight itself, with weights= if the program is loaded from a file")


def default_library() -> Library:
    """For a program that takes no arrays: PyTorch if it is there, else NumPy."""
    name = "torch" if "torch" in sys.modules else "numpy"
    return library_of(__import__(name).zeros(0))


_known: Dict[str, Library] = {}


def library_of(array: Any) -> Library:
    """The library that an array is of. Raises TypeError if it is no array."""
    name = type(array).__module__.partition(".")[0]
    if name in _known:
        return _known[name]
    if isinstance(array, (HostMemory, DeviceMemory)):
        return _Bytes()
    make: Dict[str, Callable[[], Library]] = {
        "torch": _Torch,
        "numpy": lambda: _Numpy(sys.modules["numpy"], False),
        "cupy": lambda: _Numpy(sys.modules["cupy"], True),
        "jax": _Jax,
        "jaxlib": _Jax,
    }
    if "torch" in sys.modules and isinstance(array, sys.modules["torch"].Tensor):
        name = "torch"  # A subclass, such as a parameter.
    if name in make:
        return _known.setdefault(name, make[name]())
    if hasattr(array, "__dlpack__"):
        return _DLPack()
    raise TypeError(f"an argument is a '{type(array).__name__}'; it must be an array of "
                    "PyTorch, JAX, CuPy or NumPy, or have __dlpack__")
