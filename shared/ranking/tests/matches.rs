//! What two people may do in a match.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use games::{GameId, Side};
use ranking::PlayerId;
use ranking::matches::{
    AddressKey, Change, Clock, Ending, Match, Options, Private, REASONS, Refusal, Report, Seat, SeatClaim, record,
};
use ratings::Unrated;

const NOON: i64 = 1_796_007_600_000;
const MINUTE: i64 = 60_000;

fn player(number: u128) -> PlayerId {
    PlayerId::from_random(number)
}

fn seat(number: u128, at_ms: i64) -> Seat {
    Seat { player: player(number), nickname: format!("손{number}"), at_ms }
}

fn private(browser: u128, address: &str) -> Private {
    let key = AddressKey::parse(&"A".repeat(44)).unwrap();
    let network = key.network(address.parse().unwrap(), "2026-11-30".parse().unwrap());
    Private { browser: player(browser), network: Some(network) }
}

/// A room with the first seat taken by player 1.
fn room(game: GameId, clock: Clock) -> Match {
    let first = (Side::First, seat(1, NOON));
    let private = private(11, "203.0.113.1");
    Match::open("m".into(), game, Options::default(), true, clock, "code".into(), first, private).unwrap()
}

/// The same with player 2 in the second.
fn seated(game: GameId) -> Match {
    let mut room = room(game, Clock::PerMove(MINUTE));
    assert_eq!(room.sit("code", seat(2, NOON), &private(12, "203.0.113.2")), Ok(Change::Made));
    room
}

/// Plays omok moves in turn.
fn play_all(game: &mut Match, moves: &str) {
    for (ply, token) in (1..).zip(moves.split(' ')) {
        let who = player(if ply % 2 == 1 { 1 } else { 2 });
        assert_eq!(game.play(&who, ply, token, NOON), Ok(Change::Made), "{token}");
    }
}

/// Black makes five in the middle row while White plays below.
const FIVE: &str = "d8 d1 e8 e1 f8 f1 g8 g1 h8";

#[test]
fn a_game_is_played_by_turns_until_the_rules_end_it() {
    let mut game = seated(GameId::Omok);
    assert_eq!(game.play(&player(2), 1, "d8", NOON), Err(Refusal::NotYourTurn));
    assert_eq!(game.play(&player(3), 1, "d8", NOON), Err(Refusal::NotSeated));
    assert!(matches!(game.play(&player(1), 1, "z9", NOON), Err(Refusal::Illegal(_))));
    assert_eq!(game.play(&player(1), 2, "d8", NOON), Err(Refusal::Stale));
    play_all(&mut game, FIVE);
    let ended = game.ended.clone().unwrap();
    assert_eq!((ended.how, ended.winner, ended.at_ms), (Ending::Played, Some(Side::First), NOON));
    assert_eq!(game.unrated(0), None);
    assert_eq!(game.play(&player(2), 10, "a1", NOON), Err(Refusal::Over));
    assert_eq!(game.resign(&player(2), NOON), Err(Refusal::Over));
}

#[test]
fn a_repeated_move_is_harmless_and_another_one_is_stale() {
    let mut game = seated(GameId::Omok);
    play_all(&mut game, "d8 d1 e8");
    let before = game.clone();
    assert_eq!(game.play(&player(1), 3, "e8", NOON + 1), Ok(Change::Nothing));
    assert_eq!(game.play(&player(1), 3, "e9", NOON + 1), Err(Refusal::Stale));
    assert_eq!(game.play(&player(2), 3, "e8", NOON + 1), Err(Refusal::Stale), "it was the other one's move");
    assert_eq!(game.play(&player(1), 0, "e8", NOON + 1), Err(Refusal::Stale));
    assert_eq!(game, before);
}

#[test]
fn nobody_moves_before_both_sit_and_a_seat_is_taken_once() {
    let mut game = room(GameId::Omok, Clock::USUAL);
    assert_eq!(game.play(&player(1), 1, "h8", NOON), Err(Refusal::SeatOpen));
    assert_eq!(game.resign(&player(1), NOON), Err(Refusal::SeatOpen));
    let comes = private(12, "203.0.113.2");
    assert_eq!(game.sit("else", seat(2, NOON), &comes), Err(Refusal::WrongInvitation));
    assert_eq!(game.sit("code", seat(2, NOON), &comes), Ok(Change::Made));
    assert_eq!(game.sit("code", seat(2, NOON + 1), &comes), Ok(Change::Nothing));
    assert_eq!(game.sit("code", seat(3, NOON), &comes), Err(Refusal::SeatTaken));
    assert_eq!((game.private, game.invitation), (None, None), "nothing is kept of how they came in");
}

