"""Programs: compiled models that are called with arrays."""

import math
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from . import _native, _toolchain, arrays
from .errors import OutOfMemoryError, ProgramError
from .signatures import Signature

# (element, sizes), where None is a size that is known at run time only.
Tensor = Tuple[str, Tuple[Optional[int], ...]]


def _as_program_error(error: Exception) -> ProgramError:
    text = str(error)
    if "OUT_OF_MEMORY" in text:
        return OutOfMemoryError(text)
    return ProgramError(text)


class FlatProgram:
    """A loaded program with numbered arguments and results.

    Some arguments are bound: weights, which stay where they are. A call gives the
    others. One thread at a time may call it. Nothing waits for the GPU.
    """

    def __init__(self, image: Any, device: int = 0, graphs: bool = True, load: bool = True):
        """With `load`, the program is loaded on the device at once, and otherwise when it
        is needed there: without a GPU it can be compiled, and saved."""
        self.image = image
        self.device = None if image.simulated else device
        self.arguments: List[Tensor] = list(image.arguments)
        self.results: List[Tuple[Tensor, Optional[int]]] = list(image.results)
        self._bound: Dict[int, Any] = {}
        # The caller's arrays of which the bound ones are copies.
        self._originals: Dict[int, Any] = {}
        # The array and view that a call gave last, by the number of a frozen argument.
        self._last: Dict[int, Tuple[Any, Any]] = {}
        # _changes() of the last call.
        self._seen_changes: Optional[List[int]] = None
        self._graphs = graphs
        self._loaded: Any = None
        self._closed = False
        if load or image.simulated:
            self._load()

    @property
    def _program(self) -> Any:
        """The loaded program."""
        if self._closed:
            raise ValueError("the program was closed")
        if self._loaded is None:
            self._load()
        return self._loaded

    def _load(self) -> None:
        """Loads the program, and binds what was bound before, or does nothing."""
        image = self.image
        library = _toolchain.SIMULATOR if image.simulated else _toolchain.CUDA_RUNTIME
        device = self.device or 0
        bound: Dict[int, Any] = {}
        try:
            if not image.simulated:
                self._check_device(library, device)
            loaded = _native.Program(image, library, device, self._graphs)
            try:
                for number, array in self._bound.items():
                    bound[number] = self._bind_now(loaded, number, array)
            except BaseException:
                loaded.close()
                raise
        except _native.ProgramError as error:
            if "cuModuleLoadDataEx" in str(error):
                raise ProgramError(
                    f"{error}: the kernels are for {image.chip} ({image.target}), and "
                    f"cuda:{device} is '{_native.device_name(library, device)}'; compile the "
                    "model with target='auto' on this machine") from None
            raise _as_program_error(error) from None
        self._bound = bound
        self._loaded = loaded

    def _bind_now(self, loaded: Any, number: int, array: Any) -> Any:
        """Binds an array to a loaded program, and returns what keeps its memory."""
        if isinstance(array, arrays.HostMemory) and self.device is not None:
            array = arrays.DeviceMemory(loaded, array.read())
        if isinstance(array, (arrays.HostMemory, arrays.DeviceMemory)):
            loaded.bind(number, array.address, self.arguments[number][1])
            return array
        view = self._view(number, array)
        loaded.bind(number, view.address, view.shape)
        return view.owner

    def rebuilt(self, image: Any) -> "FlatProgram":
        """Another program of the same arguments, on the same device, bound to the same
        arrays."""
        other = FlatProgram(image, self.device or 0, self._graphs,
                            load=self._loaded is not None)
        for number, array in self._bound.items():
            if isinstance(array, (arrays.DeviceMemory, arrays.HostMemory)):
                other.bind_bytes(number, array.read())
            else:
                other.bind(number, self._originals.get(number, array))
        return other

    @staticmethod
    def _check_device(library: str, device: int) -> None:
        count = _native.device_count(library)
        if not 0 <= device < count:
            raise ProgramError(f"there is no device cuda:{device}; the driver has {count}")

    @property
    def replays(self) -> int:
        """How many calls replayed a CUDA graph."""
        return self._program.replays

    @property
    def frozen(self) -> List[int]:
        """The numbers of the arguments that must be the same arrays, unchanged, in each
        call."""
        return list(self.image.frozen)

    def _changes(self) -> List[int]:
        """How often PyTorch has changed each bound frozen array in place; 0 where nobody
        counts."""
        counts = []
        for number in self.frozen:
            array = self._originals.get(number, self._bound.get(number))
            try:
                counts.append(getattr(array, "_version", 0))
            except RuntimeError:  # A tensor of torch.inference_mode().
                counts.append(0)
        return counts

    def refresh(self) -> None:
        """Has the next call compute anew what is computed once, of arrays as they are then.
        CUDA graphs of earlier calls are dropped."""
        for number, array in list(self._originals.items()):
            self.bind(number, array)
        self._last.clear()
        if self._loaded is None:
            return  # Nothing was computed yet.
        try:
            self._program.refresh()
        except _native.ProgramError as error:
            raise _as_program_error(error) from None

    def close(self) -> None:
        """Gives memory back. The program can't be called any more."""
        self._closed = True
        if self._loaded is not None:
            self._loaded.close()
        self._bound.clear()
        self._originals.clear()
        self._last.clear()

    def bind(self, number: int, array: Any) -> None:
        """Binds an argument to an array, which must not move. A copy is made if it is
        not contiguous, or in the host's memory before the program is loaded."""
        view = self._view(number, array, or_host=self._loaded is None)
        if view.device != self.device:
            self.bind_bytes(number, arrays.library_of(array).to_bytes(array))
            return
        if self._loaded is not None:
            self._loaded.bind(number, view.address, view.shape)
        self._bound[number] = view.owner
        self._originals.pop(number, None)
        if not arrays.library_of(array).view(array).contiguous:
            self._originals[number] = array

    def bind_bytes(self, number: int, data: bytes) -> None:
        """Binds an argument to a copy of `data` in memory of the program."""
        _, shape = self.arguments[number]
        if self.device is None or self._loaded is None:
            memory: Any = arrays.HostMemory(data)
        else:
            memory = arrays.DeviceMemory(self._loaded, data)
        if self._loaded is not None:
            self._loaded.bind(number, memory.address, shape)
        self._bound[number] = memory

    @property
    def bound(self) -> Dict[int, Any]:
        """The arrays of the bound arguments, by number."""
        return dict(self._bound)

    @property
    def unbound(self) -> List[int]:
        """The numbers of the arguments that a call gives."""
        return [i for i in range(len(self.arguments)) if i not in self._bound]

    def __call__(self, given: Sequence[Any]) -> List[Any]:
        """Runs the program on arrays for the unbound arguments, and returns arrays of the
        first one's library."""
        return self._run(given, self._program.call)

    def trace(self, given: Sequence[Any]) -> List[tuple]:
        """Runs the program, and returns the kernels that it launched: name, grid, threads,
        CTAs of a cluster, bytes of shared memory, whether it computed what is computed once,
        and when each began and ended."""
        launches: List[tuple] = []

        def call(*arguments: Any) -> Any:
            made, told = self._program.trace(*arguments)
            launches.extend(told)
            return made

        self._run(given, call)
        return launches

    def zeros(self) -> List[Any]:
        """Arrays for the unbound arguments, if their sizes are known."""
        library = self._library(())
        for number in self.unbound:
            if None in self.arguments[number][1]:
                raise ValueError(f"the sizes of argument {number} are not known: give arrays")
        return [library.zeros(self.arguments[number][1], self.arguments[number][0], self.device)
                for number in self.unbound]

    def _run(self, given: Sequence[Any], call: Any) -> List[Any]:
        numbers = self.unbound
        if len(given) != len(numbers):
            raise TypeError(f"the program takes {len(numbers)} arrays, not {len(given)}")
        changes = self._changes()
        if changes != self._seen_changes:
            if self._seen_changes is not None:
                self.refresh()
            self._seen_changes = changes
        views = [self._given(number, array) for number, array in zip(numbers, given)]
        library = self._library(given)
        stream = 0 if self.device is None else library.stream(self.device)
        buffers = [(view.address, view.shape) for view in views]
        try:
            places, outputs = self._places(library, buffers)
            made = call(numbers, buffers,
                        [(view.address, view.shape) for view in places], stream,
                        -1 if self.device is None else self.device)
            if self.device is not None and library.must_wait:
                self._program.synchronize(stream)
        except _native.ProgramError as error:
            raise _as_program_error(error) from None
        by_number = dict(zip(numbers, given))
        results = []
        for (element, _), argument in self.results:
            if argument is not None:
                # Also where the model returns it as it is: its caller may write to it.
                array = by_number.get(argument, self._bound.get(argument))
                results.append(arrays.library_of(array).copy(array))
            elif outputs:
                results.append(outputs.pop(0))
            else:
                results.append(library.take_over(*made.pop(0), element))
        return results

    def _library(self, given: Sequence[Any]) -> arrays.Library:
        for array in list(given) + list(self._bound.values()):
            if not isinstance(array, (arrays.HostMemory, arrays.DeviceMemory)):
                return arrays.library_of(array)
        return arrays.default_library()

    def _places(self, library: arrays.Library,
                buffers: List[tuple]) -> Tuple[List[arrays.View], List[Any]]:
        """Arrays for the results of a call with these buffers, if their sizes can be known."""
        if not self.image.results_in_place:
            return [], []
        own = [tensor for tensor, argument in self.results if argument is None]
        shapes = [shape for _, shape in own]
        if any(None in shape for shape in shapes):
            shapes = self._program.result_sizes(self.unbound, buffers)
        outputs = [library.empty(tuple(shape), element, self.device)
                   for (element, _), shape in zip(own, shapes)]
        return [library.view(output) for output in outputs], outputs

    def _given(self, number: int, array: Any) -> arrays.View:
        """The view of a call's array. That of a frozen argument lives until another is given:
        no other array can then have its address, by which what was prepared is known."""
        if number not in self.frozen:
            return self._view(number, array)
        last, view = self._last.get(number, (None, None))
        if last is not array or view.owner is array:
            view = self._view(number, array)
        self._last[number] = (array, view)
        return view

    def _view(self, number: int, array: Any, or_host: bool = False) -> arrays.View:
        """The view of an argument's array, which is what the program was compiled for."""
        library = arrays.library_of(array)
        try:
            view = library.view(array)
            if not view.contiguous:
                view = library.view(library.contiguous(array))
        except (TypeError, ValueError) as error:
            raise type(error)(f"argument {number}: {error}") from None
        element, shape = self.arguments[number]
        if view.element != element:
            raise TypeError(f"argument {number} is {view}; the program takes "
                            f"{arrays.describe(element, shape)}: convert its elements")
        if len(view.shape) != len(shape) or any(
                size not in (None, given) for size, given in zip(shape, view.shape)):
            raise ValueError(f"argument {number} is {view}; the program takes "
                             f"{arrays.describe(element, shape)}: compile it for these sizes, "
                             "or with dynamic_shapes")
        if view.device != self.device and not (or_host and view.device is None):
            where = {None: "the host's memory"}
            raise ValueError(
                f"argument {number} is in {where.get(view.device, f'cuda:{view.device}')}; the "
                f"program runs on {where.get(self.device, f'cuda:{self.device}')}: move it there")
        return view


