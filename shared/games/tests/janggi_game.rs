//! How games of janggi begin, go on and end.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use games::Side::{First, Second};
use games::catalogue::janggi::{BigJang, Janggi, MAX_PLIES, MAX_QUIET_PLIES, Move, Position, SetUp, Settings};
use games::{Draw, End, Seed, TwoPlayer};

const BIG_JANG: Settings = Settings { big_jang: BigJang::Score, big_jang_after_capture: false };

fn game(fen: &str, settings: Settings) -> Janggi {
    Janggi::from_position(fen.parse::<Position>().unwrap(), settings)
}

fn play(game: &mut Janggi, tokens: &str) {
    for token in tokens.split(' ') {
        let mv = game.parse(token).unwrap();
        game.play(mv).unwrap_or_else(|illegal| panic!("{token} at {}: {illegal}", game.position()));
    }
}

fn is_legal(game: &Janggi, token: &str) -> bool {
    game.is_legal(game.parse(token).unwrap())
}

fn legal(game: &Janggi) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves.into_iter().map(|mv| game.notation(mv)).collect()
}

fn pick(moves: &[Move], draw: &mut Draw) -> Move {
    moves[draw.below(u32::try_from(moves.len()).unwrap()) as usize]
}

fn start() -> Janggi {
    Janggi::start(SetUp::Nbbn, SetUp::Nbbn, Settings::default())
}

#[test]
fn han_sets_up_before_cho_and_cho_moves_first() {
    let mut game = Janggi::new(Settings::default());
    assert_eq!(
        (game.side_to_move(), legal(&game)),
        (Second, vec!["NBNB".into(), "BNBN".into(), "NBBN".into(), "BNNB".into()])
    );
    play(&mut game, "NBNB");
    assert_eq!(game.side_to_move(), First);
    assert!(!is_legal(&game, "a4a5"), "Cho has to set up first");
    play(&mut game, "BNNB");
    assert_eq!(game.position(), &Position::start(SetUp::Bnnb, SetUp::Nbnb));
    assert_eq!((game.side_to_move(), game.plies()), (First, 0));
    assert!(!is_legal(&game, "NBNB"), "nobody sets up twice");
    play(&mut game, "a4a5");
    assert_eq!((game.side_to_move(), game.plies()), (Second, 1));
}

#[test]
fn a_set_up_chosen_beforehand_is_not_asked_for() {
    let game = Janggi::new(Settings::default()).with_set_up(Second, SetUp::Bnbn);
    assert_eq!(game.side_to_move(), First);
    let mut game = Janggi::new(Settings::default()).with_set_up(First, SetUp::Bnbn);
    assert_eq!(game.side_to_move(), Second);
    play(&mut game, "NBBN");
    assert_eq!(game.position(), &Position::start(SetUp::Bnbn, SetUp::Nbbn));
}

#[test]
fn points_begin_at_72_and_73_and_a_half() {
    let start = Position::start(SetUp::Nbbn, SetUp::Nbbn);
    assert_eq!([start.half_points(First), start.half_points(Second)], [144, 147]);
}

#[test]
fn two_passes_end_the_game_by_points() {
    let mut game = start();
    play(&mut game, "--");
    assert_eq!(game.end(), None);
    play(&mut game, "--");
    assert_eq!(game.end(), Some(End::won(Second)), "72 against 73.5");
    assert_eq!(legal(&game), [""; 0]);
    let pass = game.parse("--").unwrap();
    assert!(game.play(pass).is_err());

    let mut game = start();
    play(&mut game, "-- a7a6 -- --");
    assert_eq!(game.end(), Some(End::won(Second)), "passes in a row count, others do not");
}

#[test]
fn nobody_passes_in_check() {
    let game = game("3k5/9/9/9/9/4r4/9/9/4K4/9 w", Settings::default());
    assert!(!is_legal(&game, "--"));
    assert_eq!(game.end(), None);
}

