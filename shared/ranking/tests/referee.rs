//! The referee's checks at their exact boundaries, and in their order.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use calendar::parse_rfc3339;
use games::{Draw, GameId, Seed};
use ranking::{BoardKey, Judgement, Keyring, PlayerId, Reason, Referee, Submission, Ticket, Tickets, Verdict};

const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const OTHER_KEY: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
const NOON: &str = "2026-11-30T12:00:00+09:00";
const HOUR: i64 = 3_600_000;

fn tickets(keys: &str) -> Tickets {
    Tickets::new(Keyring::parse(keys).unwrap())
}

fn referee() -> Referee {
    Referee::new(tickets(&format!("one:{KEY}")), BoardKey::parse(KEY).unwrap())
}

fn at(text: &str) -> i64 {
    parse_rfc3339(text).unwrap()
}

/// A run that is right in everything; a test spoils what it is about.
#[derive(Clone)]
struct Case {
    player: PlayerId,
    ticket: Ticket,
    game: Option<GameId>,
    board: Option<calendar::Date>,
    claimed: Option<i64>,
    proof: String,
    received_at_ms: i64,
}

impl Case {
    fn of(game: GameId, started: &str, elapsed_ms: i64) -> Self {
        let player = PlayerId::from_random(1);
        let started_at_ms = at(started);
        let ticket = Ticket::start(format!("{:0>26}", 1), player.clone(), game, 0, None, started_at_ms);
        let seed = BoardKey::parse(KEY).unwrap().seed(game, ticket.date);
        let proof = match game {
            GameId::G2048 => play_2048(&seed, 100),
            _ => String::new(),
        };
        let received_at_ms = started_at_ms + elapsed_ms;
        Self { player, ticket, game: None, board: None, claimed: None, proof, received_at_ms }
    }

    fn judge_signed(&self, signed: &str) -> Judgement {
        referee().judge(&Submission {
            player: &self.player,
            ticket: signed,
            game: self.game,
            board: self.board,
            claimed: self.claimed,
            proof: &self.proof,
            received_at_ms: self.received_at_ms,
        })
    }

    fn verdict(&self) -> Verdict {
        let signed = tickets(&format!("one:{KEY}")).sign(&self.ticket).unwrap();
        match self.judge_signed(&signed) {
            Judgement::Judged { verdict, .. } => verdict,
            Judgement::Unsigned => panic!("the ticket is signed"),
        }
    }

    fn reason(&self) -> Option<Reason> {
        match self.verdict() {
            Verdict::Accepted(_) => None,
            Verdict::Rejected(refusal) => Some(refusal.reason),
        }
    }

    fn value(&self) -> u64 {
        match self.verdict() {
            Verdict::Accepted(run) => run.value.unwrap(),
            Verdict::Rejected(refusal) => panic!("{refusal:?}"),
        }
    }
}

/// A legal game of `moves` moves: random ones, drawn anew until a game lasts that long.
fn play_2048(seed: &Seed, moves: usize) -> String {
    use games::catalogue::g2048::{Direction, Grid};
    let letters = ['U', 'R', 'D', 'L'];
    for taste in 0.. {
        let mut choice = Draw::stream(&Seed([7; 32]), taste);
        let mut draw = Draw::new(seed);
        let mut grid = Grid::start(&mut draw);
        let mut text = String::new();
        while text.len() < moves && !grid.is_over() {
            let which = choice.below(4) as usize;
            if grid.slide(Direction::ALL[which]) {
                grid.spawn(&mut draw);
                text.push(letters[which]);
            }
        }
        if text.len() == moves {
            return text;
        }
    }
    unreachable!("some random game lasts {moves} moves")
}

#[test]
fn an_honest_run_is_accepted_with_the_servers_value() {
    assert!(Case::of(GameId::G2048, NOON, 60_000).value() > 0);
    assert_eq!(Case::of(GameId::Kankani, NOON, 12_345).value(), 12_345);
}

