//! Records of matches, read back as another program would read them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use games::catalogue::baduk::{Baduk, Setup};
use games::catalogue::checkers::Position;
use games::catalogue::points::Point;
use games::opponent::any_move;
use games::{Draw, GameId, Seed, Side, TwoPlayer};
use ranking::PlayerId;
use ranking::matches::{Change, Clock, Ending, Match, Options, Private, Report, Seat, record};
use serde_json::Value;

const NOON: i64 = 1_796_007_600_000; // 2026-11-30 in Seoul

fn player(number: u128) -> PlayerId {
    PlayerId::from_random(number)
}

/// A room with both seats taken, by 1 and 2.
fn seated(game: GameId, options: Options) -> Match {
    let seat = |number, nickname: &str| Seat { player: player(number), nickname: nickname.to_owned(), at_ms: NOON };
    let private = Private { browser: player(11), network: None };
    let first = (Side::First, seat(1, "손님 \"하나\""));
    let mut room =
        Match::open("m".into(), game, options, true, Clock::USUAL, "code".into(), first, private.clone()).unwrap();
    room.sit("code", seat(2, "b]:\\"), &private).unwrap();
    room
}

/// A match that was reported with these moves.
fn reported(game: GameId, moves: &[&str], how: Ending, winner: Option<Side>) -> Match {
    let mut room = seated(game, Options::default());
    let moves = moves.iter().map(|&token| token.to_owned()).collect();
    let report = Report { moves, how, winner, assisted: false, started_at_ms: NOON, seats: [None, None] };
    assert_eq!(room.report(&report, NOON + 1), Ok(Change::Made));
    room
}

