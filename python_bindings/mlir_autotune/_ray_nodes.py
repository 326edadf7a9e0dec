"""What runs on the nodes of a Ray cluster: a runner, and the build of some candidates.

The package must be installed on each node. Ray's workers import this file there.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import tarfile
import tempfile
import threading
from collections import deque
from pathlib import Path
from typing import Deque, List, Optional, Sequence, Tuple

from . import _stages, _tools

_CHUNK = 1 << 20


class Runner:
    """autotune-runner on this node, as an actor. It speaks the runner protocol in bytes.

    If the actor's process is killed, the runner's standard input ends, and the runner with it.
    """

    def __init__(self, arguments: Sequence[str], command: Optional[Sequence[str]] = None) -> None:
        words = list(command) if command else _tools.command("autotune-runner")
        self.process = subprocess.Popen([*words, *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.last_lines: Deque[str] = deque(maxlen=5)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.last_lines.append(line.decode(errors="replace").rstrip("\n"))

    def where(self) -> str:
        """The name of this machine."""
        return os.uname().nodename

    def write(self, data: bytes) -> None:
        """Passes requests on. A runner that has ended takes none: `read` says so."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def close(self) -> None:
        """Ends the requests."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def read(self) -> bytes:
        """Waits for answers. Nothing (b"") means that the runner has ended."""
        assert self.process.stdout is not None
        return os.read(self.process.stdout.fileno(), _CHUNK)

    def end(self) -> Tuple[int, List[str]]:
        """The exit code, and the last lines of the standard error."""
        return self.process.wait(), list(self.last_lines)


def compile_shard(text: str, target: str, jobs: int) -> Tuple[bytes, Optional[str]]:
    """Compiles a module's candidates. Returns the kernels' cache as an archive, and the error."""
    with tempfile.TemporaryDirectory(prefix="mlir-autotune-") as folder:
        cache = Path(folder) / "cache"
        cache.mkdir()
        message = None
        try:
            _stages.build(text, target, Path(folder) / "bundle", cache=cache, jobs=jobs,
                          arguments=["--top=0", "--quiet"])
        except _tools.ToolError as error:
            # Kernels that were compiled before the error are good.
            message = str(error)
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz", compresslevel=1) as tar:
            tar.add(cache, arcname=".")
        return archive.getvalue(), message


def unpack(archive: bytes, cache: Path) -> int:
    """Adds an archive's kernels to a cache. Returns how many are new."""
    new = 0
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
        for member in tar:
            # Entries are named like 1c/e344244e.kernel.
            found = re.fullmatch(r"\./([0-9a-f]{2})/([0-9a-f]+\.kernel)", member.name)
            file = tar.extractfile(member) if found and member.isfile() else None
            if not found or file is None:
                continue
            path = cache / found[1] / found[2]
            if path.exists():
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent)
            with os.fdopen(handle, "wb") as out:
                out.write(file.read())
            os.replace(name, path)
            new += 1
    return new
