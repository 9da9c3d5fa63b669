"""People play each other through a deployed stack: in a room, and on a game server that reports what was played."""

from datetime import datetime

from deployment import KST

# Black has five in a row after nine moves, the fewest that are rated.
FIVE = ["d8", "d1", "e8", "e1", "f8", "f1", "g8", "g1", "h8"]


class Person:
    """Somebody with an account and a browser, at an address."""

    def __init__(self, stack, issuer, account, name, address):
        self._stack, self._address = stack, address
        self._account = issuer.token(account)
        self._browser = stack.call("issue-ticket/create-player")[1]["token"]
        assert stack.call("issue-ticket/name-player", self._browser, {"nickname": name})[0] == 200

    def call(self, sample, body=None, **path):
        headers = {"x-sunwi-browser": self._browser}
        return self._stack.call(f"rate-match/{sample}", self._account, body, headers=headers, address=self._address, **path)

    def leave(self):
        return self._stack.call("issue-ticket/forget-player", self._browser)[0]


def seated(first, second):
    """A room with both seats taken: its id and both seat tokens."""
    status, opened = first.call("open-match", {"game": "omok"})
    assert status == 201 and opened["seat"] == "first", opened
    room = opened["match"]["id"]
    assert second.call("take-seat", {"invitation": "a-guess"}, id=room)[0] == 403
    status, taken = second.call("take-seat", {"invitation": opened["invitation"]}, id=room)
    assert status == 201 and all(taken["match"]["seats"]), taken
    return room, [opened["seat_token"], taken["seat_token"]]


def move(players, room, ply):
    return players[(ply - 1) % 2].call("move", {"ply": ply, "move": FIVE[ply - 1]}, id=room)


def a_room_is_played_to_its_end(stack, players):
    room, _ = seated(*players)
    assert players[1].call("move", {"ply": 1, "move": "h8"}, id=room)[0] == 409, "it is the other's turn"
    for ply in range(1, len(FIVE) + 1):
        status, match = move(players, room, ply)
        assert status == 200 and match["moves"] == FIVE[:ply], match
    result = match["result"]
    assert (result["winner"], result["ending"], result["rated"]) == ("first", "played", True), match
    assert players[0].call("move", {"ply": 10, "move": "a15"}, id=room)[0] == 409, "the match is over"
    assert stack.call("rate-match/show-match", id=room)[1]["result"] == result
    status, record = stack.call("rate-match/match-record", id=room)
    assert status == 200 and record.startswith("(;"), record
    for seat, (before, after) in zip(match["seats"], result["ratings"]):
        status, rating = stack.call("query-reports/rating", game="omok", pool="human", player=seat["player"])
        assert status == 200 and rating["rating"]["rating"] == after != before, rating
        status, played = stack.call("query-reports/player-matches", query={}, player=seat["player"])
        assert status == 200 and [match["id"] for match in played["matches"]] == [room], played
    return room


def a_room_is_given_up(players):
    room, _ = seated(*players)
    assert move(players, room, 1)[0] == 200
    assert players[0].call("claim-time", id=room)[0] == 422, "there is time left"
    status, offered = players[0].call("draw", id=room)
    assert status == 200 and offered["draw_offer"] == "first", offered
    status, given_up = players[1].call("resign", id=room)
    result = given_up["result"]
    assert status == 200 and result["winner"] == "first" and result["unrated"] == "too_short", given_up


def a_game_server_reports(stack, issuer, players):
    room, seats = seated(*players)
    report = {"moves": FIVE, "winner": "first", "ending": "played", "started_at": datetime.now(KST).isoformat(),
              "first_seat": seats[0], "second_seat": seats[1]}

    def send(report, scope):
        return stack.call("rate-match/report-result", issuer.token("a game server", scope), report, id=room)

    assert send(report, "")[0] == 403
    status, wrong = send({**report, "winner": "second"}, "match:report")
    assert status == 422 and wrong["code"] == "contradiction", wrong
    for _ in range(2):
        status, match = send(report, "match:report")
        assert status == 200 and match["result"]["rated"] and match["result"]["winner"] == "first", match
    assert send({**report, "assisted": True}, "match:report")[0] == 409, "something else is recorded"


def play_each_other(stack, issuer):
    players = Person(stack, issuer, "black", "흑돌", "203.0.113.1"), Person(stack, issuer, "white", "백돌", "198.51.100.1")
    room = a_room_is_played_to_its_end(stack, players)
    a_room_is_given_up(players)
    a_game_server_reports(stack, issuer, players)
    assert players[1].leave() == 204
    names = [seat["nickname"] for seat in stack.call("rate-match/show-match", id=room)[1]["seats"]]
    assert names[0] == "흑돌" and names[1].startswith("손님"), names
