"""From a model to a program."""

import json
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from . import _native, _toolchain
from .errors import CompileError, Diagnostic
from .program import FlatProgram, Program, Signature

# A function that hears what the compiler has to say, remarks among it.
Listener = Callable[[Diagnostic], None]


def compile(model: Any, args: Sequence[Any] = (), kwargs: Optional[Dict[str, Any]] = None, *,
            target: str = "auto", device: int = 0, dynamic_shapes: Any = None,
            prepare: str = "", options: str = "", graphs: bool = True,
            freeze: Union[bool, Sequence[int]] = True,
            listener: Optional[Listener] = None) -> Program:
    """Compiles a model to a program.

    `model` is a torch.nn.Module, a torch.export.ExportedProgram, a function that
    jax.jit has lowered, or MLIR: text, bytecode, or a file's path. `args` and `kwargs`
    are arguments to compile it for, as torch.export takes them, with `dynamic_shapes`.

    `target` is "auto" for the GPU that is there; "h100" or another name of
    mlir_autotune.targets(), which needs no GPU until the program is called, so that
    weights may be in the host's memory, and are copied; or "sim" for the simulator,
    which runs small inputs on the host. `prepare` and `options` are
    options of the pipelines autotune-prepare and autotune-compile. With `graphs`, calls
    whose arrays come again replay a CUDA graph.

    With `freeze`, what depends on the model's weights alone is computed once, in the
    first call. Changes of weights in place are seen after program.refresh() only.
    Numbers of positional arguments freeze these arguments, too: each call must give the
    same arrays for them, unchanged.

    Raises CompileError if an operation can't be compiled.
    """
    from . import frontends

    imported = frontends.import_module(model, args, kwargs, dynamic_shapes)
    return compile_imported(imported, target=target, device=device, prepare=prepare,
                            options=options, graphs=graphs, freeze=freeze,
                            listener=listener)


def compile_imported(imported: Any, *, target: str = "auto", device: int = 0,
                     prepare: str = "", options: str = "", graphs: bool = True,
                     entry: str = "main", freeze: Union[bool, Sequence[int]] = False,
                     listener: Optional[Listener] = None) -> Program:
    """Compiles what a front end has imported (frontends.ImportedModule)."""
    frozen = [] if freeze is False else imported.frozen_arguments(
        () if freeze is True else freeze)
    settings = dict(target=target, device=device, prepare=prepare, options=options,
                    graphs=graphs, entry=entry, frozen=frozen)
    start = time.monotonic()
    image = compile_text(imported.text, target=target, device=device, prepare=prepare,
                         options=options, entry=entry, frozen=frozen, listener=listener)
    flat = FlatProgram(image, device, graphs, load=target == "auto")
    seconds = time.monotonic() - start
    bind_weights(flat, imported)
    signature = imported.signature_for(len(flat.arguments), len(flat.results))
    return Program(flat, signature, imported.text, settings, seconds)


def bind_weights(flat: FlatProgram, imported: Any) -> None:
    """Binds the arguments that are weights to the model's own arrays."""
    for number, (kind, index) in enumerate(imported.argument_sources):
        if kind == "weight":
            flat.bind(number, imported.weights[index])


def compile_text(text: Union[str, bytes], *, target: str, device: int = 0, prepare: str = "",
                 options: str = "", entry: str = "main", frozen: Sequence[int] = (),
                 listener: Optional[Listener] = None) -> Any:
    """Compiles MLIR to an image, which FlatProgram loads. `frozen` are the numbers of
    arguments that are the same in each call, beside those with autotune.frozen."""
    name, format = _toolchain.resolve(target, device)
    source = text.encode() if isinstance(text, str) else text
    try:
        image, told = _native.compile(source, name, format, entry, prepare, options,
                                      list(frozen))
    except _native.CompileError as error:
        raise CompileError(*error.args) from None
    if listener:
        for diagnostic in told:
            listener(Diagnostic(*diagnostic))
    return image


def run_passes(text: Union[str, bytes], pipeline: str) -> str:
    """Runs passes on MLIR: run_passes(text, "builtin.module(autotune-prepare)")."""
    source = text.encode() if isinstance(text, str) else text
    try:
        return _native.run_passes(source, pipeline)[0]
    except _native.CompileError as error:
        raise CompileError(*error.args) from None


def _freeze(source: Union[str, bytes], entry: str, frozen: Sequence[int]) -> str:
    """MLIR as text, which says which arguments are frozen: matmuls that read them are
    tuned for rows as they are then."""
    if isinstance(source, str) and not frozen:
        return source
    data = source.encode() if isinstance(source, str) else source
    return _native.freeze(data, entry, list(frozen))


def tune_program(program: Program, budget: Optional[float], **options: Any) -> None:
    """Tunes a program's kernels, and compiles it anew with the fastest configs.

    The device measures, unless an executor among the options does. Arrays that were
    bound stay bound. CUDA graphs of the program before must not be replayed any more.

    The budget is for both. Compiling anew takes about as long as the first time, so that much of
    the budget is not for measuring.
    """
    from . import tuning
    from ._stages import Deadline

    deadline = Deadline(budget)

    if program.source is None:
        raise ValueError("the program was saved without its source: compile the model again")
    settings = dict(program.options)
    flat = program.flat
    if flat.image.simulated:
        raise ValueError("a program in the simulator can't be tuned: compile it for a GPU")
    target = options.pop("target", settings.get("target"))
    entry, frozen = settings.get("entry", "main"), settings.get("frozen", ())
    text = _freeze(program.source, entry, frozen)
    picks_only = any(word.startswith("--require-complete")
                     for word in options.get("arguments", ()))
    options.setdefault("rows", not picks_only)
    tuned = tuning.tune(text, None if target == "auto" else target,
                        budget=deadline.left(reserve=program.compile_seconds), **options)
    image = compile_text(tuned.text, target=settings.get("target", "auto"),
                         device=settings.get("device", 0), prepare=settings.get("prepare", ""),
                         options=settings.get("options", ""),
                         entry=entry, frozen=frozen)
    program.flat = flat.rebuilt(image)
    program.tuned = tuned