class Program:
    """A compiled model. It is called as the model is."""

    def __init__(self, flat: FlatProgram, signature: Signature,
                 source: Union[str, bytes, None] = None, options: Optional[dict] = None,
                 compile_seconds: float = 0.0):
        self.flat = flat
        self.signature = signature
        # What it was compiled from, and how: what tune() starts from.
        self.source = source
        self.options = options or {}
        # How long it took to compile and to load.
        self.compile_seconds = compile_seconds
        # What tune() found (tuning.TunedModule).
        self.tuned: Any = None

    @property
    def target(self) -> str:
        return self.flat.image.target

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        inputs = self.signature.flatten(args, kwargs)
        results = self.flat(inputs)
        self.signature.write_back(results, inputs, self.flat.bound)
        return self.signature.unflatten(results)

    def refresh(self) -> None:
        """Has the next call see weights that have changed in place since the last call.
        Without it, what was computed of frozen weights stays as it is."""
        self.flat.refresh()

    def __repr__(self) -> str:
        taken = ", ".join(arrays.describe(*self.flat.arguments[i]) for i in self.flat.unbound)
        given = ", ".join(arrays.describe(*tensor) for tensor, _ in self.flat.results)
        where = "the simulator" if self.flat.device is None else f"cuda:{self.flat.device}"
        return f"<mlir_autotune program ({taken}) -> ({given}) for {self.target} on {where}>"

    def save(self, path: Union[str, Path], weights: bool = True) -> None:
        """Writes the program, and by default the arrays that it is bound to, to a file that
        load() reads without a compiler."""
        from . import files

        files.save(self, Path(path), weights)

    def tune(self, budget: Optional[float] = None, **options: Any) -> "Program":
        """Measures kernels on the GPU, and uses the fastest. It ends after `budget` seconds,
        though each matmul is measured once in any case. See mlir_autotune.tuning.tune() for the
        options."""
        from . import compiler

        compiler.tune_program(self, budget, **options)
        return self


def byte_count(tensor: Tensor) -> int:
    """Of an argument whose sizes are known."""
    element, shape = tensor
    return math.prod(shape) * arrays.element_bytes(element)
