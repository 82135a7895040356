"""Another installation, as a server that answers with what a tournament exports."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Elsewhere:
    """A server of a thread. `answers`: path → status and body; `certificate`: with its key, for
    https."""

    def __init__(self, certificate: Path | None = None) -> None:
        answers: dict[str, tuple[int, bytes]] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, body = answers.get(self.path, (404, b""))
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", body.decode())
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_args: object) -> None:
                """Says nothing."""

        self.answers = answers
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        if certificate is not None:
            secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            secure.load_cert_chain(certificate)
            self.server.socket = secure.wrap_socket(self.server.socket, server_side=True)
            self.base = f"https://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def raw_server(pieces: list[bytes], seconds: float, scheme: str = "http") -> str:
    """The address of a server that answers once, and waits after each piece."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with listener, suppress(OSError):
            answering, _address = listener.accept()
            with answering:
                answering.recv(1000)
                for piece in pieces:
                    answering.sendall(piece)
                    time.sleep(seconds)

    threading.Thread(target=serve, daemon=True).start()
    return f"{scheme}://127.0.0.1:{listener.getsockname()[1]}/"
