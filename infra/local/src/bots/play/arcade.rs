//! Puzzles and arcade games.

use games::catalogue::{breakout, dungeon, g2048, snake};
use games::{Board, Draw};

/// Moves of a 2048 bot: six seconds for a person.
const MOVES_2048: usize = 150;

/// Ticks of a snake bot: six seconds.
const TICKS: usize = 150;

/// Frames for which a breakout bot follows the ball: twenty seconds, long enough not to be played twice. Then it flees.
const FRAMES: usize = 1_200;

/// Keeps to one corner, and draws which way it prefers.
pub fn play_2048(board: &Board, taste: &mut Draw) -> String {
    use g2048::Direction::{Down, Left, Right, Up};
    let mut draw = Draw::new(&board.seed);
    let mut grid = g2048::Grid::start(&mut draw);
    let mut moves = String::new();
    while moves.len() < MOVES_2048 && !grid.is_over() {
        let mut order = [(Down, 'D'), (Left, 'L'), (Right, 'R'), (Up, 'U')];
        if taste.below(2) == 0 {
            order.swap(0, 1);
        }
        if let Some(&(_, letter)) = order.iter().find(|&&(direction, _)| grid.slide(direction)) {
            grid.spawn(&mut draw);
            moves.push(letter);
        }
    }
    moves
}

/// Goes to the food by a way that does not kill at once, and hesitates now and then.
pub fn play_snake(board: &Board, taste: &mut Draw) -> String {
    use snake::Heading::{Down, Left, Right, Up};
    let mut field = snake::Field::start(Draw::new(&board.seed));
    let mut headings: Vec<char> = Vec::new();
    while headings.len() < TICKS {
        let Some((x, y)) = field.snake().next() else { break };
        let (food_x, food_y) = field.food();
        let mut order = [(Right, 'R'), (Down, 'D'), (Left, 'L'), (Up, 'U')];
        order.sort_by_key(|(heading, _)| match heading {
            Right => food_x <= x,
            Left => food_x >= x,
            Down => food_y <= y,
            Up => food_y >= y,
        });
        if taste.below(8) == 0 {
            taste.shuffle(&mut order);
        }
        let survives = |heading| field.clone().tick(heading).goes_on();
        let Some(&(heading, letter)) = order.iter().find(|&&(heading, _)| survives(heading)) else { break };
        field.tick(heading);
        headings.push(letter);
    }
    headings.chunk_by(|a, b| a == b).map(|run| format!("{}{}", run[0], run.len())).collect()
}

/// Follows the ball with the paddle, not always with its middle, and after a while no more.
pub fn play_breakout(board: &Board, taste: &mut Draw) -> String {
    let mut court = breakout::Court::new();
    let mut draw = Draw::new(&board.seed);
    let mut frames = String::new();
    while !court.is_over() {
        let ball = court.ball().map_or(240, |ball| ball.x / 256);
        let aim = match i32::try_from(taste.below(61)) {
            Ok(off) if frames.len() < FRAMES => ball + off - 30,
            _ if ball > 240 => 40,
            _ => 440,
        };
        let step = i8::try_from((aim - court.paddle()).clamp(-24, 24)).unwrap_or(0);
        court.frame(step, || draw.below(4));
        frames.push(frame_letter(step));
    }
    frames
}

/// `0`, `A` to `X` to the right, `a` to `x` to the left.
fn frame_letter(step: i8) -> char {
    let letter = |first: u8| char::from(first + step.unsigned_abs().saturating_sub(1));
    match step {
        0 => '0',
        1.. => letter(b'A'),
        _ => letter(b'a'),
    }
}

/// Answers everything right, mostly, and takes the first relic that is offered.
pub fn play_dungeon(board: &Board, taste: &mut Draw) -> String {
    let mut hero = dungeon::Hero::enter(Draw::new(&board.seed));
    let mut words = Vec::new();
    while let Some(floor) = hero.next_floor() {
        let (right, wrong) = (floor.puzzle.count(), taste.below(4) / 2);
        words.push(format!("{right}.{wrong}"));
        if hero.play(right, wrong) != dungeon::FloorEnd::Passed {
            break;
        }
        if hero.passed().is_multiple_of(3)
            && let Some(&relic) = hero.offer().first()
        {
            hero.take(relic);
            words.push("r0".to_owned());
        }
    }
    words.join(" ")
}

/// Keeps what the hand happens to hold, and fills the sheet in an order of its own.
pub fn play_yacht(taste: &mut Draw) -> String {
    let mut categories = ["1", "2", "3", "4", "5", "6", "ch", "4k", "fh", "ss", "ls", "ya"];
    taste.shuffle(&mut categories);
    let mut mask = || -> String { (0..5).map(|_| if taste.below(2) == 0 { '0' } else { '1' }).collect() };
    let rounds = categories.map(|category| match mask() {
        keep if keep == "11111" => format!("{keep}:{category}"),
        keep => format!("{keep},{}:{category}", mask()),
    });
    rounds.join(" ")
}
