"""Plays the main job through a deployed stack and says what it saw. Stops at the first thing that is not so."""

import sys
import time
from datetime import datetime, timedelta, timezone

from boto3.dynamodb.conditions import Key
from ministack.services.eventbridge import _cron_next_fire, _parse_cron_fields

from deployment import FUNCTIONS, KST, Deployment, sample_event
from issuer import Issuer
from operators import Operator, close_again, correct_an_open_board
from people import play_each_other

# A game of which only the time is measured, and one that is replayed.
TIMED, REPLAYED = "kankani", "2048"
# Not brought about in some minutes: a season's title for a rating, which looks whether its holder is hidden.
RARE = {"close-period": {"dynamodb:BatchGetItem"}}
# Both refuse runs below five seconds.
SHORTEST_RUN_S = 5.5


def say(text):
    print(f"ok  {text}", flush=True)


def periods(moment):
    """The ids of the week, month and season that contain a moment in Seoul."""
    year, week, _ = moment.isocalendar()
    return f"{year}-W{week:02}", f"{moment:%Y-%m}", f"{moment.year}-S{(moment.month + 2) // 3}"


def ended(moment):
    """The last week, month and season that ended before a moment in Seoul."""
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    week = day - timedelta(days=day.weekday() + 1)
    month = day.replace(day=1) - timedelta(days=1)
    season = day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1) - timedelta(days=1)
    return periods(week)[0], periods(month)[1], periods(season)[2]


def schedules_are_midnights_in_seoul(stack):
    """Another reader of AWS cron expressions finds five years of closes at the right moments."""
    first_of = {
        "close-week": lambda at: at.weekday() == 0,
        "close-month": lambda at: at.day == 1,
        "close-season": lambda at: at.day == 1 and at.month in (1, 4, 7, 10),
    }
    at_least = {"close-week": 260, "close-month": 60, "close-season": 20}
    for name, right in first_of.items():
        fields = _parse_cron_fields(stack.rules()[name]["ScheduleExpression"])
        at, count = datetime(2026, 1, 1, tzinfo=timezone.utc), 0
        while (at := _cron_next_fire(fields, at)) and at.year < 2031:
            seoul = at.astimezone(KST)
            assert (seoul.hour, seoul.minute) == (0, 0) and right(seoul), f"{name} fires at {seoul}"
            count += 1
        assert count >= at_least[name], f"{name} fires {count} times in five years"
    say("the schedules fire at the midnights in Seoul that end weeks, months and seasons, and at no other")


def table_is_as_designed(stack):
    stack.table.load()
    assert [(key["AttributeName"], key["KeyType"]) for key in stack.table.key_schema] == [("pk", "HASH"), ("sk", "RANGE")]
    (index,) = stack.table.local_secondary_indexes
    assert index["IndexName"] == "by_rank" and index["Projection"]["ProjectionType"] == "ALL"
    say("the table has its keys and the index by rank")


def play(stack):
    """Players play, one forges, one claims too much; gives back the players with their records."""
    assert stack.call("issue-ticket/health")[0] == 200
    status, games = stack.call("issue-ticket/list-games")
    assert status == 200 and {TIMED, REPLAYED} <= {game["id"] for game in games["games"]}
    players = [stack.call("issue-ticket/create-player")[1] for _ in range(4)]

    def ticket(player, game):
        status, answer = stack.call("issue-ticket/create-ticket", player["token"], {"game": game})
        assert status in (200, 201), answer
        return answer["ticket"]

    def submit(player, ticket, **run):
        return stack.call("submit-run/submit-run", player["token"], {"ticket": ticket, **run})

    tickets = [ticket(player, TIMED) for player in players]
    moves = {letter: ticket(players[0], REPLAYED) for letter in "URDL"}
    greedy = ticket(players[1], REPLAYED)
    say("four players have an identity and start tickets")

    status, early = submit(players[3], ticket(players[3], TIMED), proof="")
    assert status == 422 and early["reason"] == "too_fast", early
    time.sleep(SHORTEST_RUN_S)
    for player, start in zip(players, tickets):
        status, run = submit(player, start, proof="")
        assert status == 201, run
        week = next(standing for standing in run["standings"] if standing["kind"] == "week")
        player["value"], player["run"] = week["value"], run["run"]
    status, again = submit(players[0], tickets[0], proof="")
    assert status == 200 and again["repeated"] and again["value"] == players[0]["value"], again
    say("timed runs are accepted, and a repeated submission is answered as before")

    verdicts = {letter: submit(players[0], start, proof=letter) for letter, start in moves.items()}
    legal = [letter for letter, (status, _) in verdicts.items() if status == 201]
    illegal = [answer["reason"] for status, answer in verdicts.values() if status == 422]
    assert len(legal) >= 2 and set(illegal) <= {"bad_proof"}, verdicts
    status, other = submit(players[0], moves[legal[0]], proof=legal[0], claimed=99_999)
    assert status == 422 and other["reason"] == "used", other
    status, claim = submit(players[1], greedy, proof=legal[0], claimed=99_999)
    assert status == 422 and claim["reason"] == "score_mismatch", claim
    forged = tickets[0][:-2] + ("A" if tickets[0][-2] != "A" else "B") + tickets[0][-1]
    status, refusal = submit(players[0], forged, proof="")
    assert status == 422 and refusal["reason"] == "bad_proof", refusal
    status, used = submit(players[0], tickets[0], proof='{"won":true}')
    assert status == 422 and used["reason"] == "used", used
    say(f"2048 is replayed ({len(legal)} first moves of four are legal today), and cheats are refused")
    return players


