"""Where things are: the package's libraries, ptxas, the GPU."""

import importlib.util
import os
import shutil
from pathlib import Path
from typing import Optional, Tuple

from . import _native

LIBRARY = Path(__file__).parent / "_lib"
CUDA_RUNTIME = str(LIBRARY / "libautotune_cuda_runtime.so")
SIMULATOR = str(LIBRARY / "libautotune_simulator.so")

# Packages that bring ptxas: NVIDIA's own, and Triton's, which PyTorch needs.
_PTXAS_IN_PACKAGES = (
    ("nvidia", "cu13/bin"),
    ("nvidia", "cuda_nvcc/bin"),
    ("triton", "backends/nvidia/bin"),
)


def find_ptxas() -> Optional[str]:
    """The folder of ptxas, which is put on PATH; None if there is none.

    A CUDA Toolkit that CUDA_HOME names, or that is on PATH or in its usual place,
    comes first. Without ptxas, the driver assembles kernels when they are loaded,
    which takes seconds.
    """
    on_path = shutil.which("ptxas")
    if on_path:
        return os.path.dirname(on_path)
    folders = [os.path.join(os.environ[name], "bin")
               for name in ("CUDA_ROOT", "CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    folders.append("/usr/local/cuda/bin")
    for package, path in _PTXAS_IN_PACKAGES:
        spec = importlib.util.find_spec(package)
        for root in (spec.submodule_search_locations or []) if spec else []:
            folders.append(os.path.join(root, path))
    for folder in folders:
        if os.access(os.path.join(folder, "ptxas"), os.X_OK):
            os.environ["PATH"] = os.pathsep.join([os.environ.get("PATH", ""), folder])
            return folder
    return None


def device_target(device: int = 0) -> str:
    """The target of a GPU that is there: "h100-sxm". Raises RuntimeError without one."""
    name = _device_name(device)
    target = _native.find_target(name)
    if target is None:
        raise RuntimeError(
            f"no target is known for the GPU '{name}'; name one of its kind: target="
            + ", ".join(_native.targets()))
    return target


def _device_name(device: int) -> str:
    try:
        count = _native.device_count(CUDA_RUNTIME)
    except _native.ProgramError as error:
        raise RuntimeError(
            f"target='auto' needs a GPU: {error}. Without one, target='h100' compiles for "
            "that GPU, and target='sim' runs small inputs in the simulator") from None
    if not 0 <= device < count:
        raise RuntimeError(f"there is no device cuda:{device}; the driver has {count}")
    return _native.device_name(CUDA_RUNTIME, device)


def resolve(target: str, device: int = 0) -> Tuple[str, str]:
    """The compiler's target and format of what a user calls a target."""
    if target == "sim":
        return "h100", "sim"
    if target.startswith("sim:"):
        return target[len("sim:"):], "sim"
    if target == "auto":
        target = device_target(device)
    return target, "bin" if find_ptxas() else "isa"
