"""Operators correct what was recorded, through a deployed stack."""


class Operator:
    """The bearer of a token with the scope `ops`."""

    def __init__(self, stack, issuer):
        self._stack, self._token = stack, issuer.token("an operator", "ops")

    def call(self, sample, body=None, query=None, **path):
        status, answer = self._stack.call(f"query-reports/{sample}", self._token, body, query, **path)
        assert status in (200, 409), answer
        return status, answer

    def order(self, sample, **path):
        """Gives the order of the sample; whether it changed something."""
        return self.call(sample, **path)[1]["changed"]

    def deeds(self):
        """What was done this month, newest first."""
        return [record["what"] for record in self.call("ops-audit", query={})[1]["records"]]


def correct_an_open_board(stack, operator, game, period, player):
    """Takes a run off a board and gives it back, then all runs of the player."""

    def participants():
        return stack.call("query-reports/board", game=game, period=period)[1]["participants"]

    run = {"player": player["player"], "run": player["run"]}
    recorded = operator.call("ops-run", **run)[1]["recorded"]
    assert recorded["status"] == "accepted" and recorded["value"] == player["value"], recorded
    before = participants()
    for sample, path, left in (
        ("ops-remove-run", run, before - 1),
        ("ops-restore-run", run, before),
        ("ops-hide", {"player": player["player"]}, before - 1),
        ("ops-unhide", {"player": player["player"]}, before),
    ):
        assert [operator.order(sample, **path) for _ in range(2)] == [True, False], sample
        assert participants() == left, sample
    assert operator.deeds() == ["unhide_player", "hide_player", "restore_run", "remove_run"], operator.deeds()
    assert operator.call("ops-figures", query={})[0] == 200


def close_again(stack, operator, game, period, champion):
    """Removes the run of a closed board's champion and hands the titles out again: a dry run, then its plan."""

    def titles():
        found = stack.call("query-reports/period-titles", game=game, period=period)[1]["titles"]
        return [title["player"] for title in found]

    def reclose(**body):
        return operator.call("ops-reclose", {"why": "A run was removed.", **body}, game=game, period=period)

    before = titles()
    assert before[0] == champion["player"]
    assert operator.order("ops-remove-run", player=champion["player"], run=champion["run"])
    assert reclose()[0] == 409, "no re-close without a dry run"
    status, dry = reclose(dry_run=True)
    assert status == 200 and dry["changed"] and dry["participants"] == len(before) - 1, dry
    assert titles() == before, "a dry run changes nothing"
    status, done = reclose(plan=dry["plan"])
    assert status == 200 and [holder["player"] for holder in done["after"]] == before[1:], done
    assert titles() == before[1:]
    assert operator.deeds()[:2] == ["reclose", "remove_run"], operator.deeds()
