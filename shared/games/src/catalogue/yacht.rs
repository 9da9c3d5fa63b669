//! Yacht (야추): twelve rounds of five dice, each scored in a category of its own.
//!
//! The categories are those of Yacht Dice in Nintendo's *51 Worldwide Games*, which is what Korean players mean
//! by the name:
//!
//! | | |
//! |---|---|
//! | ones to sixes | the sum of that face |
//! | choice | the sum of all dice |
//! | four of a kind | the sum of all five dice, when at least four are equal |
//! | full house | the sum of all five dice, when three and two are equal |
//! | small straight | 15, when four are in a row |
//! | large straight | 30, when five are in a row |
//! | yacht | 50, when all five are equal |
//!
//! Ones to sixes earn a bonus of 35 when they come to 63 or more. Where rule sets differ: five equal dice are
//! a full house as well, a large straight is a small one as well, and there is neither a joker nor a bonus for
//! further yachts.
//!
//! In each round the five dice are rolled, and then up to twice those that are not kept. Every roll draws
//! `below(6) + 1` for each of its dice from left to right; a die that is kept stays where it is.
//!
//! # Proof
//!
//! Twelve rounds with one blank between. A round is what is kept after the first roll and, if dice were rolled then,
//! after the second, and the category: `10110,00001:fh`. A mask has a digit for each die from left to right, `1` to
//! keep it and `0` to roll it again; `11111` stops, and so does leaving the second mask out. The categories are
//! `1 2 3 4 5 6 ch 4k fh ss ls ya`.

use serde_json::{Value as Json, json};

use crate::text::Reader;
use crate::{Board, Draw, Illegal, Malformed, Name, Proof, Replay, Value};

/// Which rules are played, for those who know others.
pub(crate) const RULE_CHOICES: Name = Name {
    ko: "닌텐도 세계의 놀이 51의 야추: 같은 눈 다섯은 풀하우스로도 치고, 조커와 두 번째 야추 보너스는 없음",
    en: "Yacht of 51 Worldwide Games: five equal dice are a full house as well, no joker and no bonus for further yachts",
};

/// Rounds of a run: one for each category.
pub const ROUNDS: usize = 12;

/// Longest proof, in bytes: twelve rounds of two masks and a category of two letters.
pub const LIMIT: usize = ROUNDS * "10110,00001:fh ".len() - 1;

/// Points that ones to sixes must come to for the bonus.
const BONUS_FROM: u32 = 63;
const BONUS: u32 = 35;

/// No run can score more: the best roll in every category, and the bonus.
pub const MAX_SCORE: u64 = 105 + 35 + 3 * 30 + 15 + 30 + 50;

/// Five dice from left to right, each 1 to 6.
pub type Dice = [u8; 5];

/// What a round is scored in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Category {
    Ones,
    Twos,
    Threes,
    Fours,
    Fives,
    Sixes,
    Choice,
    FourOfAKind,
    FullHouse,
    SmallStraight,
    LargeStraight,
    Yacht,
}

impl Category {
    /// Every category with its name in a proof, in the order of the score sheet.
    const TABLE: [(Self, &'static str); ROUNDS] = [
        (Self::Ones, "1"),
        (Self::Twos, "2"),
        (Self::Threes, "3"),
        (Self::Fours, "4"),
        (Self::Fives, "5"),
        (Self::Sixes, "6"),
        (Self::Choice, "ch"),
        (Self::FourOfAKind, "4k"),
        (Self::FullHouse, "fh"),
        (Self::SmallStraight, "ss"),
        (Self::LargeStraight, "ls"),
        (Self::Yacht, "ya"),
    ];

    /// Every category, in the order of the score sheet.
    pub const ALL: [Self; ROUNDS] = {
        let mut all = [Self::Ones; ROUNDS];
        let mut i = 0;
        while i < ROUNDS {
            all[i] = Self::TABLE[i].0;
            i += 1;
        }
        all
    };

    /// The category's name in a proof.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// What `dice` are worth in this category. Their order does not matter.
    #[must_use]
    pub fn score(self, dice: Dice) -> u32 {
        let count = |face| dice.iter().filter(|&&die| die == face).count();
        let most = (1..=6).map(count).max().unwrap_or(0);
        let sum: u32 = dice.into_iter().map(u32::from).sum();
        let of_face = |face: u8| dice.into_iter().filter(|&die| die == face).map(u32::from).sum();
        let in_a_row = |length: u8| (1..=7 - length).any(|low| (low..low + length).all(|face| count(face) > 0));
        let when = |made, points| if made { points } else { 0 };
        match self {
            Self::Ones => of_face(1),
            Self::Twos => of_face(2),
            Self::Threes => of_face(3),
            Self::Fours => of_face(4),
            Self::Fives => of_face(5),
            Self::Sixes => of_face(6),
            Self::Choice => sum,
            Self::FourOfAKind => when(most >= 4, sum),
            Self::FullHouse => when(most == 5 || most == 3 && (1..=6).any(|face| count(face) == 2), sum),
            Self::SmallStraight => when(in_a_row(4), 15),
            Self::LargeStraight => when(in_a_row(5), 30),
            Self::Yacht => when(most == 5, 50),
        }
    }
}

/// The score sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sheet([Option<u32>; ROUNDS]);

impl Sheet {
    /// Enters `dice` in `category`. Whether it was still free.
    pub fn enter(&mut self, category: Category, dice: Dice) -> bool {
        let line = &mut self.0[category as usize];
        let free = line.is_none();
        if free {
            *line = Some(category.score(dice));
        }
        free
    }

