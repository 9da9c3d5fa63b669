//! Reversi against published counts, other engines' games and the tournament records of the French federation.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use games::catalogue::reversi::{self, Position};
use games::opponent::{VARIATIONS, any_move};
use games::{Board, Draw, GameId, Level, Match, Opponent, OwnMoves, Proof, Seed, Side, TwoPlayer};
use serde_json::Value as Json;

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/games/");

fn vectors(file: &str) -> Json {
    serde_json::from_str(&std::fs::read_to_string(format!("{VECTORS}{file}")).unwrap()).unwrap()
}

/// Plays `moves`, in which a pass is left out or written `pass`; gives the number of passes.
fn play<'a>(position: &mut Position, moves: impl IntoIterator<Item = &'a str>) -> u32 {
    let mut passes = 0;
    for token in moves {
        if token == "pass" {
            continue;
        }
        let mover = position.side_to_move();
        let mv = position.parse(token).expect("a square");
        assert_eq!(position.play(mv), Ok(()), "{token} in {position:?}");
        passes += u32::from(position.end().is_none() && position.side_to_move() == mover);
    }
    passes
}

fn picture(position: &Position) -> String {
    (0..64)
        .map(|square| {
            match (position.squares(Side::First) >> square & 1, position.squares(Side::Second) >> square & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '-',
            }
        })
        .collect()
}

fn texts(array: &Json) -> Vec<&str> {
    array.as_array().unwrap().iter().map(|token| token.as_str().unwrap()).collect()
}

/// The discs of each side, with the empty squares given to the winner.
fn counted(position: &Position) -> (u32, u32) {
    let (black, white) = (position.discs(Side::First), position.discs(Side::Second));
    let end = position.end().expect("a finished game");
    let winner = (64 + end.margin) / 2;
    match end.winner {
        Some(Side::First) => (winner, 64 - winner),
        Some(Side::Second) => (64 - winner, winner),
        None => {
            assert_eq!(black, white);
            (32, 32)
        }
    }
}

#[test]
fn black_may_begin_on_d3_c4_f5_and_e6() {
    let mut moves = Vec::new();
    Position::START.legal_moves(&mut moves);
    let names: Vec<String> = moves.into_iter().map(|mv| Position::START.notation(mv)).collect();
    assert_eq!(names, ["d3", "c4", "f5", "e6"]);
}

#[test]
fn lines_of_play_are_as_many_as_published_to_nine_plies() {
    let published = vectors("othello_perft.json")["perft_1_to_14"].as_array().unwrap().clone();
    for (depth, count) in (1..=9).zip(published) {
        assert_eq!(reversi::perft(&Position::START, depth), count.as_u64().unwrap(), "depth {depth}");
    }
}

#[test]
fn random_games_of_another_engine_have_the_same_moves_and_the_same_end() {
    let games = vectors("othello_random_games.json");
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 200);
    for game in games {
        let mut position = Position::START;
        let counts = game["legal_counts"].as_array().unwrap();
        let mut passes = 0;
        for (token, count) in texts(&game["moves"]).into_iter().zip(counts) {
            if token == "pass" {
                passes += 1;
                continue;
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            assert_eq!(moves.len() as u64, count.as_u64().unwrap(), "before {token} in {}", picture(&position));
            play(&mut position, [token]);
        }
        assert_eq!(passes, game["passes"].as_u64().unwrap());
        assert_eq!(picture(&position), game["final"].as_str().unwrap());
        assert!(position.end().is_some());
    }
}

#[test]
fn games_can_end_before_the_board_is_full() {
    let games = vectors("othello_early_end.json");
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 20);
    for game in games {
        let mut position = Position::START;
        play(&mut position, texts(&game["moves"]));
        assert_eq!(picture(&position), game["final"].as_str().unwrap());
        let (black, white) = (game["black"].as_i64().unwrap(), game["white"].as_i64().unwrap());
        let empty = 64 - black - white;
        assert!(empty > 0);
        let end = position.end().expect("nobody can move");
        let margin = if black == white { 0 } else { (black - white).abs() + empty };
        assert_eq!(i64::from(end.margin), margin);
        assert_eq!(
            end.winner,
            match black.cmp(&white) {
                std::cmp::Ordering::Greater => Some(Side::First),
                std::cmp::Ordering::Less => Some(Side::Second),
                std::cmp::Ordering::Equal => None,
            }
        );
    }
}