def route(sample):
    return sample_event(f"query-reports/{sample}")["routeKey"].split(" ")[1]


def boards_and_refusals(stack, players):
    week, month, _ = periods(datetime.now(KST))
    status, board = stack.call("query-reports/board", game=TIMED, period=week)
    assert status == 200 and board["participants"] == 4 and not board["closed"], board
    values = [entry["value"] for entry in board["entries"]]
    assert values == sorted(player["value"] for player in players), board
    assert [entry["rank"] for entry in board["entries"]] == [1, 2, 3, 4]
    status, own = stack.call("query-reports/board-player", game=TIMED, period=month, player=players[0]["player"])
    assert status == 200, own
    status, refusals = stack.call("query-reports/rejections", query={"month": month})
    assert status == 200, refusals
    status, description = stack.call("query-reports/openapi")
    assert status == 200, description
    for sample in ("rules", "calculator-glicko2", "calculator-baduk"):
        if route(sample) in description["paths"]:
            status, answer = stack.call(f"query-reports/{sample}")
            assert status == 200, (sample, answer)
    name = {"nickname": "별빛 고양이"}
    assert stack.call("issue-ticket/name-player", players[0]["token"], name)[0] == 200
    _, board = stack.call("query-reports/board", game=TIMED, period=week)
    assert [name["nickname"]] == [e["nickname"] for e in board["entries"] if e["player"] == players[0]["player"]], board
    say("the board shows all four in order and a new name at once, and refusals are counted")


def operators_and_machines(stack, issuer):
    """What needs a token of the identity provider, with and without its scope."""
    month = periods(datetime.now(KST))[1]
    query = {"month": month, "game": REPLAYED, "reason": "score_mismatch"}
    for token, expected in (
        (None, 401),
        (issuer.token("somebody"), 403),
        (issuer.token("an operator", "ops"), 200),
    ):
        status, records = stack.call("query-reports/ops-rejections", token, query=query)
        assert status == expected, records
    assert len(records["rejections"]) == 1, records
    app, over = issuer.token("stock-room", "closing:report"), ended(datetime.now(KST))[1]
    ranking = [{"nickname": name, "value": value} for name, value in (("별빛", 300), ("달빛", 200), ("햇빛", 100))]
    closing = {"game": "stock-room", "month": over, "ranking": ranking}
    for expected in (201, 200):
        status, answer = stack.call("rate-match/hand-over-closing", app, closing)
        assert status == expected and answer["repeated"] == (expected == 200), answer
    assert stack.call("rate-match/hand-over-closing", app, {**closing, "ranking": ranking[::-1]})[0] in (400, 409, 422)
    say("operators and apps need a token of the issuer with its scope, and a closing is taken once")


def move_into_ended_periods(stack, players):
    """Puts the four records on the boards that have just ended, as if they had been made before midnight. On each there
    is also what a removal leaves that was cut off: an entry without a run, and the mark that it is to be looked at."""
    now = datetime.now(KST)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=now.weekday())
    for player in players:
        stack.table.update_item(
            Key={"pk": f"P#{player['player']}", "sk": f"RUN#{TIMED}#{player['run']}"},
            UpdateExpression="SET t = :t",
            ConditionExpression="attribute_exists(pk)",
            ExpressionAttributeValues={":t": int(midnight.timestamp() * 1000) - 1},
        )
    removed = stack.call("issue-ticket/create-player")[1]["player"]
    for current, over in zip(periods(now), ended(now)):
        found = stack.table.query(KeyConditionExpression=Key("pk").eq(f"B#{TIMED}#{current}#0"))["Items"]
        assert len(found) == 4, found
        for entry in found:
            stack.table.put_item(Item={**entry, "pk": f"B#{TIMED}#{over}#0"})
        stack.table.put_item(Item={**found[0], "pk": f"B#{TIMED}#{over}#0", "sk": removed})
        stack.table.put_item(Item={"pk": f"FIX#{TIMED}#{over}", "sk": removed, "m": "cut off"})


def closed(stack, period):
    return stack.table.get_item(Key={"pk": f"B#{TIMED}#{period}", "sk": "CLOSED"}).get("Item")


