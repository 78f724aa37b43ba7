"""The folder of JupyterLite on a server of this machine."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


@contextmanager
def serve(folder: Path):
    """Give the address of JupyterLite, whose program tests can reach from the page."""
    config = json.loads((folder / "jupyter-lite.json").read_text())
    config["jupyter-config-data"]["exposeAppInBrowser"] = True

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=folder)

        def do_GET(self):
            if self.path.partition("?")[0] != "/jupyter-lite.json":
                return super().do_GET()
            self.send_response(200)
            self.end_headers()
            return self.wfile.write(json.dumps(config).encode())

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