#[test]
fn four_hundred_tournament_games_come_to_their_recorded_result() {
    let games = vectors("records/othello_wthor_400.json");
    let games = games["games"].as_array().unwrap();
    assert_eq!(games.len(), 400);
    for game in games {
        let mut position = Position::START;
        let moves = game["moves"].as_str().unwrap();
        let tokens = (0..moves.len()).step_by(2).map(|at| &moves[at..at + 2]);
        let passes = play(&mut position, tokens);
        assert_eq!(u64::from(passes), game["passes"].as_u64().unwrap());
        assert_eq!(u64::from(position.discs(Side::First)), game["black_discs"].as_u64().unwrap());
        assert_eq!(u64::from(position.discs(Side::Second)), game["white_discs"].as_u64().unwrap());
        let (black, white) = counted(&position);
        assert_eq!(format!("{black}-{white}"), game["recorded"].as_str().unwrap());
    }
}

#[test]
fn the_federations_file_of_1977_replays_to_blacks_recorded_discs() {
    // 16 bytes of header, the number of games at 4; then 68 bytes a game: black's discs at 6, 60 moves from 8, each
    // ten times the row plus the file, 0 when the game is over (format note "WTHOR" of the federation).
    let file = std::fs::read(format!("{VECTORS}records/WTH_1977.wtb")).unwrap();
    let count = u32::from_le_bytes(file[4..8].try_into().unwrap());
    let games = file[16..].chunks_exact(68);
    assert_eq!((count, games.len()), (12, 12));
    for game in games {
        let mut position = Position::START;
        for &mv in game[8..].iter().take_while(|&&mv| mv != 0) {
            let token = format!("{}{}", char::from(b'a' + mv % 10 - 1), mv / 10);
            play(&mut position, [token.as_str()]);
        }
        assert_eq!(counted(&position).0, u32::from(game[6]));
    }
}

#[test]
fn a_side_without_a_move_passes_and_the_game_goes_on() {
    let mut position = Position::START;
    play(&mut position, "e6 f6 c4 c5 c6 d6 g7 f4 g4 g6 e7 h8 h6 g5 g8".split(' '));
    assert_eq!(position.side_to_move(), Side::Second);
    assert_eq!(play(&mut position, ["f8"]), 1);
    assert_eq!((position.side_to_move(), position.end()), (Side::Second, None));
}

#[test]
fn the_passes_of_a_reported_game_fall_where_another_engine_has_them() {
    let moves = "e6 f4 e3 d2 c3 d6 f5 d3 c4 b4 b2 b3 c2 a1 f3 e2 a2 b1 f2 c1 c6 a3 a4 a5 d1 b5 a6 a7 b6 c5 c7 b7 f6 b8 a8 \
                 g6 c8 d7 d8 e8 e7";
    let mut position = Position::START;
    let mut passed_after = Vec::new();
    for token in moves.split_whitespace() {
        if play(&mut position, [token]) == 1 {
            passed_after.push(token);
        }
    }
    // After e7, where the report stops, Black can only pass again.
    assert_eq!(passed_after, ["a5", "d1", "a7", "b6", "c5", "c8", "e8", "e7"]);
    assert_eq!((position.side_to_move(), position.end()), (Side::Second, None));
}