def close(stack, listener, players):
    over = ended(datetime.now(KST))
    move_into_ended_periods(stack, players)
    assert not any(closed(stack, period) for period in over)
    stack.fire(["close-week", "close-month", "close-season", "close-missed"])
    deadline = time.monotonic() + 240
    while not all(closed(stack, period) for period in over):
        assert time.monotonic() < deadline, f"still open: {[period for period in over if not closed(stack, period)]}"
        time.sleep(2)
    assert all(closed(stack, period)["np"] == 4 for period in over), "the removal was completed first"
    say(f"the schedules closed {', '.join(over)}")

    for period in over:
        status, titles = stack.call("query-reports/period-titles", game=TIMED, period=period)
        assert status == 200 and [title["rank"] for title in titles["titles"]] == [1, 2, 3, 4], titles
    champion = titles["titles"][0]
    assert champion["champion"] and "우승" in champion["text"]["ko"], champion
    status, own = stack.call("query-reports/player-titles", player=champion["player"])
    assert status == 200 and {title["period"] for title in own["titles"]} >= {over[2]}, own
    say("ranks 1 to 4 hold titles; the season's first is its champion")

    deadline, heard = time.monotonic() + 60, []
    while time.monotonic() < deadline and len(announced(heard, "TitlesGranted")) < 3:
        heard += stack.heard(listener)
        time.sleep(2)
    for kind in ("PeriodClosed", "TitlesGranted"):
        assert announced(heard, kind) == set(over), [(event["detail-type"], event["detail"]) for event in heard]
    say("the event bus announced the closes and the titles")

    for period in over:
        before = closed(stack, period)
        answer, error = stack.invoke("close-period", {"period": period})
        assert not error, answer
        assert closed(stack, period) == before, "an operator's close of a closed period changes nothing"
    assert not announced(stack.heard(listener), "TitlesGranted")
    say("closing again by hand changes nothing and announces nothing")


def after_the_close(stack, listener, operator, players):
    week = ended(datetime.now(KST))[0]
    first = stack.call("query-reports/period-titles", game=TIMED, period=week)[1]["titles"][0]["player"]
    close_again(stack, operator, TIMED, week, next(player for player in players if player["player"] == first))
    answer, error = stack.invoke("close-period", {"sweep": True})
    assert not error, answer
    deadline, heard = time.monotonic() + 30, []
    while time.monotonic() < deadline and not announced(heard, "TitlesGranted"):
        heard += stack.heard(listener)
        time.sleep(1)
    assert announced(heard, "TitlesGranted") == {week}, heard
    say("an operator removed the champion's run, a re-close in two steps moved everybody up, and the next sweep announced it")

    named = players[0]
    assert stack.call("issue-ticket/forget-player", named["token"])[0] == 204
    _, own = stack.call("query-reports/player-titles", player=named["player"])
    assert own["titles"] and all(title["nickname"].startswith("손님") for title in own["titles"]), own
    say("a player's name is forgotten, in titles too")


def announced(events, kind):
    """The periods of the timed game that announcements of a kind are about."""
    return {
        event["detail"]["period"]
        for event in events
        if event["detail-type"] == kind and event["detail"].get("game") in (None, TIMED)
    }


def policies_fit(stack):
    assert not stack.gate.refused, stack.gate.refused
    needless = {function: unused for function in FUNCTIONS if (unused := stack.gate.unused(function, RARE.get(function, ())))}
    assert not needless, f"allowed and never used: {needless}"
    say("every call was allowed by the function's own policy, and no policy allows more than was used")


def missing_variable_is_named(stack):
    right = stack.environment("issue-ticket")
    stack.set_environment("issue-ticket", {name: value for name, value in right.items() if name != "SUNWI_BOARD_KEY"})
    answer, error = stack.invoke("issue-ticket", {})
    assert error and "SUNWI_BOARD_KEY" in str(answer), answer
    stack.set_environment("issue-ticket", right)
    say("a function without a variable does not start, and names it")


def main():
    began = time.monotonic()
    stack = Deployment(sys.argv[1])
    table_is_as_designed(stack)
    schedules_are_midnights_in_seoul(stack)
    try:
        listener = stack.listen()
        players = play(stack)
        boards_and_refusals(stack, players)
        issuer = Issuer(int(sys.argv[2]), sys.argv[3], "sunwi")
        operators_and_machines(stack, issuer)
        week, operator = periods(datetime.now(KST))[0], Operator(stack, issuer)
        correct_an_open_board(stack, operator, TIMED, week, players[3])
        say("operators remove and restore a run, hide and show a player, and every deed is in the audit")
        play_each_other(stack, issuer)
        say("two people play omok in a room, and one match through a game server: both are rated; one leaves, name and all")
        close(stack, listener, players)
        after_the_close(stack, listener, operator, players)
        missing_variable_is_named(stack)
    finally:
        # A call that a policy refused explains whatever failed after it.
        for function, (action, resource) in stack.gate.refused:
            print(f"refused: {function} is not allowed {action} on {resource}", flush=True)
    policies_fit(stack)
    say(f"done in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
