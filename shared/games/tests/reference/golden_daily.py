"""Second implementations of solitaire, sudoku and the typing passage, written from their descriptions.

Adds a golden proof of each, and of a timed game, to tests/vectors/games/golden.json. Run it only when a rules version
changes:

    python3 shared/games/tests/reference/golden_daily.py
"""

import hashlib
import itertools

from golden import HERE, Draw, write

# --- Klondike -----------------------------------------------------------------------------------------------------

SUITS = "CDHS"


def red(card):
    return card // 13 in (1, 2)


def fits(card, column):
    """Whether a card may be laid on a column."""
    if not column:
        return card % 13 == 12
    return card % 13 + 1 == column[-1] % 13 and red(card) != red(column[-1])


class Klondike:
    def __init__(self, deck):
        cards = iter(deck)
        self.columns = [[] for _ in range(7)]
        for row in range(7):
            for column in range(row, 7):
                self.columns[column].append(next(cards))
        self.hidden = [len(column) - 1 for column in self.columns]
        self.stock, self.waste, self.up, self.tokens = list(cards), [], [0] * 4, []

    def turn_up(self, c):
        self.hidden[c] = min(self.hidden[c], max(len(self.columns[c]) - 1, 0))

    def greedy(self):
        """One action of a simple player: up, then whatever turns a card up, then from the waste. Whether there was one."""
        for c, column in enumerate(self.columns):
            if column and column[-1] % 13 == self.up[column[-1] // 13]:
                suit = column.pop() // 13
                self.up[suit] += 1
                self.turn_up(c)
                self.tokens.append(f"{c + 1}{SUITS[suit]}")
                return True
        if self.waste and self.waste[-1] % 13 == self.up[self.waste[-1] // 13]:
            suit = self.waste.pop() // 13
            self.up[suit] += 1
            self.tokens.append(f"W{SUITS[suit]}")
            return True
        for a, b in itertools.permutations(range(7), 2):
            run = self.columns[a][self.hidden[a] :]
            if run and fits(run[0], self.columns[b]) and (self.hidden[a] or run[0] % 13 != 12):
                del self.columns[a][self.hidden[a] :]
                self.columns[b] += run
                self.turn_up(a)
                self.tokens.append(f"{a + 1}{b + 1}" + (f"-{len(run)}" if len(run) > 1 else ""))
                return True
        for c, column in enumerate(self.columns):
            if self.waste and fits(self.waste[-1], column):
                column.append(self.waste.pop())
                self.tokens.append(f"W{c + 1}")
                return True
        return False

    def play(self):
        """Plays until won (True) or until a whole pass through the stock brings nothing (False)."""
        idle = 0
        while sum(self.up) < 52:
            if self.greedy():
                idle = 0
                continue
            if idle > 2 * len(self.stock + self.waste) + 2:
                return False
            idle += 1
            if self.stock:
                self.waste.append(self.stock.pop(0))
                self.tokens.append("D")
            elif self.waste:
                self.stock, self.waste = self.waste, []
                self.tokens.append("R")
        return True


def solitaire(seed):
    """The first deal of the seed that the simple player wins."""
    for variation in itertools.count():
        deck = list(range(52))
        Draw(seed, variation).shuffle(deck)
        game = Klondike(deck)
        if game.play():
            return {"variation": variation, "proof": " ".join(game.tokens), "value": len(game.tokens)}


# --- Sudoku -------------------------------------------------------------------------------------------------------

UNITS = [[9 * r + c for c in range(9)] for r in range(9)]
UNITS += [[9 * r + c for r in range(9)] for c in range(9)]
UNITS += [[27 * (b // 3) + 3 * (b % 3) + 9 * r + c for r in range(3) for c in range(3)] for b in range(9)]
PEERS = [set().union(*(unit for unit in UNITS if cell in unit)) - {cell} for cell in range(81)]


def candidates(grid, cell):
    return {1, 2, 3, 4, 5, 6, 7, 8, 9} - {grid[peer] for peer in PEERS[cell]}


def singles(grid):
    """Fills what is forced. None at a contradiction."""
    grid, changed = list(grid), True
    while changed:
        changed = False
        for cell in range(81):
            if grid[cell] == 0:
                fitting = candidates(grid, cell)
                if not fitting:
                    return None
                if len(fitting) == 1:
                    grid[cell], changed = fitting.pop(), True
        for unit in UNITS:
            for digit in range(1, 10):
                if digit not in (grid[cell] for cell in unit):
                    places = [cell for cell in unit if grid[cell] == 0 and digit in candidates(grid, cell)]
                    if not places:
                        return None
                    if len(places) == 1:
                        grid[places[0]], changed = digit, True
    return grid


def solutions(grid, digits=range(1, 10)):
    grid = singles(grid)
    if grid is None:
        return
    if 0 not in grid:
        yield grid
        return
    empty = [cell for cell in range(81) if grid[cell] == 0]
    cell = min(empty, key=lambda cell: len(candidates(grid, cell)))
    for digit in digits:
        if digit in candidates(grid, cell):
            yield from solutions(grid[:cell] + [digit] + grid[cell + 1 :], digits)


def sudoku(seed, weekday):
    draw, grid = Draw(seed), [0] * 81
    for unit in (18, 22, 26):
        digits = list(range(1, 10))
        draw.shuffle(digits)
        for cell, digit in zip(UNITS[unit], digits):
            grid[cell] = digit
    digits = list(range(1, 10))
    draw.shuffle(digits)
    solution = next(solutions(grid, digits))
    order = list(range(41))
    draw.shuffle(order)

    hard, clues = weekday >= 5, 40 if weekday < 3 else 32 if weekday < 5 else 26
    givens = list(solution)

    def empty(cells):
        nonlocal givens
        fewer = [0 if cell in cells else digit for cell, digit in enumerate(givens)]
        if fewer == givens or sum(map(bool, fewer)) < clues:
            return
        if singles(fewer) == solution or hard and len(list(itertools.islice(solutions(fewer), 2))) == 1:
            givens = fewer

    for cell in order:
        empty({cell, 80 - cell})
    for cell in order if hard else ():
        empty({cell})
        empty({80 - cell})
    return "".join(map(str, givens)).replace("0", "."), "".join(map(str, solution))


# --- All of them --------------------------------------------------------------------------------------------------


def main():
    rows = []

    def add(game, proof, value="elapsed", weekday=0, variation=0, **more):
        seed = hashlib.sha256(f"golden {game}".encode()).digest()
        board = {"game": game, "seed": seed.hex(), "weekday": weekday, "variation": variation, "level": None}
        rows.append({**board, "proof": proof, "value": value, **more})

    add("solitaire", **solitaire(hashlib.sha256(b"golden solitaire").digest()))
    for weekday in (0, 3, 6):
        givens, solution = sudoku(hashlib.sha256(b"golden sudoku").digest(), weekday)
        add("sudoku", solution, weekday=weekday, opening={"givens": givens})
    texts = [line for name in ("ko", "en") for line in (HERE.parents[1] / f"data/typing.{name}.txt").read_text().splitlines()]
    variation = Draw(hashlib.sha256(b"golden typing").digest()).below(len(texts))
    add("typing", texts[variation], variation=variation, opening={"text": texts[variation]})
    add("kankani", '{"won":true,"right":7}')
    write(rows)


if __name__ == "__main__":
    main()
