//! Two bots with accounts that play every match game against each other in a room, each move by a request of its own.
//!
//! The server sees addresses of this machine. On Linux each bot comes from one of its own in 127.0.0.0/8, as if from two networks;
//! where only 127.0.0.1 exists both come from there, and their matches are not rated because of that.

use std::net::Ipv4Addr;

use games::catalogue::{baduk, capture_go, checkers, dots_and_boxes, janggi, mu_torere, nim, ojeom, omok, reversi};
use games::opponent::any_move;
use games::{Draw, GameId, Level, Opponent, Side, TwoPlayer};
use ranking::matches::playable;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::BotError;
use super::play::taste;

/// The last numbers of the two addresses, after 127.0.0.
const HOSTS: [u8; 2] = [2, 3];

/// Files of the baduk board: on a larger one any moves take long.
const BADUK_SIZE: u8 = 9;

/// One of the two.
#[derive(Clone, Debug)]
struct Player {
    url: String,
    http: reqwest::Client,
    account: String,
    browser: String,
}

impl Player {
    /// Somebody with an account and a new browser, who comes from 127.0.0.`host` where that exists.
    async fn new(url: &str, account: String, host: u8) -> Result<Self, BotError> {
        let own = reqwest::Client::builder().local_address(Some(Ipv4Addr::new(127, 0, 0, host).into())).build()?;
        let players = format!("{url}/v1/players");
        let (http, sent) = match own.post(&players).send().await {
            Err(error) if error.is_connect() => {
                let http = reqwest::Client::new();
                let sent = http.post(&players).send().await;
                (http, sent)
            }
            sent => (own, sent),
        };
        let answer: Value = sent?.json().await?;
        let Some(browser) = answer["token"].as_str().map(str::to_owned) else { return Err(BotError::Answer(answer)) };
        Ok(Self { url: url.to_owned(), http, account, browser })
    }

    /// Sends `body`; an answer that is a problem is an error.
    async fn post(&self, path: &str, body: &Value) -> Result<Value, BotError> {
        let request = self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.account);
        let sent = request.header("x-sunwi-browser", &self.browser).json(body).send().await?;
        let good = sent.status().is_success();
        let answer = sent.json().await?;
        if good { Ok(answer) } else { Err(BotError::Answer(answer)) }
    }
}

/// Plays every match game between the two accounts of these tokens, all games at once; a line of each.
///
/// # Errors
///
/// [`BotError`] when the server does not let them in.
pub async fn play_all(url: &str, [one, other]: [String; 2]) -> Result<JoinSet<String>, BotError> {
    let players = [Player::new(url, one, HOSTS[0]).await?, Player::new(url, other, HOSTS[1]).await?];
    let mut rooms = JoinSet::new();
    for (nth, game) in GameId::ALL.iter().filter_map(|&game| playable(game)).map(|setting| setting.game).enumerate() {
        let mut players = players.clone();
        players.rotate_left(nth % 2); // both have the first seat in half of the games
        let thinking = if nth % 2 == 0 { Side::First } else { Side::Second };
        rooms.spawn(async move {
            let told = match play(game, thinking, &players).await {
                Ok(ended) => tell(&ended),
                Err(error) => error.to_string(),
            };
            format!("{:<14} in a room: {told}", game.as_str())
        });
    }
    Ok(rooms)
}

/// Plays a game in a room to its end; the match as it is then.
async fn play(game: GameId, thinking: Side, [first, second]: &[Player; 2]) -> Result<Value, BotError> {
    let thought = tokio::task::spawn_blocking(move || moves(game, thinking)).await;
    let moves = thought.ok().flatten().ok_or(BotError::NoPlay(game))?;
    let size = (game == GameId::Baduk).then_some(BADUK_SIZE);
    let opened = first.post("/v1/matches", &json!({ "game": game, "size": size })).await?;
    let Some(id) = opened["match"]["id"].as_str() else { return Err(BotError::Answer(opened)) };
    let room = format!("/v1/matches/{id}");
    let mut last = second.post(&format!("{room}/seats"), &json!({ "invitation": opened["invitation"] })).await?;
    for (ply, (side, mv)) in (1..).zip(moves) {
        let player = if side == Side::First { first } else { second };
        last = player.post(&format!("{room}/moves"), &json!({ "ply": ply, "move": mv })).await?;
    }
    Ok(last)
}

/// How a match ended, and what that did to the ratings.
fn tell(ended: &Value) -> String {
    let result = &ended["result"];
    let plies = ended["moves"].as_array().map_or(0, Vec::len);
    let winner = result["winner"].as_str().map_or("a draw".to_owned(), |winner| format!("the {winner} seat wins"));
    let ending = result["ending"].as_str().unwrap_or("not over");
    let rating = |seat: usize, at: usize| result["ratings"][seat][at].as_f64().unwrap_or_default().floor();
    let rated = match (result["unrated"].as_str(), ended["never_rated"]["en"].as_str()) {
        (Some(reason), _) => format!("not rated: {reason}"),
        (None, Some(why)) => format!("not rated: {why}"),
        (None, None) => {
            format!("rated {} to {}, {} to {}", rating(0, 0), rating(0, 1), rating(1, 0), rating(1, 1))
        }
    };
    format!("{plies} moves, {ending}, {winner}, {rated}")
}

/// The moves of a whole game, with who makes each. One side is the easy level; the other makes any moves.
fn moves(game: GameId, thinking: Side) -> Option<Vec<(Side, String)>> {
    match game {
        GameId::Reversi => against_any_move(reversi::Position::START, thinking),
        GameId::Omok => against_any_move(omok::Omok::default(), thinking),
        GameId::Ojeom => against_any_move(ojeom::Ojeom::default(), thinking),
        GameId::CaptureGo => against_any_move(capture_go::CaptureGo::default(), thinking),
        GameId::Janggi => against_any_move(janggi::Janggi::new(janggi::Settings::default()), thinking),
        GameId::Checkers => against_any_move(checkers::Position::start(), thinking),
        GameId::DotsAndBoxes => against_any_move(dots_and_boxes::Board::START, thinking),
        GameId::Nim => against_any_move(nim::Piles::new(nim::Piles::START, Side::First)?, thinking),
        GameId::MuTorere => against_any_move(mu_torere::Position::new(mu_torere::Placement::START), thinking),
        // There is no computer player of baduk.
        GameId::Baduk => play_out(baduk::Baduk::new(baduk::Setup::even(BADUK_SIZE))?, any_move),
        _ => None,
    }
}

fn against_any_move<G: Opponent>(start: G, thinking: Side) -> Option<Vec<(Side, String)>> {
    play_out(start, |position, taste| {
        if position.side_to_move() == thinking {
            position.choose(Level::Easy, taste).mv
        } else {
            any_move(position, taste)
        }
    })
}

/// A game to its end; every match game has one after a bounded number of moves.
fn play_out<G: TwoPlayer>(
    mut position: G,
    mut choose: impl FnMut(&G, &mut Draw) -> Option<G::Move>,
) -> Option<Vec<(Side, String)>> {
    let mut taste = taste(0);
    let mut moves = Vec::new();
    while position.end().is_none() {
        let mv = choose(&position, &mut taste)?;
        moves.push((position.side_to_move(), position.notation(mv)));
        position.play(mv).ok()?;
    }
    Some(moves)
}