    /// All points so far, the bonus included.
    #[must_use]
    pub fn total(&self) -> u32 {
        let points = |lines: &[Option<u32>]| lines.iter().flatten().sum::<u32>();
        let bonus = if points(&self.0[..6]) >= BONUS_FROM { BONUS } else { 0 };
        points(&self.0) + bonus
    }
}

/// Which dice stay, from left to right.
pub type Keep = [bool; 5];

const KEEP_ALL: Keep = [true; 5];

/// Rolls the dice that are not kept.
pub fn roll(dice: &mut Dice, keep: Keep, draw: &mut Draw) {
    for (die, _) in dice.iter_mut().zip(keep).filter(|&(_, keep)| !keep) {
        *die = u8::try_from(draw.below(6) + 1).unwrap_or(1);
    }
}

/// What the player did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Round {
    first: Keep,
    second: Option<Keep>,
    category: Category,
}

/// The rounds of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds(Vec<Round>);

fn read_keep(reader: &mut Reader<'_>) -> Result<Keep, Malformed> {
    let mut keep = KEEP_ALL;
    for kept in &mut keep {
        *kept = reader.eat(b'1');
        if !*kept {
            reader.expect(b'0', "a mask is five digits, 1 to keep a die and 0 to roll it")?;
        }
    }
    Ok(keep)
}

fn read_category(reader: &mut Reader<'_>) -> Result<Category, Malformed> {
    let refusal = reader.refuse("a category is one of 1 2 3 4 5 6 ch 4k fh ss ls ya");
    let first = reader.take().ok_or(refusal)?;
    let second = reader.peek().filter(|&byte| byte != b' ');
    if second.is_some() {
        reader.take();
    }
    let named = |name: &str| name.bytes().eq([first].into_iter().chain(second));
    let found = Category::TABLE.iter().find(|(_, name)| named(name));
    found.map(|&(category, _)| category).ok_or(refusal)
}

impl Proof for Rounds {
    fn opening(board: &Board) -> Json {
        let mut dice = [0; 5];
        roll(&mut dice, [false; 5], &mut Draw::new(&board.seed));
        json!({ "dice": dice })
    }

    fn decode(text: &str) -> Result<Self, Malformed> {
        let mut reader = Reader::new(text);
        let mut rounds = Vec::new();
        while rounds.len() < ROUNDS {
            let first = read_keep(&mut reader)?;
            let refusal = reader.refuse("nothing was rolled after 11111");
            let second = if reader.eat(b',') { Some(read_keep(&mut reader)?) } else { None };
            if first == KEEP_ALL && second.is_some() {
                return Err(refusal);
            }
            reader.expect(b':', "expected a colon before the category")?;
            rounds.push(Round { first, second, category: read_category(&mut reader)? });
            if !reader.eat(b' ') {
                break;
            }
            if rounds.len() == ROUNDS {
                return Err(reader.refuse("a run has twelve rounds"));
            }
        }
        reader.finish()?;
        Ok(Self(rounds))
    }

    fn encode(&self) -> String {
        let mask = |keep: Keep| keep.map(|kept| if kept { '1' } else { '0' }).into_iter().collect::<String>();
        let round = |round: &Round| {
            let second = round.second.map(|keep| format!(",{}", mask(keep))).unwrap_or_default();
            format!("{}{second}:{}", mask(round.first), round.category.as_str())
        };
        self.0.iter().map(round).collect::<Vec<_>>().join(" ")
    }

    fn moves(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn replay(&self, board: &Board) -> Result<Replay, Illegal> {
        let mut draw = Draw::new(&board.seed);
        let mut sheet = Sheet::default();
        for (at, round) in (1..).zip(&self.0) {
            let mut dice = [0; 5];
            roll(&mut dice, [false; 5], &mut draw);
            roll(&mut dice, round.first, &mut draw);
            roll(&mut dice, round.second.unwrap_or(KEEP_ALL), &mut draw);
            if !sheet.enter(round.category, dice) {
                return Err(Illegal { at, why: "the category is already scored" });
            }
        }
        if self.0.len() < ROUNDS {
            return Err(Illegal { at: self.moves() + 1, why: "a run has twelve rounds" });
        }
        Ok(Replay::solo(Value::Counted(sheet.total().into()), self.moves()))
    }
}