#[test]
fn the_time_limits_hold_to_the_millisecond() {
    let reason = |game, elapsed| Case::of(game, NOON, elapsed).reason();
    // Kankani: 2 s to 2 h. 2048: 5 s to 6 h, and 40 ms for each of 100 moves, which is less.
    for (game, elapsed, expected) in [
        (GameId::Kankani, 1_999, Some(Reason::TooFast)),
        (GameId::Kankani, 2_000, None),
        (GameId::Kankani, 2 * HOUR, None),
        (GameId::Kankani, 2 * HOUR + 1, Some(Reason::TooSlow)),
        (GameId::G2048, 4_999, Some(Reason::TooFast)),
        (GameId::G2048, 5_000, None),
        (GameId::G2048, 6 * HOUR, None),
        (GameId::G2048, 6 * HOUR + 1, Some(Reason::TooSlow)),
    ] {
        assert_eq!(reason(game, elapsed), expected, "{game} after {elapsed} ms");
    }
    // 150 moves take at least 6,000 ms.
    let mut long = Case::of(GameId::G2048, NOON, 5_999);
    let seed = BoardKey::parse(KEY).unwrap().seed(GameId::G2048, long.ticket.date);
    long.proof = play_2048(&seed, 150);
    assert_eq!(long.reason(), Some(Reason::MovesTooFast));
    long.received_at_ms += 1;
    assert_eq!(long.reason(), None);
}

#[test]
fn a_ticket_expires_at_its_exact_end() {
    // An hour beyond the game's two.
    let mut case = Case::of(GameId::Kankani, NOON, 3 * HOUR - 1);
    assert_eq!(case.ticket.exp_ms, case.ticket.iat_ms + 3 * HOUR);
    assert_eq!(case.reason(), Some(Reason::TooSlow));
    case.received_at_ms += 1;
    assert_eq!(case.reason(), Some(Reason::Expired));
}

#[test]
fn yesterdays_board_may_be_used_until_half_past_midnight() {
    for (received, expected) in [
        ("2026-11-30T23:59:59.999+09:00", None),
        ("2026-12-01T00:00:00+09:00", None),
        ("2026-12-01T00:30:00+09:00", None),
        ("2026-12-01T00:30:00.001+09:00", Some(Reason::BadSeed)),
    ] {
        let mut case = Case::of(GameId::G2048, "2026-11-30T23:50:00+09:00", 0);
        case.received_at_ms = at(received);
        assert_eq!(case.reason(), expected, "received {received}");
    }
}

#[test]
fn a_claim_must_be_possible_and_then_right() {
    let honest = Case::of(GameId::G2048, NOON, 60_000);
    let value = i64::try_from(honest.value()).unwrap();
    let most = i64::try_from(*GameId::G2048.game().values.end()).unwrap();
    for (claimed, expected) in [
        (value, None),
        (value + 4, Some(Reason::ScoreMismatch)),
        (0, Some(Reason::ScoreMismatch)),
        (most, Some(Reason::ScoreMismatch)),
        (most + 1, Some(Reason::BadValue)),
        (-1, Some(Reason::BadValue)),
        (i64::MIN, Some(Reason::BadValue)),
        (i64::MAX, Some(Reason::BadValue)),
    ] {
        let case = Case { claimed: Some(claimed), ..honest.clone() };
        assert_eq!(case.reason(), expected, "claimed {claimed}, replayed {value}");
    }
}

#[test]
fn a_ticket_is_bound_to_player_game_rules_and_board() {
    let honest = Case::of(GameId::G2048, NOON, 60_000);
    let other_player = Case { player: PlayerId::from_random(2), ..honest.clone() };
    let other_game = Case { game: Some(GameId::Fifteen), ..honest.clone() };
    let mut other_rules = honest.clone();
    other_rules.ticket.rules += 1;
    let mut from_the_future = honest.clone();
    from_the_future.received_at_ms = from_the_future.ticket.iat_ms - 1;
    for (what, case) in [
        ("another player's", other_player),
        ("another game's", other_game),
        ("other rules", other_rules),
        ("from the future", from_the_future),
    ] {
        assert_eq!(case.reason(), Some(Reason::BadProof), "{what}");
    }
    let other_board = Case { board: honest.ticket.date.previous(), ..honest.clone() };
    assert_eq!(other_board.reason(), Some(Reason::BadSeed));
    let named = Case { game: Some(GameId::G2048), board: Some(honest.ticket.date), ..honest };
    assert_eq!(named.reason(), None);
}

