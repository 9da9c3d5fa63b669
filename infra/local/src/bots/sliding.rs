//! A solver of the 15 puzzle: A* that trusts its estimate more than it should, so it is quick and not shortest.

use std::collections::{BinaryHeap, HashMap};

use games::catalogue::fifteen::{Frame, Step};

/// Frames looked at before the bot gives up; a weighted search needs some tens of thousands.
const MOST_FRAMES: usize = 2_000_000;

const STEPS: [(Step, Step, char); 4] = [
    (Step::Up, Step::Down, 'U'),
    (Step::Right, Step::Left, 'R'),
    (Step::Down, Step::Up, 'D'),
    (Step::Left, Step::Right, 'L'),
];

/// Moves that solve `frame`. The larger `trust`, the quicker and the longer.
#[must_use]
pub fn solve(frame: Frame, trust: u64) -> Option<String> {
    let start = *frame.tiles();
    let mut came: HashMap<[u8; 16], (u64, usize)> = HashMap::from([(start, (0, STEPS.len()))]);
    let mut open = BinaryHeap::from([(std::cmp::Reverse(0), 0, start)]);
    while let Some((_, cost, tiles)) = open.pop() {
        let frame = Frame::new(tiles)?;
        if frame == Frame::SOLVED {
            return walk_back(&came, tiles);
        }
        if came.len() > MOST_FRAMES {
            return None;
        }
        for (index, &(step, ..)) in STEPS.iter().enumerate() {
            let mut next = frame;
            let cost = cost + 1;
            if next.step(step) && came.get(next.tiles()).is_none_or(|&(known, _)| cost < known) {
                came.insert(*next.tiles(), (cost, index));
                open.push((std::cmp::Reverse(cost + trust * distance(next.tiles())), cost, *next.tiles()));
            }
        }
    }
    None
}

fn walk_back(came: &HashMap<[u8; 16], (u64, usize)>, mut tiles: [u8; 16]) -> Option<String> {
    let mut letters = Vec::new();
    while let Some(&(_, index)) = came.get(&tiles) {
        let Some(&(_, back, letter)) = STEPS.get(index) else { break };
        letters.push(letter);
        let mut frame = Frame::new(tiles)?;
        frame.step(back);
        tiles = *frame.tiles();
    }
    Some(letters.into_iter().rev().collect())
}

/// How far every tile is from its place, in steps.
fn distance(tiles: &[u8; 16]) -> u64 {
    let away = |(at, &tile): (usize, &u8)| {
        let home = usize::from(tile).wrapping_sub(1);
        if tile == 0 { 0 } else { (at / 4).abs_diff(home / 4) + (at % 4).abs_diff(home % 4) }
    };
    tiles.iter().enumerate().map(away).sum::<usize>().try_into().unwrap_or(u64::MAX)
}
