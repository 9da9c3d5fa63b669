"""An identity provider: publishes one Ed25519 key and signs tokens with it."""

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Issuer:
    """Serves its keys at `http://127.0.0.1:<port>/`, whatever the path."""

    def __init__(self, port, name, audience):
        self._key = Ed25519PrivateKey.generate()
        self._claims = {"iss": name, "aud": audience}
        public = encoded(self._key.public_key().public_bytes_raw())
        jwk = {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": "emulated", "x": public}
        body = json.dumps({"keys": [jwk]}).encode()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        threading.Thread(target=HTTPServer(("127.0.0.1", port), Handler).serve_forever, daemon=True).start()

    def token(self, subject, scope=""):
        """A token for ten minutes."""
        now = int(time.time())
        header = {"alg": "EdDSA", "kid": "emulated", "typ": "JWT"}
        claims = {**self._claims, "sub": subject, "scope": scope, "iat": now, "exp": now + 600}
        signed = ".".join(encoded(json.dumps(part).encode()) for part in (header, claims))
        return f"{signed}.{encoded(self._key.sign(signed.encode()))}"
