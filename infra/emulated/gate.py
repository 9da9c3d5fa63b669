"""A gate between the functions and the emulator.

The emulator lets everybody do everything. The gate reads the policies that the template gave each function's role and
refuses what they do not allow, as AWS would; it also remembers what was used, so that a needless permission shows.
"""

import json
import threading
import urllib.error
import urllib.request
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# What an entry of a transaction is called in a policy.
TRANSACTION = {
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
    "Get": "GetItem",
}


def needs(service, operation, body):
    """The (action, resource) pairs a request needs; resources by the end of their name."""
    if service == "AWSEvents":
        for entry in body.get("Entries", []):
            yield f"events:{operation}", f"event-bus/{entry.get('EventBusName', 'default')}"
    elif operation in ("TransactWriteItems", "TransactGetItems"):
        for entry in body["TransactItems"]:
            for kind, part in entry.items():
                yield f"dynamodb:{TRANSACTION[kind]}", f"table/{part['TableName']}"
    elif operation in ("BatchGetItem", "BatchWriteItem"):
        for table in body["RequestItems"]:
            yield f"dynamodb:{operation}", f"table/{table}"
    else:
        index = f"/index/{body['IndexName']}" if "IndexName" in body else ""
        yield f"dynamodb:{operation}", f"table/{body['TableName']}{index}"


def allowed(statements):
    """The (action, end of resource) pairs that policy statements allow."""
    for statement in statements:
        actions, resources = statement["Action"], statement["Resource"]
        for action in [actions] if isinstance(actions, str) else actions:
            for resource in [resources] if isinstance(resources, str) else resources:
                yield action, resource.split(":", 5)[5]


class Gate:
    """Serves on a port of its own; each function has its name as the path."""

    def __init__(self, upstream, policies):
        self.policies = {function: set(allowed(statements)) for function, statements in policies.items()}
        self.used = defaultdict(set)
        self.refused = []
        self._upstream = upstream
        gate = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                gate._pass(self)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def url(self, function):
        return f"http://127.0.0.1:{self._server.server_address[1]}/{function}"

    def unused(self, function, rare):
        """Permissions the function has and did not use so far, but for the `rare` actions. Its right to send to a queue is Lambda's own, for events
        that failed every attempt."""
        rest = self.policies[function] - self.used[function]
        return sorted(f"{action} on {resource}" for action, resource in rest if action not in {"sqs:SendMessage", *rare})

    def _pass(self, request):
        function = request.path.split("/")[1]
        service, operation = request.headers["X-Amz-Target"].split(".")
        body = request.rfile.read(int(request.headers["Content-Length"]))
        for need in needs(service.split("_")[0], operation, json.loads(body)):
            if need not in self.policies[function]:
                self.refused.append((function, need))
                message = f"{function} is not allowed {need[0]} on {need[1]}"
                answer = {"__type": "com.amazon.coral.service#AccessDeniedException", "message": message}
                return self._answer(request, 400, json.dumps(answer).encode())
            self.used[function].add(need)
        headers = {name: value for name, value in request.headers.items() if name.lower() not in ("host", "content-length")}
        try:
            with urllib.request.urlopen(urllib.request.Request(self._upstream, body, headers, method="POST")) as answer:
                self._answer(request, answer.status, answer.read())
        except urllib.error.HTTPError as refusal:
            self._answer(request, refusal.code, refusal.read())

    @staticmethod
    def _answer(request, status, body):
        try:
            request.send_response(status)
            request.send_header("Content-Type", "application/x-amz-json-1.0")
            request.send_header("Content-Length", str(len(body)))
            request.end_headers()
            request.wfile.write(body)
        except ConnectionError:
            request.close_connection = True  # the function gave up waiting and tries again
