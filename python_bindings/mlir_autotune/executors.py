"""Where tuning builds and measures: on this machine, by commands, or on a Ray cluster.

    tune(text, executor=LocalExecutor(workers=2))
    tune(text, executor=CommandExecutor(["ssh one autotune-runner", "ssh two autotune-runner"]))
    tune(text, executor=RayExecutor())

All GPUs that measure one module must be of one kind: times of different kinds can't be compared.
Each runner measures its own baseline.
"""

from __future__ import annotations

import abc
import contextlib
import shlex
from typing import Any, ContextManager, Iterator, List, Optional, Sequence, Union

from . import _tools


class Executor(abc.ABC):
    """Where kernels are measured, and perhaps built."""

    #: Whether `build_ahead` does anything.
    builds = False

    @abc.abstractmethod
    def open(self) -> ContextManager[List[str]]:
        """Starts what measuring needs. Gives the options by which autotune-bench uses it."""

    def build_ahead(self, candidates: str, target: str, cache: Optional[str],
                    progress: Optional[_tools.Progress]) -> None:
        """Compiles a module's candidates into the cache before they are asked for.

        The default does nothing: autotune-bench compiles on this machine.
        """


class LocalExecutor(Executor):
    """Measures on this machine's GPUs: on `workers` of them, from `device` on.

    `device` is also "sim", which checks kernels in the simulator, or "replay:FILE", which takes
    times from records.
    """

    def __init__(self, workers: int = 1, device: str = "cuda:0") -> None:
        if workers < 1:
            raise ValueError(f"workers is {workers}; at least one GPU has to measure")
        self.workers = workers
        self.device = device

    @contextlib.contextmanager
    def open(self) -> Iterator[List[str]]:
        options = [f"--device={self.device}"]
        yield options + ([f"--workers={self.workers}"] if self.workers > 1 else [])


class CommandExecutor(Executor):
    """Measures with runners that commands start, here or on other machines.

    A command is a text for a shell, or its words: "ssh host autotune-runner". Kernels travel
    through its standard input, and records come back through its standard output. No file has to
    be copied. With `workers`, each command is started for so many GPUs of its machine.
    """

    def __init__(self, runners: Sequence[Union[str, Sequence[str]]], workers: int = 1) -> None:
        if isinstance(runners, str):
            runners = [runners]
        self.runners = [each if isinstance(each, str) else shlex.join(each) for each in runners]
        if not self.runners or not all(each.strip() for each in self.runners):
            raise ValueError("runners: name at least one command, such as "
                             "'ssh host autotune-runner'")
        self.workers = workers

    @contextlib.contextmanager
    def open(self) -> Iterator[List[str]]:
        options = [f"--runner={each}" for each in self.runners]
        yield options + ([f"--workers={self.workers}"] if self.workers > 1 else [])


def __getattr__(name: str) -> Any:
    # Ray is imported only by those who use it.
    if name == "RayExecutor":
        from ._ray_executor import RayExecutor

        return RayExecutor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