#[test]
fn time_is_up_at_the_millisecond_and_a_late_move_loses() {
    let mut game = seated(GameId::Omok);
    assert_eq!(game.claim(&player(2), NOON + MINUTE - 1), Err(Refusal::TimeLeft));
    let mut claimed = game.clone();
    assert_eq!(claimed.claim(&player(2), NOON + MINUTE), Ok(Change::Made));
    assert_eq!(claimed.ended.unwrap().winner, Some(Side::Second));
    assert_eq!(game.play(&player(1), 1, "h8", NOON + MINUTE), Ok(Change::TooLate));
    assert_eq!(game.ended.unwrap().how, Ending::TimedOut);
}

#[test]
fn after_the_time_nobody_resigns_or_takes_a_draw() {
    // White has offered a draw, and Black thinks until the time is up.
    let mut waiting = seated(GameId::Omok);
    waiting.draw(&player(2), NOON).unwrap();
    let late = NOON + MINUTE;
    for (what, mut game) in [("draw", waiting.clone()), ("resign", waiting.clone()), ("resign of who has won", waiting)]
    {
        let change = match what {
            "draw" => game.draw(&player(1), late),
            "resign" => game.resign(&player(1), late),
            _ => game.resign(&player(2), late),
        };
        assert_eq!(change, Ok(Change::TooLate), "{what}");
        let ended = game.ended.unwrap();
        assert_eq!((ended.how, ended.winner), (Ending::TimedOut, Some(Side::Second)), "{what}");
    }
}

#[test]
fn the_time_for_a_game_is_used_up_by_the_own_moves_only() {
    let mut game = room(GameId::Omok, Clock::PerGame(2 * MINUTE));
    game.sit("code", seat(2, NOON), &private(12, "203.0.113.2")).unwrap();
    assert_eq!(game.play(&player(1), 1, "h8", NOON + MINUTE), Ok(Change::Made));
    assert_eq!(game.play(&player(2), 2, "h9", NOON + MINUTE + 10), Ok(Change::Made));
    assert_eq!(game.left_at(Side::First, NOON + MINUTE + 10), [MINUTE, 2 * MINUTE - 10]);
    assert_eq!(game.claim(&player(2), NOON + 2 * MINUTE + 9), Err(Refusal::TimeLeft));
    assert_eq!(game.claim(&player(2), NOON + 2 * MINUTE + 10), Ok(Change::Made));
}

#[test]
fn a_draw_needs_both_and_a_move_answers_an_offer() {
    let mut game = seated(GameId::Omok);
    assert_eq!(game.draw(&player(2), NOON), Ok(Change::Made));
    assert_eq!(game.draw(&player(2), NOON), Ok(Change::Nothing));
    assert_eq!(game.play(&player(1), 1, "h8", NOON), Ok(Change::Made));
    assert_eq!(game.draw_offer, None);
    assert_eq!(game.draw(&player(1), NOON), Ok(Change::Made));
    assert_eq!(game.ended, None);
    assert_eq!(game.draw(&player(2), NOON), Ok(Change::Made));
    let ended = game.ended.unwrap();
    assert_eq!((ended.how, ended.winner), (Ending::DrawAgreed, None));
}

#[test]
fn the_first_reason_of_the_fixed_order_is_told() {
    let order = REASONS.map(Unrated::as_str);
    let fixed = ["seat_missing", "same_account", "same_browser", "same_network", "assisted", "too_short", "pair_daily"];
    assert_eq!(order, fixed);
    for (who, browser, address, expected) in [
        (1, 11, "203.0.113.1", Unrated::SameAccount),
        (2, 11, "203.0.113.1", Unrated::SameBrowser),
        (2, 12, "203.0.113.1", Unrated::SameNetwork),
        (2, 12, "203.0.113.2", Unrated::TooShort),
    ] {
        let mut game = room(GameId::Omok, Clock::USUAL);
        game.sit("code", seat(who, NOON), &private(browser, address)).unwrap();
        game.resign(&player(1), NOON).unwrap();
        assert_eq!(game.unrated(3), Some(expected));
    }
    let mut game = seated(GameId::Omok);
    play_all(&mut game, FIVE);
    assert_eq!((game.unrated(2), game.unrated(3)), (None, Some(Unrated::PairDaily)));
}