fn vectors(file: &str) -> Value {
    let path = format!("{}/../../tests/vectors/games/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn tag<'a>(pdn: &'a str, name: &str) -> &'a str {
    let line = pdn.lines().find(|line| line.starts_with(&format!("[{name} ")));
    line.unwrap_or_else(|| panic!("no {name} in {pdn}")).split_once('"').unwrap().1.strip_suffix("\"]").unwrap()
}

/// Replays the movetext of a PDN text by the letter of the standard: numbers count up, a move is its ends unless that is ambiguous,
/// and an asterisk ends the game. The last position, and how many moves had to be written whole.
fn replay(pdn: &str) -> (Position, usize) {
    let (_, movetext) = pdn.split_once("\n\n").unwrap();
    assert!(movetext.lines().all(|line| line.len() < 80), "{movetext}");
    let mut words: Vec<&str> = movetext.split_whitespace().collect();
    assert_eq!(words.pop(), Some("*"));
    let mut position = Position::start();
    let (mut plies, mut whole) = (0, 0);
    for word in words {
        if let Some(number) = word.strip_suffix('.') {
            assert_eq!((plies % 2, number.parse().ok()), (0, Some(plies / 2 + 1)), "{word} in {movetext}");
            continue;
        }
        let mark = if word.contains('x') { 'x' } else { '-' };
        let ends = |text: &str| {
            text.split_once(mark).map(|(a, _)| (a.to_owned(), text.rsplit_once(mark).unwrap().1.to_owned()))
        };
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        legal.retain(|&mv| ends(&position.notation(mv)) == ends(word));
        if word.matches(mark).count() > 1 {
            assert!(legal.len() > 1, "{word} need not be written whole");
            legal.retain(|&mv| position.notation(mv) == word);
            whole += 1;
        }
        assert_eq!(legal.len(), 1, "{word} is one move of {position:?}");
        position.make(legal[0]);
        plies += 1;
    }
    (position, whole)
}

#[test]
fn games_of_two_archives_are_written_in_pdn_and_read_back() {
    let (mut written, mut whole, mut other_turn) = (0, 0, 0);
    for (file, list) in [("records/checkers_oca_1840s.json", 43), ("records/checkers_tinsley_260.json", 260)] {
        let archive = vectors(file);
        let games = archive["games"].as_array().unwrap();
        assert_eq!(games.len(), list);
        for game in games {
            let moves: Vec<&str> = game["moves"].as_str().unwrap().split(' ').collect();
            let last = Position::from_fen(game["final_fen"].as_str().unwrap()).unwrap();
            let archived = game["result"].as_str().unwrap();
            // The archives do not say what their results mean. Whose turn it is when a game is given up has lost it.
            let (how, winner) = match archived {
                "1/2-1/2" => (Ending::DrawAgreed, None),
                _ => (Ending::Resigned, Some(last.side_to_move().other())),
            };
            let pdn = record(&reported(GameId::Checkers, &moves, how, winner));
            assert_eq!(pdn.kind, "text/plain; charset=utf-8");
            let (position, ambiguous) = replay(&pdn.text);
            assert_eq!(position.key(), last.key(), "{}", pdn.text);
            other_turn += usize::from(tag(&pdn.text, "Result") != archived);
            written += 1;
            whole += ambiguous;
        }
    }
    assert_eq!(written, 303);
    assert_eq!(other_turn, 3, "three of the 69 decided games were given up on the winner's turn");
    assert_eq!(whole, 0);
}

/// First and last square of a move's path.
fn ends(path: &str) -> [&str; 2] {
    [path.split('x').next().unwrap(), path.split('x').next_back().unwrap()]
}

#[test]
fn a_jump_that_is_ambiguous_is_written_whole() {
    // Any moves, until somebody has two jumps with the same ends.
    let find = |taste| {
        let mut draw = Draw::stream(&Seed([3; 32]), taste);
        let mut position = Position::start();
        let mut moves = Vec::new();
        while position.end().is_none() {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let paths: Vec<String> = legal.iter().map(|&mv| position.notation(mv)).collect();
            let jumps: Vec<&String> = paths.iter().filter(|path| path.contains('x')).collect();
            let same = |path: &&&String| jumps.iter().filter(|other| ends(other) == ends(path)).count() > 1;
            if let Some(&ambiguous) = jumps.iter().find(same) {
                moves.push(ambiguous.clone());
                return Some(moves);
            }
            let mv = any_move(&position, &mut draw).unwrap();
            moves.push(position.notation(mv));
            position.make(mv);
        }
        None
    };
    let moves = (0..5000).find_map(find).unwrap();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let pdn = record(&reported(GameId::Checkers, &moves, Ending::DrawAgreed, None)).text;
    assert_eq!(replay(&pdn).1, 1, "{pdn}");
    assert!(pdn.ends_with(&format!("{} *\n", moves[moves.len() - 1])), "{pdn}");
}

#[test]
fn a_record_of_checkers_has_the_tags_of_the_standard() {
    let mut game = seated(GameId::Checkers, Options::default());
    game.play(&player(1), 1, "11-15", NOON).unwrap();
    game.claim(&player(1), NOON + 600_000).unwrap();
    // White's time was up: the first player, Black, has won.
    let expected = "[Event \"Sunwi\"]\n[Site \"?\"]\n[Date \"2026.11.30\"]\n[Round \"?\"]\n[White \"b]:\\\"]\n\
        [Black \"손님 \\\"하나\\\"\"]\n[Result \"1-0\"]\n[GameType \"21,B,8,8,N1,0\"]\n[Termination \"time forfeit\"]\n\n1. 11-15 *\n";
    assert_eq!(record(&game).text, expected);
}

/// A property of an SGF text: what stands in brackets after its name.
fn property<'a>(sgf: &'a str, name: &str) -> Option<&'a str> {
    let at = sgf.match_indices(name).find(|(at, _)| !sgf[..*at].ends_with(|c: char| c.is_ascii_uppercase()))?.0;
    sgf[at..].strip_prefix(name)?.strip_prefix('[')?.split(']').next()
}

