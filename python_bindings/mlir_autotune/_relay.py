"""Connects standard input and output with a socket of the process that tunes.

    python _relay.py SOCKET SLOT --serve --device=cuda:0

autotune-bench starts this program as a runner. The process that tunes has the other end of the
socket, and passes the bytes on to a runner elsewhere. The program imports nothing else of the
package, so that it starts quickly.
"""

import json
import os
import socket
import sys
import threading


def main() -> int:
    path, slot = sys.argv[1], int(sys.argv[2])
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(path)
    hello = {"slot": slot, "arguments": sys.argv[3:]}
    connection.sendall(json.dumps(hello).encode() + b"\n")
    answer = json.loads(_read_line(connection) or b'{"error": "the tuning process has ended"}')
    if "error" in answer:
        print(f"error: {answer['error']}", file=sys.stderr)
        return 1
    ended = threading.Event()
    threading.Thread(target=_send, args=(connection, ended), daemon=True).start()
    while True:
        try:
            data = connection.recv(1 << 20)
        except OSError:
            data = b""
        if not data:
            # A runner ends when its requests do. Before, it is lost.
            return 0 if ended.is_set() else 1
        view = memoryview(data)
        while view:
            view = view[os.write(1, view):]


def _read_line(connection: socket.socket) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        letter = connection.recv(1)
        if not letter:
            return b""
        line += letter
    return line


def _send(connection: socket.socket, ended: threading.Event) -> None:
    try:
        while True:
            data = os.read(0, 1 << 20)
            if not data:
                ended.set()
                break
            connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # The other end is gone, which the main thread notices.


if __name__ == "__main__":
    sys.exit(main())