#[test]
fn the_first_check_that_fails_names_the_reason() {
    // Wrong in everything; each step mends what the reason named.
    let mut case = Case::of(GameId::G2048, "2026-11-29T12:00:00+09:00", 0);
    let day_before = case.ticket.date.previous();
    case.proof = "x".to_owned();
    case.claimed = Some(-1);
    case.board = day_before;
    case.received_at_ms = at("2026-11-30T12:00:00+09:00");

    assert_eq!(case.reason(), Some(Reason::BadProof), "the proof cannot be read");
    case.proof = "L".repeat(300);
    assert_eq!(case.reason(), Some(Reason::Expired));
    case.ticket.exp_ms = i64::MAX;
    assert_eq!(case.reason(), Some(Reason::BadSeed), "another board than the ticket's");
    case.board = None;
    assert_eq!(case.reason(), Some(Reason::BadSeed), "yesterday's board");
    case.received_at_ms = case.ticket.iat_ms + 7 * HOUR;
    assert_eq!(case.reason(), Some(Reason::BadValue));
    case.claimed = Some(1);
    assert_eq!(case.reason(), Some(Reason::TooSlow));
    case.received_at_ms = case.ticket.iat_ms + 4_999;
    assert_eq!(case.reason(), Some(Reason::TooFast));
    case.received_at_ms += 1;
    assert_eq!(case.reason(), Some(Reason::MovesTooFast));
    case.received_at_ms = case.ticket.iat_ms + HOUR;
    assert_eq!(case.reason(), Some(Reason::BadProof), "300 times left is no game");
    let seed = BoardKey::parse(KEY).unwrap().seed(GameId::G2048, case.ticket.date);
    case.proof = play_2048(&seed, 100);
    assert_eq!(case.reason(), Some(Reason::ScoreMismatch));
    case.claimed = None;
    assert_eq!(case.reason(), None);
}

#[test]
fn a_ticket_with_any_bit_changed_is_not_ours() {
    let case = Case::of(GameId::G2048, NOON, 60_000);
    let signed = tickets(&format!("one:{KEY}")).sign(&case.ticket).unwrap();
    assert_ne!(case.judge_signed(&signed), Judgement::Unsigned);
    let mut forged = 0;
    for at in 0..signed.len() {
        for bit in 0..7 {
            let mut bytes = signed.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(case.judge_signed(&text), Judgement::Unsigned, "bit {bit} of byte {at}");
            forged += 1;
        }
    }
    assert!(forged > 1_000);
    for text in [&signed[..signed.len() - 1], &format!("{signed}A"), &format!("{signed}="), "", "a.b.c"] {
        assert_eq!(case.judge_signed(text), Judgement::Unsigned, "{text}");
    }
}

#[test]
fn a_rotated_key_still_opens_what_it_signed_and_a_withdrawn_one_does_not() {
    let case = Case::of(GameId::G2048, NOON, 60_000);
    let old = tickets(&format!("old:{OTHER_KEY}"));
    let both = tickets(&format!("new:{KEY},old:{OTHER_KEY}"));
    let new = tickets(&format!("new:{KEY}"));
    let signed = old.sign(&case.ticket).unwrap();
    assert_eq!(both.open(&signed).unwrap(), case.ticket);
    assert!(new.open(&signed).is_err());
    let signed = both.sign(&case.ticket).unwrap();
    assert_eq!(new.open(&signed).unwrap(), case.ticket);
    // The same name with another key opens nothing.
    assert!(tickets(&format!("new:{OTHER_KEY}")).open(&signed).is_err());
}

#[test]
fn keys_must_be_named_and_long_enough() {
    for wrong in ["", KEY, ":", &format!(":{KEY}"), "one:AAAA", "one:!!", &format!("one:{KEY},one:{KEY}")] {
        assert!(Keyring::parse(wrong).is_err(), "{wrong}");
    }
}
