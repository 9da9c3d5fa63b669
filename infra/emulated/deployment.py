"""The deployed stack: its functions, table, rules and bus, and how to call them."""

import base64
import json
import os
import re
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

import boto3

from gate import Gate

EVENTS = Path(__file__).parents[2] / "events"
FUNCTIONS = ("issue-ticket", "submit-run", "rate-match", "query-reports", "close-period")
REFERENCE = re.compile(r"\{\{resolve:secretsmanager:([^}]+)\}\}")
KST = timezone(timedelta(hours=9))


class Deployment:
    """A stack in the emulator that `AWS_ENDPOINT_URL` names."""

    def __init__(self, stack):
        self.stack = stack
        self.lambdas, self.events, self.sqs = boto3.client("lambda"), boto3.client("events"), boto3.client("sqs")
        outputs = boto3.client("cloudformation").describe_stacks(StackName=stack)["Stacks"][0]["Outputs"]
        self.outputs = {output["OutputKey"]: output["OutputValue"] for output in outputs}
        self.table = boto3.resource("dynamodb").Table(self.outputs["TableName"])
        self.gate = Gate(os.environ["AWS_ENDPOINT_URL"], {name: self._statements(name) for name in FUNCTIONS})
        for name in FUNCTIONS:
            self._configure(name)

    def _configuration(self, function):
        return self.lambdas.get_function_configuration(FunctionName=f"{self.stack}-{function}")

    def _statements(self, function):
        """What the template lets the function's role do."""
        iam = boto3.client("iam")
        role = self._configuration(function)["Role"].split("/")[-1]
        policies = [
            iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
            for name in iam.list_role_policies(RoleName=role)["PolicyNames"]
        ]
        return [statement for policy in policies for statement in policy["Statement"]]

    def _configure(self, function):
        """Does what CloudFormation does and the emulator leaves out: puts secrets in the place of references to
        them. Also sends the function's database and event calls through the gate."""
        secrets = boto3.client("secretsmanager")
        environment = {
            name: REFERENCE.sub(lambda found: secrets.get_secret_value(SecretId=found[1])["SecretString"], value)
            for name, value in self._configuration(function)["Environment"]["Variables"].items()
        }
        environment["AWS_ENDPOINT_URL_DYNAMODB"] = self.gate.url(function)
        environment["AWS_ENDPOINT_URL_EVENTBRIDGE"] = self.gate.url(function)
        self.set_environment(function, environment)

    def environment(self, function):
        return self._configuration(function)["Environment"]["Variables"]

    def set_environment(self, function, variables):
        self.lambdas.update_function_configuration(
            FunctionName=f"{self.stack}-{function}", Environment={"Variables": variables}
        )

    def invoke(self, function, payload):
        """The function's answer and, when it failed, the kind of error."""
        answer = self.lambdas.invoke(FunctionName=f"{self.stack}-{function}", Payload=json.dumps(payload))
        return json.loads(answer["Payload"].read() or "null"), answer.get("FunctionError")

    def call(self, sample, token=None, body=None, query=None, headers=None, address=None, **path):
        """Sends the sample event `events/<sample>.json` with a token, a body, a query, headers, an address and path
        parameters of its own. Gives back the status and the body."""
        function = sample.split("/")[0]
        event = sample_event(sample)
        http = event["requestContext"]["http"]
        if path:
            event["pathParameters"].update(path)
            event["rawPath"] = event["routeKey"].split(" ")[1].format(**event["pathParameters"])
            http["path"] = event["rawPath"]
        if query is not None:
            event["queryStringParameters"] = query
            event["rawQueryString"] = "&".join(f"{name}={value}" for name, value in query.items())
        if address:
            http["sourceIp"] = address
        event["headers"].pop("authorization", None)
        event["headers"].update(headers or {})
        if token:
            event["headers"]["authorization"] = f"Bearer {token}"
        if body is not None:
            event["body"] = json.dumps(body)
            event["headers"]["content-length"] = str(len(event["body"].encode()))
            event["isBase64Encoded"] = False
        answer, error = self.invoke(function, event)
        if error or "statusCode" not in answer:
            raise AssertionError(f"{sample}: {answer}")
        return answer["statusCode"], parsed(answer)

    def rules(self):
        """The schedules, by the last part of their names."""
        found = self.events.list_rules(NamePrefix=f"{self.stack}-close-")["Rules"]
        return {rule["Name"].removeprefix(f"{self.stack}-"): rule for rule in found}

    def fire(self, names):
        """Lets these rules fire in the next minute, through their own targets, and puts their schedules back."""
        rules = self.rules()
        at = datetime.now(timezone.utc) + timedelta(minutes=1, seconds=5)
        for name in names:
            self._schedule(rules[name], f"cron({at.minute} {at.hour} {at.day} {at.month} ? {at.year})")
        wait = at.replace(second=0, microsecond=0) - datetime.now(timezone.utc)
        time.sleep(wait.total_seconds() + 15)
        for name in names:
            self._schedule(rules[name], rules[name]["ScheduleExpression"])

    def _schedule(self, rule, expression):
        self.events.put_rule(Name=rule["Name"], ScheduleExpression=expression, State="ENABLED")

    def listen(self):
        """A queue that receives everything announced on the stack's bus from now on."""
        url = self.sqs.create_queue(QueueName=f"{self.stack}-listener")["QueueUrl"]
        arn = self.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
        bus, rule = self.outputs["EventBusName"], f"{self.stack}-listener"
        pattern = json.dumps({"account": [{"exists": True}]})
        self.events.put_rule(Name=rule, EventBusName=bus, EventPattern=pattern)
        self.events.put_targets(Rule=rule, EventBusName=bus, Targets=[{"Id": "queue", "Arn": arn}])
        return url

    def heard(self, url):
        """The announcements in the queue, oldest first; they are taken out."""
        messages = []
        while batch := self.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
            for message in batch:
                messages.append(json.loads(message["Body"]))
                self.sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
        return messages


def sample_event(sample):
    return json.loads((EVENTS / f"{sample}.json").read_text())


def parsed(answer):
    """The body of an answer, read as JSON where it says so."""
    body = answer.get("body")
    if answer.get("isBase64Encoded"):
        body = base64.b64decode(body).decode()
    kind = next((value for name, value in answer.get("headers", {}).items() if name.lower() == "content-type"), "")
    return json.loads(body) if "json" in kind else body