/// Whether `side` could put a disc anywhere: every empty square and direction walked through.
fn can_move(position: &Position, side: Side) -> bool {
    let disc = |x: i32, y: i32| {
        let on_board = (0..8).contains(&x) && (0..8).contains(&y);
        let holds = |side: &Side| on_board && position.squares(*side) >> (8 * y + x) & 1 == 1;
        [Side::First, Side::Second].into_iter().find(holds)
    };
    let directions = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|&step| step != (0, 0));
    let brackets = |x: i32, y: i32, (dx, dy): (i32, i32)| {
        let turned = (1..8).take_while(|n| disc(x + n * dx, y + n * dy) == Some(side.other())).count();
        let beyond = i32::try_from(turned).unwrap() + 1;
        turned > 0 && disc(x + beyond * dx, y + beyond * dy) == Some(side)
    };
    let empty = (0..64).map(|square| (square % 8, square / 8)).filter(|&(x, y)| disc(x, y).is_none());
    empty.into_iter().any(|(x, y)| directions.clone().any(|step| brackets(x, y, step)))
}

#[test]
fn bug_10_who_cannot_answer_passes_and_nobody_plays_the_others_colour() {
    let mut draw = Draw::new(&Seed([10; 32]));
    let (mut computer_passed, mut player_passed) = (0, 0);
    for seed in 0..60 {
        let board = Board { seed: Seed([seed; 32]), weekday: 0, variation: seed.into(), level: Some(Level::Easy) };
        let mut game = Match::<Position>::new(&board);
        let (player, computer) = (game.player(), game.player().other());
        let (mut own, mut passes) = (Vec::new(), [0, 0]);
        while game.position().end().is_none() {
            assert_eq!(game.position().side_to_move(), player);
            assert!(can_move(game.position(), player), "{}", picture(game.position()));
            let mut position = *game.position();
            let weak = seed % 2 == 0; // a weak player is short of moves, and a strong one leaves the computer none
            let basic = game.position().choose(Level::Basic, &mut draw).mv;
            let mv = basic.filter(|_| !weak).or_else(|| any_move(game.position(), &mut draw)).unwrap();
            game.play(mv).unwrap();
            own.push(mv);
            // The answers, one by one: each in the computer's turn, and more than one only while the player cannot move.
            let before = game.moves().iter().rposition(|&played| played == mv).unwrap();
            position.make(mv);
            let answers = &game.moves()[before + 1..];
            if answers.is_empty() && position.end().is_none() {
                assert!(!can_move(&position, computer), "{}", picture(&position));
                assert_eq!((game.position().side_to_move(), game.moves().last()), (player, Some(&mv)));
                passes[0] += 1;
            }
            for (nth, &answer) in answers.iter().enumerate() {
                assert!(can_move(&position, computer), "{}", picture(&position));
                if nth > 0 {
                    assert!(!can_move(&position, player), "{}", picture(&position));
                    passes[1] += 1;
                }
                let (theirs, ours) = (position.discs(computer), position.discs(player));
                position.make(answer);
                assert!(position.discs(computer) > theirs + 1 && position.discs(player) < ours);
            }
            assert_eq!(position, *game.position());
        }
        // The referee, who is told the own moves alone, finds the same passes.
        let text = OwnMoves::<Position>::new(own).encode();
        let replay = GameId::Reversi.read(&board, &text).unwrap().replay().unwrap();
        assert_eq!(replay.plies as usize, game.moves().len());
        assert_eq!(Some((replay.outcome.unwrap(), replay.value)), game.result());
        // In the record who moves twice in a row shows as such, and only the player's own moves are the player's.
        let mut position = Position::start(board.variation);
        let movers = game.moves().iter().map(|&mv| {
            let mover = position.side_to_move();
            position.play(mv).unwrap();
            mover
        });
        let movers: Vec<Side> = movers.skip(Position::opening(board.variation % VARIATIONS).len()).collect();
        assert_eq!(movers.iter().filter(|&&mover| mover == player).count(), game.own_moves() as usize);
        let twice = [player, computer].map(|side| movers.windows(2).filter(|pair| pair == &[side; 2]).count());
        assert_eq!(twice, passes);
        computer_passed += passes[0];
        player_passed += passes[1];
    }
    assert!(computer_passed >= 20 && player_passed >= 20, "{computer_passed} and {player_passed} passes");
}

#[test]
fn a_square_has_one_name() {
    for token in ["F5", "f05", "i1", "a9", "a0", "5f", "f5 ", "", "pass", "ｆ5"] {
        assert_eq!(Position::START.parse(token), None, "{token}");
    }
}