#[test]
fn who_cannot_answer_a_check_has_lost() {
    // Two chariots on the last two ranks.
    let mut game = game("4k4/9/R8/9/9/9/9/9/1R2K4/9 w", Settings::default());
    play(&mut game, "b2b9 e10f10 a8a10");
    assert_eq!(game.end(), Some(End::won(First)));
    assert_eq!(legal(&game), [""; 0]);
}

#[test]
fn facing_generals_mean_nothing_by_default() {
    let game = game("4k4/9/9/9/9/9/9/9/9/4K4 w", Settings::default());
    assert_eq!(legal(&game), ["e1d1", "e1f1", "e1e2", "--"]);
}

#[test]
fn big_jang_is_broken_or_ends_the_game_by_points() {
    let mut faced = game("4k4/9/9/9/9/9/9/9/9/4K4 w", BIG_JANG);
    assert_eq!(legal(&faced), ["e1d1", "e1f1", "--"]);
    let mut broken = faced.clone();
    play(&mut broken, "e1d1");
    assert_eq!(broken.end(), None);
    play(&mut faced, "--");
    assert_eq!(faced.end(), Some(End::won(Second)), "Han has the compensation");

    let draw = Settings { big_jang: BigJang::Draw, ..BIG_JANG };
    let mut faced = game("4k4/9/9/9/9/9/9/9/9/4K4 w", draw);
    play(&mut faced, "--");
    assert_eq!(faced.end(), Some(End::DRAW));
}

#[test]
fn big_jang_may_be_answered_by_a_pass_even_in_check() {
    // Han's chariot checks along the first rank.
    let mut faced = game("4k4/9/9/9/9/9/9/9/9/r3K3R w", BIG_JANG);
    assert!(faced.position().in_check() && faced.position().generals_face());
    assert!(is_legal(&faced, "--"));
    play(&mut faced, "--");
    assert_eq!(faced.end(), Some(End::won(Second)));
}

#[test]
fn big_jang_may_wait_for_the_first_capture() {
    let later = Settings { big_jang_after_capture: true, ..BIG_JANG };
    // All 32 pieces are there, and the soldiers of file e stand aside.
    let untouched = "rnba1abnr/4k4/1c5c1/p1pp2p1p/9/9/P1PP2P1P/1C5C1/4K4/RNBA1ABNR w";
    assert!(is_legal(&game(untouched, later), "a4a5"));
    assert!(!is_legal(&game(untouched, BIG_JANG), "a4a5"));
    let without_one = "rnba1abnr/4k4/1c5c1/p1pp2p2/9/9/P1PP2P1P/1C5C1/4K4/RNBA1ABNR w";
    assert!(!is_legal(&game(without_one, later), "a4a5"));
}

#[test]
fn a_position_may_not_come_about_for_the_third_time() {
    let mut game = start();
    play(&mut game, "a1a2 a10a9 a2a1 a9a10"); // the start for the second time
    play(&mut game, "a1a2 a10a9 a2a1");
    assert!(!is_legal(&game, "a9a10"), "the start would be there for the third time");
    assert!(!legal(&game).contains(&"a9a10".to_owned()));
    let mv = game.parse("a9a10").unwrap();
    assert!(game.play(mv).is_err());
    play(&mut game, "a9a8"); // another square is free
    assert!(is_legal(&game, "a1a2"));
}

#[test]
fn a_pass_is_exempt_from_the_ban_on_repetition() {
    let mut game = game("3k5/9/9/9/9/9/9/9/9/4K4 w", Settings::default());
    // Cho passes and Han steps; with Cho to move, d10 and d9 alternate.
    play(&mut game, "-- d10d9 -- d9d10 -- d10d9 --");
    assert!(!is_legal(&game, "d9d10"), "Han's step would repeat, with Cho to move, a position seen twice");
    assert!(is_legal(&game, "--"), "a pass would end the game, but is allowed");
}

