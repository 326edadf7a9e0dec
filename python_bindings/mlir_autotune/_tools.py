"""The project's programs: where they are, and how one is run.

A program that fails raises ToolError. Its message has the program's own errors,
and what to do where the program can't know it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, List, Mapping, Optional, Sequence

#: Gets the lines that a program prints while it works.
Progress = Callable[[str], None]

# What an error of the programs means to a caller in Python.
_HINTS = (
    ("no CUDA driver",
     "measure on another machine with executor=CommandExecutor(['ssh host autotune-runner']), or "
     "choose configs without a GPU with effort='none' and a target"),
    ("is no program that can be run",
     "install the package where the runner is started, or name the runner's whole path"),
    ("it is no database",
     "give another path as database=, or remove this file if nothing else needs it"),
    ("can't open: No such file", "name a database that exists; the first measurement makes one"),
    ("the runner ended with code",
     "start the runner's command in a shell to see why: with --device-info, it names the device"),
    ("unknown target", "give one of these names as the target"),
    ("can't find ptxas", "install the CUDA Toolkit, or set AUTOTUNE_PTXAS to a ptxas"),
)


class ToolError(RuntimeError):
    """A program failed. `command` is its command line, `code` its exit code, and `output`
    everything that it printed to its standard error. If it was tuning, `records` are those of the
    candidates that were measured before."""

    def __init__(self, message: str, command: Sequence[str] = (), code: int = 1,
                 output: str = "") -> None:
        super().__init__(message)
        self.command = list(command)
        self.code = code
        self.output = output
        self.records: Sequence[Any] = ()


@dataclass(frozen=True)
class Output:
    """What a program printed."""

    stdout: str
    stderr: str

    @property
    def warnings(self) -> List[str]:
        """The lines that are warnings."""
        return [line for line in self.stderr.splitlines() if "warning: " in line]


def command(name: str) -> List[str]:
    """The words that start a program: autotune-bench, autotune-runner or autotune-opt.

    AUTOTUNE_BIN names a folder of programs, such as build/release/bin. Without it, the program
    is the package's own.
    """
    folder = os.environ.get("AUTOTUNE_BIN")
    if folder:
        path = Path(folder) / name
        if not os.access(path, os.X_OK):
            raise ToolError(f"AUTOTUNE_BIN={folder}: there is no program {name} in this folder; "
                            "name the folder of the project's programs, or unset the variable")
        return [str(path)]
    path = Path(__file__).parent / "_lib" / name
    if os.access(path, os.X_OK):
        return [str(path)]
    return [sys.executable, "-m", "mlir_autotune._program", name]


def run(name: str, arguments: Sequence[str], *, input: Optional[str] = None,
        progress: Optional[Progress] = None,
        environment: Optional[Mapping[str, str]] = None) -> Output:
    """Runs a program to its end, and returns what it printed.

    `input` becomes its standard input. `progress` gets each line of its standard error at once.
    If this function is interrupted, the program is ended, too.
    """
    words = [*command(name), *arguments]
    try:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL if input is None else subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
            env=None if environment is None else {**os.environ, **environment})
    except OSError as error:
        raise ToolError(f"{name} can't be started: {error}", words) from None
    told: List[str] = []
    printed: List[str] = []
    threads = [threading.Thread(target=_listen, args=(process.stderr, told, progress)),
               threading.Thread(target=_listen, args=(process.stdout, printed, None))]
    for thread in threads:
        thread.start()
    try:
        if input is not None:
            _write(process, input)
        code = process.wait()
    finally:
        _end(process)
        for thread in threads:
            thread.join()
    output = "".join(told)
    if code != 0:
        raise ToolError(explain(name, code, output), words, code, output)
    return Output("".join(printed), output)


def _listen(pipe, lines: List[str], progress: Optional[Progress]) -> None:
    """Reads a pipe to its end. A callback that fails does not stop the program."""
    for line in pipe:
        lines.append(line)
        if progress is None:
            continue
        try:
            progress(line.rstrip("\n"))
        except Exception as error:  # The program would hang on a full pipe.
            progress = None
            print(f"mlir_autotune: progress is not reported any more: {error!r}", file=sys.stderr)
    pipe.close()


def _write(process: subprocess.Popen, text: str) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(text)
        process.stdin.close()
    except BrokenPipeError:
        pass  # The program has ended. Its exit code and its errors say why.


def _end(process: subprocess.Popen) -> None:
    """Ends a program that is still running: gently first, so that it removes its files."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def explain(name: str, code: int, output: str) -> str:
    """The message for a program that failed: its errors, its notes and a hint."""
    lines = output.splitlines()
    told = [line for line in lines if _is_error(name, line)]
    if code < 0:
        try:
            how = signal.Signals(-code).name
        except ValueError:
            how = f"signal {-code}"
        told.append(f"{name} was ended by {how}")
    if not told:
        told = lines[-5:] or [f"{name} ended with code {code} and said nothing"]
    text = "\n".join(told)
    hints = [hint for pattern, hint in _HINTS if pattern in text]
    return "\n".join([text, *hints])


def _is_error(name: str, line: str) -> bool:
    return "error: " in line or line.startswith((f"{name}: ", "note: "))
