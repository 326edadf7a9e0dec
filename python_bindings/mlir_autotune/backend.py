"""The backend "mlir_autotune" of torch.compile.

    torch.compile(model, backend="mlir_autotune", options={"target": "h200"})

Each graph that torch.compile finds becomes a program. A graph that can't be compiled
runs as it is, in PyTorch, and the log says once why. Programs are for inference: a
graph that needs gradients runs in PyTorch, too.
"""

import logging
from typing import Any, Callable, Dict, List, Optional, Sequence

from .errors import CompileError, ProgramError
from .frontends import ImportedModule, UnsupportedModelError

_log = logging.getLogger("mlir_autotune")
_told: set = set()

# What compiles an imported graph: mlir_autotune.compiler.compile_imported.
Compiler = Callable[..., Any]


def _tell_once(message: str) -> None:
    if message not in _told:
        _told.add(message)
        _log.warning("%s", message)


def mlir_autotune_backend(gm: Any, example_inputs: Sequence[Any],
                          options: Optional[Dict[str, Any]] = None, mode: Optional[str] = None,
                          **more: Any) -> Callable[..., Any]:
    """Compiles a graph of torch.compile.

    `options` are those of mlir_autotune.compile (target, prepare, options), and:
    - "dynamic": compile graphs of sizes that changed between calls for all sizes. The
      default is a program for each size, which is faster, and which torch.compile makes
      at most 8 of (torch._dynamo.config.recompile_limit).
    - "fallback": False raises if a graph can't be compiled.
    - "compiler": a function to use in place of mlir_autotune's compile_imported.
    """
    import torch

    settings = {**(options or {}), **more}
    if mode not in (None, "default"):
        raise ValueError(f"the backend mlir_autotune has no mode '{mode}'")
    fallback = settings.pop("fallback", True)
    if torch.is_grad_enabled() and any(
            isinstance(value, torch.Tensor) and value.requires_grad for value in example_inputs):
        message = ("a graph needs gradients, and runs in PyTorch: call the model under "
                   "torch.no_grad() to compile it")
        if not fallback:
            raise UnsupportedModelError(message)
        _tell_once(message)
        return gm.forward
    try:
        return _compile(gm, example_inputs, settings)
    except Exception as error:
        reason = _find_reason(error)
        if not fallback:
            raise reason from None
        if not isinstance(reason, (CompileError, ProgramError, NotImplementedError)):
            _log.debug("the failure in full", exc_info=error)
        _tell_once(f"a graph can't be compiled, and runs in PyTorch: {reason}")
        return gm.forward


def _find_reason(error: BaseException) -> BaseException:
    """Our own exception, which PyTorch can have wrapped."""
    found: Optional[BaseException] = error
    while found is not None and not isinstance(found, (CompileError, ProgramError)):
        found = found.__cause__ or found.__context__
    return found or error


def _compile(gm: Any, example_inputs: Sequence[Any],
             settings: Dict[str, Any]) -> Callable[..., Any]:
    from torch._dynamo.backends.common import aot_autograd
    from torch._functorch.aot_autograd import make_boxed_func

    from .frontends import _decompositions

    dynamic = settings.pop("dynamic", False)
    compiler = settings.pop("compiler", None) or _compiler()
    options = _program_options(settings, example_inputs)

    def compile_graph(graph: Any, inputs: Sequence[Any]) -> Callable[..., Any]:
        from .frontends._torch_aot import import_graph

        imported = import_graph(graph, inputs, dynamic)
        program = compiler(imported, **options)
        return make_boxed_func(_caller(program, imported,
                                       _static_inputs(gm, example_inputs, inputs)))

    def refuse(graph: Any, inputs: Sequence[Any]) -> Callable[..., Any]:
        raise UnsupportedModelError("a graph needs gradients")

    compiled = aot_autograd(fw_compiler=refuse, bw_compiler=refuse,
                            inference_compiler=compile_graph,
                            decompositions=_decompositions.table())
    return compiled(_decompositions.with_own_attention(gm), list(example_inputs))


def _compiler() -> Compiler:
    from .compiler import compile_imported

    return compile_imported


def _program_options(settings: Dict[str, Any], inputs: Sequence[Any]) -> Dict[str, Any]:
    """The options of compile_imported: by default, the device is that of the inputs."""
    import torch

    options = dict(settings)
    devices = {value.device for value in inputs if isinstance(value, torch.Tensor)}
    cuda = {device.index or 0 for device in devices if device.type == "cuda"}
    if len(cuda) > 1:
        raise UnsupportedModelError(f"the graph has tensors on several GPUs: {sorted(cuda)}")
    if "device" not in options and cuda:
        options["device"] = cuda.pop()
    if "target" not in options and not cuda and "device" not in options:
        raise UnsupportedModelError("the graph's tensors are in the host's memory: move the model "
                                    "and its inputs to cuda, or give the option target='sim'")
    return options


def _static_inputs(gm: Any, example_inputs: Sequence[Any], inputs: Sequence[Any]) -> List[int]:
    """The inputs of AOTAutograd's graph that are parameters or buffers, as far as can be
    told: they are the same memory in all calls, as a rule."""
    import torch

    placeholders = [node for node in gm.graph.nodes if node.op == "placeholder"]
    # AOTAutograd puts the module's own parameters first.
    own = len(inputs) - len(placeholders)
    static = list(range(own))
    for number, (node, value) in enumerate(zip(placeholders, example_inputs)):
        known = node.meta.get("tensor_dict", {}).get("_dynamo_static_input_type")
        if known or isinstance(value, torch.nn.Parameter):
            static.append(own + number)
    # A program has a copy of what is not contiguous, which would not see changes.
    return [number for number in static if number >= 0
            and isinstance(inputs[number], torch.Tensor) and inputs[number].is_contiguous()]


def _caller(program: Any, imported: ImportedModule, static: Sequence[int]) -> Callable[..., Any]:
    """A function of the graph's inputs, one after the other.

    Static inputs are bound to the program: a call looks only whether they have moved.
    """
    flat = getattr(program, "flat", None)
    signature = imported.signature
    leaves = [signature.kept[index] if kind == "input" else None
              for kind, index in imported.argument_sources]
    bound = [(number, leaf) for number, leaf in enumerate(leaves) if leaf in static]
    if flat is None or not bound:
        run = flat or program
        return lambda *args: signature.unflatten(run(signature.flatten(args, {})))
    given = [leaf for leaf in leaves if leaf is not None and leaf not in static]
    places: Dict[int, int] = {}

    def call(*args: Any) -> List[Any]:
        for number, leaf in bound:
            place = args[leaf].data_ptr()
            if places.get(number) != place:
                flat.bind(number, args[leaf])
                places[number] = place
        return signature.unflatten(flat([args[leaf] for leaf in given]))

    return call
