"""Passes bytes between autotune-bench and runners that are actors of a Ray cluster.

autotune-bench starts a relay for each runner (_relay.py). A relay connects to the bridge, which is
a thread of the process that tunes. The bridge starts an actor for the connection. If the actor or
its node dies, the connection ends. autotune-bench then starts the relay again, sends everything
again, and the bridge starts another actor, on any node with a free GPU.
"""

from __future__ import annotations

import json
import logging
import shlex
import shutil
import socket
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence

logger = logging.getLogger("mlir_autotune")

_RELAY = Path(__file__).with_name("_relay.py")
_CHUNK = 1 << 20


class NoRunner(RuntimeError):
    """No actor can be started."""


class Bridge:
    """Listens for relays. `start` makes a ready actor for a slot, or raises NoRunner."""

    def __init__(self, ray: Any, start: Callable[[int, Sequence[str]], Any]) -> None:
        self.ray = ray
        self.start = start
        #: The actors that measure at the moment, by their slot.
        self.actors: Dict[int, Any] = {}
        #: How many actors were lost.
        self.losses = 0
        self._lock = threading.Lock()
        self._folder = tempfile.mkdtemp(prefix="mlir-autotune-")
        self._path = str(Path(self._folder) / "relay")
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(self._path)
        self._listener.listen()
        self._closed = False
        threading.Thread(target=self._accept, daemon=True).start()

    def command(self, slot: int) -> str:
        """The command by which autotune-bench starts the runner of a slot."""
        return shlex.join([sys.executable, "-I", "-S", str(_RELAY), self._path, str(slot)])

    def close(self) -> None:
        """Ends all connections and their actors."""
        self._closed = True
        self._listener.close()
        with self._lock:
            actors, self.actors = list(self.actors.values()), {}
        for actor in actors:
            self.ray.kill(actor)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        """One connection, from its first line to its end."""
        actor: Optional[Any] = None
        slot = -1
        try:
            with connection.makefile("rb", buffering=0) as lines:
                hello = json.loads(lines.readline())
            slot = hello["slot"]
            actor = self.start(slot, hello["arguments"])
            with self._lock:
                self.actors[slot] = actor
            connection.sendall(b'{"ok": true}\n')
            threading.Thread(target=self._pass_requests, args=(connection, actor),
                             daemon=True).start()
            self._pass_answers(connection, actor, slot)
        except NoRunner as error:
            _answer(connection, {"error": str(error)})
        except (OSError, ValueError, KeyError) as error:
            logger.debug("a relay's connection ended: %s", error)
        except self.ray.exceptions.RayError as error:
            if not self._closed:
                self.losses += 1
                logger.warning("the runner of slot %d is lost: %s", slot, first_line(error))
        finally:
            _hang_up(connection)
            with self._lock:
                if self.actors.get(slot) is actor:
                    self.actors.pop(slot, None)
            if actor is not None and not self._closed:
                self.ray.kill(actor)

    def _pass_requests(self, connection: socket.socket, actor: Any) -> None:
        try:
            while True:
                data = connection.recv(_CHUNK)
                # One after the other: an actor's methods keep no order otherwise.
                self.ray.get(actor.write.remote(data) if data else actor.close.remote())
                if not data:
                    return
        except (OSError, self.ray.exceptions.RayError):
            pass  # _pass_answers notices it, too.

    def _pass_answers(self, connection: socket.socket, actor: Any, slot: int) -> None:
        while True:
            data = self.ray.get(actor.read.remote())
            if not data:
                break
            connection.sendall(data)
        code, lines = self.ray.get(actor.end.remote())
        if code != 0:
            self.losses += 1
            logger.warning("the runner of slot %d ended with code %d: %s", slot, code,
                           " ".join(lines))


def _hang_up(connection: socket.socket) -> None:
    try:
        # Closing alone says nothing to the relay while another thread still reads.
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # The relay has ended already.
    connection.close()


def _answer(connection: socket.socket, members: Dict[str, Any]) -> None:
    try:
        connection.sendall(json.dumps(members).encode() + b"\n")
    except OSError:
        pass  # The relay has ended already.


def first_line(error: BaseException) -> str:
    """An error of Ray without the description of the cluster behind it."""
    lines: List[str] = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