#[test]
fn who_gives_perpetual_check_must_break_off() {
    let mut game = game("5k3/9/9/9/9/9/9/4r4/9/3K5 b", Settings::default());
    play(&mut game, "e3d3 d1e1 d3e3 e1d1 e3d3 d1e1 d3e3");
    // The last step brings the first position about for the third time; but it answers a check.
    assert!(is_legal(&game, "e1d1") && legal(&game).contains(&"e1d1".to_owned()));
    play(&mut game, "e1d1");
    assert_eq!(game.end(), None);
    assert!(!is_legal(&game, "e3d3"), "the same check for the third time");
    play(&mut game, "e3f3");
}

#[test]
fn points_decide_after_sixty_quiet_plies() {
    // Two chariots walk up and down files a and i, out of each other's sight.
    let mut game = game("3k4r/9/9/9/9/9/9/9/R8/4K4 w", Settings::default());
    let mut draw = Draw::new(&Seed([3; 32]));
    while game.end().is_none() {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        moves.retain(|mv| match mv {
            Move::Step { from, to } => {
                let ranks = if from.file() == 0 { 1..9 } else { 3..10 };
                from.file() == to.file() && [0, 8].contains(&from.file()) && ranks.contains(&to.rank())
            }
            _ => false,
        });
        game.play(pick(&moves, &mut draw)).unwrap();
    }
    assert_eq!(game.plies(), usize::from(MAX_QUIET_PLIES));
    assert_eq!(game.end(), Some(End::won(Second)), "13 against 14.5");
}

#[test]
fn every_game_ends_within_200_plies() {
    let mut longest = 0;
    for seed in 0..200 {
        let mut draw = Draw::new(&Seed([seed; 32]));
        let mut game = Janggi::new(BIG_JANG);
        while game.end().is_none() {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            // Never two passes in a row: they would end the game early.
            if moves.len() > 1 {
                moves.retain(|&mv| mv != Move::Pass);
            }
            let mv = pick(&moves, &mut draw);
            assert!(game.is_legal(mv));
            game.play(mv).unwrap();
            assert!(game.plies() <= MAX_PLIES);
        }
        longest = longest.max(game.plies());
    }
    assert_eq!(longest, MAX_PLIES, "some random game reaches the limit");
}

#[test]
fn taking_back_restores_everything() {
    for seed in 0..20 {
        let mut draw = Draw::new(&Seed([seed; 32]));
        let mut game = Janggi::new(if seed % 2 == 0 { Settings::default() } else { BIG_JANG });
        let mut before = Vec::new();
        while game.end().is_none() {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let mv = pick(&moves, &mut draw);
            let (seen, key) = (format!("{game:?}"), game.key());
            let undo = game.make(mv);
            before.push((undo, seen, key));
        }
        while let Some((undo, seen, key)) = before.pop() {
            game.unmake(undo);
            assert_eq!(format!("{game:?}"), seen);
            assert_eq!(game.key(), key);
        }
    }
}

#[test]
fn the_key_kept_move_by_move_is_the_key_of_the_position() {
    let mut draw = Draw::new(&Seed([9; 32]));
    let mut game = start();
    while game.end().is_none() {
        let fresh: Position = game.position().to_string().parse().unwrap();
        assert_eq!(&fresh, game.position());
        assert_eq!(fresh.key(), game.position().key());
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        game.make(pick(&moves, &mut draw));
    }
}

#[test]
fn a_move_has_one_spelling() {
    let game = start();
    for token in [
        "", "a4", "a4a", "a4a11", "a0a1", "a04a5", "j1a1", "A4A5", "a4a4", "a4-a5", "-", "---", "nbbn", "a4a5 ",
        "a4가5",
    ] {
        assert_eq!(game.parse(token), None, "{token:?}");
    }
    for token in ["a4a5", "a10b10", "i10a1", "a1i10", "--", "NBBN"] {
        assert_eq!(game.parse(token).map(|mv| game.notation(mv)).as_deref(), Some(token));
    }
}
