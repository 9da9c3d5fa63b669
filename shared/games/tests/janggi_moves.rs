//! The moves of janggi against published counts, lists of other engines and recorded games.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::fs;

use games::catalogue::janggi::{BigJang, Facing, Janggi, Move, Position, SetUp, Settings};
use games::{TwoPlayer, perft};
use serde::Deserialize;
use serde::de::DeserializeOwned;

fn vectors<T: DeserializeOwned>(name: &str) -> T {
    let path = format!("{}/../../tests/vectors/games/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|bad| panic!("{fen}: {bad}"))
}

/// The legal moves as the other engines write them: sorted, a pass as the general's point twice.
fn listed(fen: &str, rule: Facing) -> Vec<String> {
    let position = position(fen);
    let general = position.general(position.side_to_move());
    let mut moves = Vec::new();
    position.legal_moves(rule, &mut moves);
    let text = |mv: &Move| match mv {
        Move::Step { from, to } => format!("{from}{to}"),
        _ => format!("{general}{general}"),
    };
    let mut texts: Vec<String> = moves.iter().map(text).collect();
    texts.sort();
    texts
}

fn sorted(moves: &[&str]) -> Vec<String> {
    let mut moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.sort();
    moves
}

/// Counts as Fairy-Stockfish does: two passes end the game and the line, and so does a pass that leaves the
/// generals facing where that must be broken. Its `janggimodern` ignores the facing, its `janggi` does not.
fn lines(position: &Position, big_jang: BigJang, depth: u32) -> u64 {
    let settings = Settings { big_jang, ..Settings::default() };
    perft(&mut Janggi::from_position(position.clone(), settings), depth)
}

#[derive(Deserialize)]
struct Published {
    positions: Vec<PublishedPosition>,
}

#[derive(Deserialize)]
struct PublishedPosition {
    fen: String,
    perft_janggi: Vec<u64>,
    perft_modern: Vec<u64>,
}

#[test]
fn perft_equals_the_published_counts() {
    let Published { positions } = vectors("janggi_perft_published.json");
    assert_eq!(positions.len(), 3);
    for PublishedPosition { fen, perft_janggi, perft_modern } in positions {
        let position = position(&fen);
        for (depth, count) in (1..).zip(perft_janggi) {
            assert_eq!(lines(&position, BigJang::Score, depth), count, "{fen} at depth {depth}");
        }
        for (depth, count) in (1..).zip(perft_modern) {
            assert_eq!(lines(&position, BigJang::Off, depth), count, "{fen}, facing ignored, at depth {depth}");
        }
    }
}

#[derive(Deserialize)]
struct Setups<T> {
    setups: BTreeMap<String, T>,
}

#[derive(Deserialize)]
struct Counted {
    fen: String,
    legal: Vec<String>,
    perft: BTreeMap<String, Vec<u64>>,
}

fn start(key: &str) -> Position {
    let (cho, han) = key.split_once('/').unwrap();
    Position::start(cho.parse().unwrap(), han.parse().unwrap())
}

#[test]
fn perft_of_every_set_up_equals_fairy_stockfish_to_depth_three() {
    let Setups::<Counted> { setups } = vectors("janggi_setups_perft.json");
    assert_eq!(setups.len(), 16);
    for (key, Counted { fen, legal, perft }) in setups {
        let start = start(&key);
        assert_eq!(start, position(&fen), "{key}");
        assert_eq!(listed(&fen, Facing::Ignored), legal, "{key}");
        for (depth, &count) in (1..).zip(&perft["janggi"]) {
            assert_eq!(lines(&start, BigJang::Score, depth), count, "{key} at depth {depth}");
        }
        for (depth, &count) in (1..).zip(&perft["janggimodern"]) {
            assert_eq!(lines(&start, BigJang::Off, depth), count, "{key}, facing ignored, at depth {depth}");
        }
    }
}

#[derive(Deserialize)]
struct Modern {
    janggimodern_perft4: u64,
}

#[derive(Deserialize)]
struct WithBigJang {
    janggi_perft4: u64,
}

#[test]
fn perft_of_every_set_up_equals_fairy_stockfish_at_depth_four() {
    let Setups::<Modern> { setups: modern } = vectors("janggi_setups_perft4_modern.json");
    let Setups::<WithBigJang> { setups: big_jang } = vectors("janggi_setups_perft4_bikjang.json");
    assert_eq!((modern.len(), big_jang.len()), (16, 16));
    for (key, Modern { janggimodern_perft4 }) in modern {
        assert_eq!(lines(&start(&key), BigJang::Off, 4), janggimodern_perft4, "{key}");
    }
    for (key, WithBigJang { janggi_perft4 }) in big_jang {
        assert_eq!(lines(&start(&key), BigJang::Score, 4), janggi_perft4, "{key} with the facing rule");
    }
}

#[derive(Deserialize)]
struct Lists {
    positions: Vec<Listed>,
    facing_generals: Vec<Listed>,
    in_check: Vec<Listed>,
    no_legal_moves: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    fen: String,
    in_check: bool,
    legal_no_bikjang: Vec<String>,
    legal_bikjang: OrSame,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OrSame {
    Same(#[expect(dead_code, reason = "the word is always `same`")] String),
    Moves(Vec<String>),
}

#[test]
fn legal_moves_equal_those_of_two_other_engines() {
    let Lists { positions, facing_generals, in_check, no_legal_moves } = vectors("janggi_legal_moves.json");
    assert_eq!([&positions, &facing_generals, &in_check, &no_legal_moves].map(Vec::len), [300, 60, 80, 25]);
    for listing in positions.into_iter().chain(facing_generals).chain(in_check).chain(no_legal_moves) {
        let Listed { fen, in_check, legal_no_bikjang, legal_bikjang } = listing;
        assert_eq!(position(&fen).in_check(), in_check, "{fen}");
        assert_eq!(listed(&fen, Facing::Ignored), legal_no_bikjang, "{fen}, facing ignored");
        let legal_bikjang = match legal_bikjang {
            OrSame::Same(_) => legal_no_bikjang,
            OrSame::Moves(moves) => moves,
        };
        assert_eq!(listed(&fen, Facing::MustBreak), legal_bikjang, "{fen}, facing to be broken");
    }
}

/// Every move there could be, whatever stands on the board.
fn every_move() -> impl Iterator<Item = Move> {
    use games::catalogue::janggi::Square;
    let squares = || (0..10).flat_map(|rank| (0..9).filter_map(move |file| Square::new(file, rank)));
    squares().flat_map(move |from| squares().map(move |to| Move::Step { from, to })).chain([Move::Pass])
}

#[test]
fn listed_moves_are_exactly_the_accepted_ones() {
    let Lists { positions, facing_generals, in_check, no_legal_moves } = vectors("janggi_legal_moves.json");
    for Listed { fen, .. } in positions.into_iter().chain(facing_generals).chain(in_check).chain(no_legal_moves) {
        let position = position(&fen);
        for rule in [Facing::Ignored, Facing::MustBreak] {
            let mut listed = Vec::new();
            position.legal_moves(rule, &mut listed);
            assert!(listed.is_sorted(), "{fen}: the moves are in their order");
            let accepted: Vec<Move> = every_move().filter(|&mv| position.is_legal(mv, rule)).collect();
            assert_eq!(listed, accepted, "{fen} {rule:?}");
            assert_eq!(position.can_move(rule), !listed.is_empty(), "{fen} {rule:?}");
            let mut captures = Vec::new();
            position.legal_captures(rule, &mut captures);
            listed.retain(|mv| matches!(mv, Move::Step { to, .. } if position.piece(*to).is_some()));
            assert_eq!(captures, listed, "{fen} {rule:?}");
        }
    }
}

#[derive(Deserialize)]
struct Gib {
    start_fen: String,
    moves_gib: Vec<String>,
    moves: Vec<String>,
    final_fen: String,
    final_legal: Vec<String>,
}

fn play(game: &mut Janggi, token: &str) -> String {
    let mv = game.parse(token).unwrap();
    let record = game.position().record(mv);
    game.play(mv).unwrap_or_else(|illegal| panic!("{token} at {}: {illegal}", game.position()));
    record
}

/// The first two fields of a FEN: the engines' counters are no part of a position.
fn placed(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_professional_game_replays_and_reads_as_its_record() {
    let gib: Gib = vectors("records/janggi_gib_2016.json");
    assert_eq!(gib.moves.len(), 73);
    let mut game = Janggi::start(SetUp::Bnbn, SetUp::Bnbn, Settings::default());
    assert_eq!(game.position(), &position(&gib.start_fen));
    for (token, record) in gib.moves.iter().zip(&gib.moves_gib) {
        assert_eq!(&play(&mut game, token), record);
    }
    assert_eq!(game.position().to_string(), placed(&gib.final_fen));
    let mut legal = gib.final_legal;
    legal.sort();
    assert_eq!(listed(&gib.final_fen, Facing::Ignored), legal);
}

#[derive(Deserialize)]
struct Games {
    games: Vec<EngineGame>,
}

#[derive(Deserialize)]
struct EngineGame {
    file: String,
    start_fen: String,
    moves: Vec<String>,
    final_fen: String,
    final_in_check: bool,
    final_legal: usize,
    meta: Meta,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    final_score: Option<Points>,
}

#[derive(Deserialize)]
struct Points {
    cho: f32,
    han: f32,
}

#[test]
fn recorded_games_replay_to_their_last_position_and_points() {
    let Games { games } = vectors("records/janggi_engine_games.json");
    assert_eq!(games.len(), 21);
    for EngineGame { file, start_fen, moves, final_fen, final_in_check, final_legal, meta } in games {
        let mut game = Janggi::from_position(position(&start_fen), Settings::default());
        for token in &moves {
            play(&mut game, token);
        }
        let last = game.position();
        assert_eq!(last.to_string(), placed(&final_fen), "{file}");
        assert_eq!(last.in_check(), final_in_check, "{file}");
        assert_eq!(listed(&final_fen, Facing::Ignored).len(), final_legal, "{file}");
        if let Some(Points { cho, han }) = meta.final_score {
            use games::Side::{First, Second};
            let points = [First, Second].map(|side| f32::from(last.half_points(side)) / 2.0);
            assert_eq!(points, [cho, han], "{file}");
        }
        if final_in_check && final_legal == 0 {
            assert_eq!(game.end().unwrap().winner, Some(last.side_to_move().other()), "{file} ends in mate");
        }
    }
}

/// Positions that other engines once got wrong: FEN, the points of departure looked at (all when empty), and
/// every move from them with the facing ignored.
const MISTAKEN: [(&str, &[&str], &[&str]); 6] = [
    // A chariot's check along a file: no pass.
    ("3k5/9/9/9/9/4r4/9/9/4K4/9 w", &[], &["e2d1", "e2d2", "e2d3", "e2f1", "e2f2", "e2f3"]),
    // Cannons neither capture nor jump cannons.
    (
        "r1ba1ab1r/5k3/c1n3nc1/p3pp3/2p5p/6R2/BPP2PPP1/2N1C2C1/4K4/2RA1ABN1 b",
        &["a8", "h8"],
        &["a8a4", "a8a5", "a8a6", "a8d8", "a8e8", "a8f8", "h8d8", "h8e8", "h8f8"],
    ),
    ("3k5/9/9/c8/9/9/P8/9/4K4/C8 w", &["a1"], &["a1a5", "a1a6"]),
    // A soldier's diagonals in the palace.
    ("4k4/9/3P5/9/9/9/9/9/9/4K4 w", &["d8"], &["d8c8", "d8e8", "d8d9", "d8e9"]),
    // Each way of an elephant has two points to be blocked on.
    ("3k5/9/3p5/9/4B4/9/9/9/9/4K4 w", &["e6"], &["e6b4", "e6b8", "e6c3", "e6g3", "e6g9", "e6h4", "e6h8"]),
    // A cannon's general steps beside a soldier.
    (
        "5k3/3aa4/9/6p1p/9/3n5/4p4/5KC2/6p2/9 w",
        &[],
        &["f3e2", "f3f3", "g3a3", "g3b3", "g3c3", "g3d3", "g3e3", "g3g1", "g3g8", "g3g9", "g3g10"],
    ),
];

#[test]
fn positions_mistaken_elsewhere_have_the_right_moves() {
    for (fen, from, moves) in MISTAKEN {
        let mut all = listed(fen, Facing::Ignored);
        all.retain(|mv| from.is_empty() || from.iter().any(|from| mv.starts_with(from)));
        assert_eq!(all, sorted(moves), "{fen}");
    }
}

#[test]
fn a_soldier_beside_the_palace_centre_has_no_diagonal() {
    assert_eq!(
        listed("4k4/3P5/9/9/9/9/9/9/9/4K4 w", Facing::Ignored)
            .into_iter()
            .filter(|mv| mv.starts_with("d9"))
            .collect::<Vec<_>>(),
        ["d9c9", "d9d10", "d9e9"]
    );
}

#[test]
fn impossible_positions_are_refused() {
    for fen in [
        "9/9/9/9/9/9/9/9/4K4/9 w",         // Han has no general
        "4k4/9/9/9/9/9/9/9/9/9 w",         // Cho has none
        "4k4/9/9/9/9/9/9/9/3KK4/9 w",      // two generals
        "4k4/9/9/9/4R4/9/9/9/4K4/9 w",     // Han's general could be captured
        "9/9/9/4k4/9/9/9/9/4K4/9 w",       // a general outside its palace
        "4k4/9/9/4A4/9/9/9/9/4K4/9 w",     // a guard outside its palace
        "4k4/9/9/9/9/9/9/9/4K4 w",         // nine ranks
        "4k4/9/9/9/9/9/9/9/4K4/9/9 w",     // eleven
        "4k5/9/9/9/9/9/9/9/4K4/9 w",       // ten files
        "4k3/9/9/9/9/9/9/9/4K4/9 w",       // eight
        "4k4/9/9/9/9/9/9/9/4K4/9",         // nobody moves
        "4k4/9/9/9/9/9/9/9/4K4/9 w - - 0", // a counter without the other
        "4q4/9/9/9/9/9/9/9/4K4/9 w",       // no such piece
        "",
    ] {
        assert!(fen.parse::<Position>().is_err(), "{fen}");
    }
}