#[test]
fn a_report_must_agree_with_the_rules_and_the_seats() {
    let claim = |number, side| Some(SeatClaim { id: "m".into(), player: player(number), side });
    let report = Report {
        moves: FIVE.split(' ').map(str::to_owned).collect(),
        how: Ending::Played,
        winner: Some(Side::First),
        assisted: false,
        started_at_ms: NOON,
        seats: [claim(1, Side::First), claim(2, Side::Second)],
    };
    let refused = |wrong: Report| seated(GameId::Omok).report(&wrong, NOON).unwrap_err();
    assert_eq!(refused(Report { winner: Some(Side::Second), ..report.clone() }), Refusal::Contradiction);
    assert_eq!(refused(Report { how: Ending::Resigned, ..report.clone() }), Refusal::Contradiction);
    assert_eq!(refused(Report { moves: vec!["d8".into()], ..report.clone() }), Refusal::Contradiction);
    let twice = vec!["d8".into(), "d8".into()];
    assert!(matches!(refused(Report { moves: twice, ..report.clone() }), Refusal::IllegalReport { at: 2, .. }));
    let swapped = [report.seats[1].clone(), report.seats[0].clone()];
    assert_eq!(refused(Report { seats: swapped, ..report.clone() }), Refusal::WrongSeat);

    let mut game = seated(GameId::Omok);
    assert_eq!(game.report(&report, NOON + MINUTE), Ok(Change::Made));
    assert_eq!((game.unrated(0), game.report(&report, NOON + 2 * MINUTE)), (None, Ok(Change::Nothing)));
    assert_eq!(game.report(&Report { assisted: true, ..report.clone() }, NOON), Err(Refusal::Over));

    for early in [
        Report { started_at_ms: NOON - 1, ..report.clone() },
        Report { seats: [report.seats[0].clone(), None], ..report.clone() },
    ] {
        let mut game = seated(GameId::Omok);
        game.report(&early, NOON + MINUTE).unwrap();
        assert_eq!(game.unrated(0), Some(Unrated::SeatMissing));
    }
    let mut helped = seated(GameId::Omok);
    helped.report(&Report { assisted: true, ..report }, NOON).unwrap();
    assert_eq!(helped.unrated(0), Some(Unrated::Assisted));
}

#[test]
fn a_match_on_a_game_server_is_not_ended_here_before_it_is_reported() {
    let mut game = seated(GameId::Omok);
    game.elsewhere = true;
    for who in [1, 2].map(player) {
        let late = NOON + 2 * MINUTE;
        let tried =
            [game.play(&who, 1, "h8", late), game.resign(&who, late), game.draw(&who, late), game.claim(&who, late)];
        assert_eq!(tried, [const { Err(Refusal::PlayedElsewhere) }; 4]);
    }
    let claim = |number, side| Some(SeatClaim { id: "m".into(), player: player(number), side });
    let report = Report {
        moves: FIVE.split(' ').map(str::to_owned).collect(),
        how: Ending::Played,
        winner: Some(Side::First),
        assisted: false,
        started_at_ms: NOON,
        seats: [claim(1, Side::First), claim(2, Side::Second)],
    };
    assert_eq!(game.report(&report, NOON + 3 * MINUTE), Ok(Change::Made));
    assert_eq!((game.unrated(0), game.resign(&player(2), NOON + 3 * MINUTE)), (None, Err(Refusal::Over)));
    let one_seat = Report { seats: [report.seats[0].clone(), None], ..report };
    assert_eq!(game.report(&one_seat, NOON + 4 * MINUTE), Err(Refusal::Over), "that is another report");
}

#[test]
fn records_are_written_as_other_programs_read_them() {
    let mut game = seated(GameId::Omok);
    play_all(&mut game, FIVE);
    let sgf = record(&game);
    assert_eq!(sgf.kind, "application/x-go-sgf");
    // SGF counts rows from the top: h8, in the middle of 15 rows, is "hh", and d1 in the lowest is "do".
    assert!(sgf.text.starts_with("(;FF[4]CA[UTF-8]GM[4]SZ[15]RU[omok]DT[2026-11-30]PB[손1]PW[손2]RE[B+]"), "{sgf:?}");
    assert!(
        sgf.text.ends_with("\n;B[dh]\n;W[do]\n;B[eh]\n;W[eo]\n;B[fh]\n;W[fo]\n;B[gh]\n;W[go]\n;B[hh])\n"),
        "{sgf:?}"
    );

    let options = Options { size: Some(9), handicap: Some(2) };
    let first = (Side::First, Seat { nickname: "a]b".into(), ..seat(1, NOON) });
    let private_one = private(11, "203.0.113.1");
    let room = Match::open("m".into(), GameId::Baduk, options, true, Clock::USUAL, "code".into(), first, private_one);
    let mut game = room.unwrap();
    game.sit("code", seat(2, NOON), &private(12, "203.0.113.2")).unwrap();
    // With handicap stones White begins.
    game.play(&player(2), 1, "E5", NOON).unwrap();
    game.play(&player(1), 2, "pass", NOON).unwrap();
    game.resign(&player(2), NOON).unwrap();
    let sgf = record(&game).text;
    for part in ["GM[1]SZ[9]", "PB[a\\]b]", "KM[0.5]HA[2]AB", "RE[B+R]", "\n;W[ee]\n;B[])"] {
        assert!(sgf.contains(part), "{part} in {sgf}");
    }
}

#[test]
fn nim_is_solved_and_never_rated() {
    assert!(!room(GameId::Nim, Clock::USUAL).rated);
    assert!(room(GameId::MuTorere, Clock::USUAL).rated);
}