#[test]
fn results_of_baduk_are_written_as_sgf_writes_them() {
    let room = |handicap| seated(GameId::Baduk, Options { size: Some(9), handicap: Some(handicap) });
    let sgf = |game: &Match| record(game).text;
    let passes = |mut game: Match| {
        game.play(&player(1), 1, "pass", NOON).unwrap();
        game.play(&player(2), 2, "pass", NOON).unwrap();
        sgf(&game)
    };
    // Nobody has a point: komi decides, and without komi nothing does.
    let (even, black_first) = (passes(room(0)), passes(room(1)));
    assert_eq!((property(&even, "KM"), property(&even, "RE")), (Some("6.5"), Some("W+6.5")));
    assert_eq!((property(&black_first, "KM"), property(&black_first, "RE")), (Some("0.0"), Some("0")));
    assert_eq!(property(&black_first, "HA"), None);

    let mut game = room(0);
    game.resign(&player(2), NOON).unwrap();
    assert_eq!(property(&sgf(&game), "RE"), Some("B+R"));
    let mut game = room(0);
    game.claim(&player(2), NOON + 600_000).unwrap();
    assert_eq!(property(&sgf(&game), "RE"), Some("W+T"));
    let mut game = room(0);
    game.draw(&player(1), NOON).unwrap();
    game.draw(&player(2), NOON).unwrap();
    assert_eq!(property(&sgf(&game), "RE"), Some("0"));
}

#[test]
fn handicap_stones_are_where_the_go_text_protocol_puts_them() {
    // GTP 2, section 4.1.1: on 9 lines C3 and G7, the third line of each side. SGF counts from the top left.
    let mut game = seated(GameId::Baduk, Options { size: Some(9), handicap: Some(2) });
    game.play(&player(2), 1, "E5", NOON).unwrap();
    game.resign(&player(1), NOON).unwrap();
    let sgf = record(&game).text;
    assert!(sgf.contains("HA[2]AB[cg][gc]RE[W+R]\n;W[ee])"), "{sgf}");
    assert_eq!((property(&sgf, "SZ"), property(&sgf, "KM")), (Some("9"), Some("0.5")));
}

#[test]
fn a_game_of_baduk_reads_back_from_sgf_stone_by_stone() {
    let archive = vectors("go_9x9_games.json");
    let game = &archive["games"][0];
    let moves: Vec<&str> = game["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let mut room = seated(GameId::Baduk, Options { size: Some(9), handicap: None });
    for (ply, token) in (1..).zip(&moves) {
        room.play(&player(if ply % 2 == 1 { 1 } else { 2 }), ply, token, NOON).unwrap();
    }
    let sgf = record(&room).text;
    let mut read = Baduk::new(Setup::even(9)).unwrap();
    for node in sgf.trim_end().trim_end_matches(')').split("\n;").skip(1) {
        let (colour, at) = node.trim_end_matches(']').split_once('[').unwrap();
        assert_eq!(colour, if read.side_to_move() == Side::First { "B" } else { "W" });
        let token = match *at.as_bytes() {
            [x, y] => format!("{}{}", char::from(b"ABCDEFGHJ"[usize::from(x - b'a')]), 9 - (y - b'a')),
            _ => "pass".to_owned(),
        };
        read.make(read.parse(&token).unwrap());
    }
    // The archive's board: the top row first.
    let stone = |at: Point| match read.stone(at) {
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
        None => '.',
    };
    let board: String = (0..9).rev().flat_map(|y| (0..9).map(move |x| Point::new(x, y))).map(stone).collect();
    assert_eq!(board, game["final"].as_str().unwrap());
}

#[test]
fn other_games_are_their_plain_moves() {
    for (game, moves) in [(GameId::Reversi, "f5 d6"), (GameId::Nim, "1-2 2-1"), (GameId::DotsAndBoxes, "h03 v31")] {
        let moves: Vec<&str> = moves.split(' ').collect();
        let plain = record(&reported(game, &moves, Ending::Resigned, Some(Side::First)));
        assert_eq!((plain.kind, plain.text), ("text/plain; charset=utf-8", format!("{}\n", moves.join(" "))));
    }
}
