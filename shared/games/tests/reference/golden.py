"""Second implementations of the puzzle and arcade games, written from their descriptions, and the golden proofs.

Plays one run of each game with a simple bot and writes tests/vectors/games/golden.json: seed, proof, and the value that
this program counts; rows of other games stay. Breakout's physics is that of breakout.c beside this file. Run it only
when a rules version changes:

    python3 shared/games/tests/reference/golden.py
"""

import collections
import hashlib
import json
import pathlib
import random
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
OUT = HERE.parents[3] / "tests" / "vectors" / "games"


class Draw:
    """ChaCha with 8 rounds, Lemire's bounded draw, Fisher-Yates from the top. The stream is ChaCha's nonce."""

    def __init__(self, seed, stream=0):
        self.nonce = [stream & 0xFFFFFFFF, stream >> 32]
        self.key = [int.from_bytes(seed[i : i + 4], "little") for i in range(0, 32, 4)]
        self.block, self.words = 0, []

    def word(self):
        if not self.words:
            start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *self.key, self.block & 0xFFFFFFFF, self.block >> 32, *self.nonce]
            x = list(start)
            columns = [(i, 4 + i, 8 + i, 12 + i) for i in range(4)]
            diagonals = [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
            for a, b, c, d in (columns + diagonals) * 4:
                for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    x[p] = (x[p] + x[q]) % 2**32
                    v = x[r] ^ x[p]
                    x[r] = (v << turn | v >> (32 - turn)) % 2**32
            self.words = [(a + b) % 2**32 for a, b in zip(x, start)]
            self.block += 1
        return self.words.pop(0)

    def below(self, n):
        while True:
            product = self.word() * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def g2048(seed):
    draw, grid, score, proof = Draw(seed), [0] * 16, 0, ""

    def spawn():
        empty = [i for i in range(16) if grid[i] == 0]
        cell = empty[draw.below(len(empty))]
        grid[cell] = 2 if draw.below(10) < 9 else 4

    def slid(letter):
        after, gain = [0] * 16, 0
        for k in range(4):
            cells = {"L": range(4 * k, 4 * k + 4), "R": range(4 * k + 3, 4 * k - 1, -1), "U": range(k, 16, 4), "D": range(12 + k, -1, -4)}
            tiles, line = [grid[c] for c in cells[letter] if grid[c]], []
            while tiles:
                tile = tiles.pop(0)
                if tiles and tiles[0] == tile:
                    tile += tiles.pop(0)
                    gain += tile
                line.append(tile)
            for cell, tile in zip(cells[letter], line):
                after[cell] = tile
        return after, gain

    spawn()
    spawn()
    while True:
        legal = [letter for letter in "LDRU" if slid(letter)[0] != grid]
        if not legal:
            return proof, score
        grid, gain = slid(legal[0])
        score += gain
        proof += legal[0]
        spawn()


def fifteen(seed):
    draw = Draw(seed)
    goal = [*range(1, 16), 0]

    def solvable(tiles):
        inversions = sum(a > b > 0 for i, a in enumerate(tiles) for b in tiles[i + 1 :])
        return (inversions + 4 - tiles.index(0) // 4) % 2 == 1

    while True:
        tiles = list(goal)
        draw.shuffle(tiles)
        if not solvable(tiles):
            a, b = [i for i in range(16) if tiles[i]][:2]
            tiles[a], tiles[b] = tiles[b], tiles[a]
        if tiles != goal:
            break

    def steps(blank):
        ways = (("U", -4, blank > 3), ("D", 4, blank < 12), ("L", -1, blank % 4 > 0), ("R", 1, blank % 4 < 3))
        return [(letter, blank + off) for letter, off, inside in ways if inside]

    proof, home = "", []
    for group in ([1, 2], [3, 4], [5, 6], [7, 8], [9, 13], [10, 14], [11, 12, 15]):
        start = (*(tiles.index(tile) for tile in group), tiles.index(0))
        seen, queue = {start: ""}, collections.deque([start])
        while queue:
            now = queue.popleft()
            if all(at == tile - 1 for at, tile in zip(now, group)):
                break
            for letter, to in steps(now[-1]):
                if to not in [tile - 1 for tile in home]:
                    after = (*(now[-1] if at == to else at for at in now[:-1]), to)
                    if after not in seen:
                        seen[after] = seen[now] + letter
                        queue.append(after)
        for letter in seen[now]:
            blank = tiles.index(0)
            to = dict(steps(blank))[letter]
            tiles[blank], tiles[to] = tiles[to], 0
        proof += seen[now]
        home += group
    assert tiles == goal
    return proof, len(proof)


def snake(seed):
    draw, body, facing, directions = Draw(seed), [(10, 10), (9, 10), (8, 10)], (1, 0), ""
    ways = {"U": (0, -1), "R": (1, 0), "D": (0, 1), "L": (-1, 0)}

    def lay():
        free = [(x, y) for y in range(20) for x in range(20) if (x, y) not in body]
        return free[draw.below(len(free))]

    food, hungry = lay(), 0
    while True:
        def rank(letter):
            x, y = body[0][0] + ways[letter][0], body[0][1] + ways[letter][1]
            dead = not (0 <= x < 20 and 0 <= y < 20) or (x, y) in body[:-1]
            return dead, abs(x - food[0]) + abs(y - food[1])

        letter = min("URDL", key=rank)
        directions += letter
        if ways[letter] != (-facing[0], -facing[1]):
            facing = ways[letter]
        head = (body[0][0] + facing[0], body[0][1] + facing[1])
        ate = head == food
        body = body if ate else body[:-1]
        if not (0 <= head[0] < 20 and 0 <= head[1] < 20) or head in body:
            break
        body.insert(0, head)
        hungry = 0 if ate else hungry + 1
        score = len(body) - 3
        if hungry == 400:
            break
        if ate:
            food = lay()
    proof = ""
    while directions:
        run = len(directions) - len(directions.lstrip(directions[0]))
        proof += f"{directions[0]}{run}"
        directions = directions[run:]
    return proof, score


def yacht(seed):
    draw, sheet, rounds = Draw(seed), {}, []

    def value(name, dice):
        faces = sorted(dice)
        counts = sorted(collections.Counter(dice).values())
        runs = ["".join(map(str, range(low, low + n))) for n in (4, 5) for low in range(1, 8 - n)]
        distinct = "".join(map(str, sorted(set(dice))))
        made = {
            "ch": (True, sum(faces)),
            "4k": (counts[-1] >= 4, sum(faces)),
            "fh": (counts in ([2, 3], [5]), sum(faces)),
            "ss": (any(run in distinct for run in runs if len(run) == 4), 15),
            "ls": (distinct in runs and len(distinct) == 5, 30),
            "ya": (counts == [5], 50),
        }
        if name.isdigit():
            return int(name) * dice.count(int(name))
        return made[name][1] if made[name][0] else 0

    for _ in range(12):
        dice, masks = [0] * 5, ["00000"]
        for turn in range(3):
            dice = [old if keep == "1" else draw.below(6) + 1 for old, keep in zip(dice, masks[-1])]
            if turn < 2:
                most = max(range(1, 7), key=lambda face: (dice.count(face), face))
                masks.append("".join("1" if die == most else "0" for die in dice))
                if masks[-1] == "11111":
                    break
        free = [name for name in ("1", "2", "3", "4", "5", "6", "ch", "4k", "fh", "ss", "ls", "ya") if name not in sheet]
        best = max(free, key=lambda name: value(name, dice))
        sheet[best] = value(best, dice)
        rounds.append(f"{','.join(masks[1:])}:{best}")
    bonus = 35 if sum(sheet[str(face)] for face in range(1, 7)) >= 63 else 0
    return " ".join(rounds), sum(sheet.values()) + bonus


def dungeon(seed):
    draw, player = Draw(seed), random.Random(1)
    floors = [([5, 6, 1, 8, 4][draw.below(5)], draw.below(3))[0] for _ in range(40)]
    names = ["shield", "herb", "ward", "heart", "mirror", "lantern"]
    hp, top, passed, owned, tokens = 30, 30, 0, [], []
    for number, count in enumerate(floors, 1):
        wrong = player.choice([0, 1, 1, 2, 3])
        tokens.append(f"{count}.{wrong}")
        cost = 2 + number // 5
        if "shield" in owned:
            cost = max(1, cost - 1)
        hp = max(0, hp - cost * max(0, wrong - ("ward" in owned)))
        if hp == 0:
            break
        passed += 1
        if "herb" in owned:
            hp = min(top, hp + 2)
        if "mirror" in owned and wrong == 0:
            hp = min(top, hp + 1)
        left = [name for name in names if name not in owned]
        if number % 3 == 0 and left:
            draw.shuffle(left)
            choice = player.randrange(len(left[:3]))
            owned.append(left[choice])
            tokens.append(f"r{choice}")
            if left[choice] == "heart":
                top += 8
            hp = min(top, hp + {"heart": 8, "lantern": 5}.get(left[choice], 0))
    return " ".join(tokens), passed * 1000 + hp


def breakout(seed):
    player = random.Random(2)
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/breakout"
        subprocess.run(["cc", "-std=c99", "-O2", "-o", program, HERE / "breakout.c"], check=True)

        def ask(proofs):
            lines = "".join(f"{seed.hex()} {proof}\n" for proof in proofs)
            answers = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout
            return [(verdict, *map(int, numbers)) for verdict, *numbers, _ in map(str.split, answers.splitlines())]

        # Of many places to wait for the ball, the one that keeps it and scores most; and at last the paddle stands still.
        def wait(pixels):
            fast, rest = divmod(abs(pixels), 24)
            letters = ("X" if pixels > 0 else "x") * fast + (chr(ord("A" if pixels > 0 else "a") + rest - 1) if rest else "")
            return (letters + "0" * 200)[:200]

        proof = ""
        for _ in range(25):
            tries = [proof + wait(player.randint(-400, 400)) for _ in range(60)]
            alive = [(balls, score, text) for text, (verdict, score, _, balls) in zip(tries, ask(tries)) if verdict == "unfinished"]
            if not alive:
                break
            proof = max(alive)[2]
        proof += "0" * (36000 - len(proof))
        (_, score, frames, _), = ask([proof])
        proof = proof[:frames]
        assert ask([proof])[0] == ("over", score, frames, 0)
        return proof, score


GAMES = {"2048": g2048, "fifteen": fifteen, "snake": snake, "breakout": breakout, "dungeon": dungeon, "yacht": yacht}


def write(rows):
    """Puts rows in the place of those of the same games."""
    path = OUT / "golden.json"
    games = {row["game"] for row in rows}
    others = [row for row in json.loads(path.read_text()) if row["game"] not in games] if path.exists() else []
    path.write_text(json.dumps(others + rows, indent=1, ensure_ascii=False) + "\n")


def main():
    rows = []
    for name, play in GAMES.items():
        seed = hashlib.sha256(f"golden {name}".encode()).digest()
        proof, value = play(seed)
        board = {"game": name, "seed": seed.hex(), "weekday": 0, "variation": 0, "level": None}
        rows.append({**board, "proof": proof, "value": value})
    write(rows)


if __name__ == "__main__":
    main()
