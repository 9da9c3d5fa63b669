//! A service in memory, served on a free port, with a clock that a test sets.

use std::net::SocketAddr;

use aws_sdk_dynamodb::types::AttributeValue;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use calendar::{Date, parse_rfc3339};
use games::{Board, Draw, GameId, Level, Seed};
use local::database::Database;
use local::keys::Keys;
use local::{Service, listen};
use serde_json::{Value, json};
use store::Clock;

/// A running service.
pub struct World {
    /// Its parts.
    pub service: Service,
    /// Its clock, which stands until it is set.
    pub clock: Clock,
    /// Where it listens.
    pub url: String,
    /// Kept running as long as the world.
    database: Option<Database>,
    http: reqwest::Client,
}

/// An answer of the service.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body; null when it is not JSON.
    pub body: Value,
    /// The body as text.
    pub text: String,
}

impl Answer {
    /// The public reason, when there is one.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.body["reason"].as_str()
    }
}

impl World {
    /// A service whose clock stands at `at` (RFC 3339).
    pub async fn at(at: &str) -> Self {
        let database = Database::in_memory().await.unwrap();
        let client = database.client();
        let world = Self::on(client, at).await;
        Self { database: Some(database), ..world }
    }

    /// A service on a database that the test looks after.
    pub async fn on(client: aws_sdk_dynamodb::Client, at: &str) -> Self {
        let clock = Clock::manual(parse_rfc3339(at).unwrap());
        let service = Service::new(client, Keys::draw().unwrap(), clock.clone()).await.unwrap();
        let (listener, address) = listen(0).await.unwrap();
        let router = service.router().unwrap().into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { service, clock, url: format!("http://{address}"), database: None, http: reqwest::Client::new() }
    }

    /// Where the database listens, when the world runs its own.
    #[must_use]
    pub fn database(&self) -> Option<&Database> {
        self.database.as_ref()
    }

    /// Everything that the table holds, one line an item, in the order of the keys.
    pub async fn dump(&self) -> Vec<String> {
        dump(&self.database.as_ref().unwrap().client()).await
    }

    /// Sets the clock (RFC 3339).
    pub fn set(&self, at: &str) {
        self.clock.set(parse_rfc3339(at).unwrap());
    }

    /// Moves the clock on.
    pub fn pass(&self, ms: i64) {
        self.clock.set(self.clock.now_ms() + ms);
    }

    /// Asks for `path` with these headers.
    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.http.get(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        answer(request.send().await.unwrap()).await
    }

    /// Asks for `path`.
    pub async fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[]).await
    }

    /// Somebody with this token, whatever it is.
    #[must_use]
    pub fn bearer(&self, token: &str) -> Player {
        Player { id: String::new(), token: token.to_owned(), url: self.url.clone(), http: self.http.clone() }
    }

    /// A new anonymous player.
    pub async fn player(&self) -> Player {
        let sent = self.http.post(format!("{}/v1/players", self.url)).send().await.unwrap();
        let made = answer(sent).await;
        assert_eq!(made.status, 201, "{}", made.text);
        Player {
            id: made.body["player"].as_str().unwrap().to_owned(),
            token: made.body["token"].as_str().unwrap().to_owned(),
            url: self.url.clone(),
            http: self.http.clone(),
        }
    }
}

/// Everything that the table of `client` holds, one line an item, in the order of the keys.
pub async fn dump(client: &aws_sdk_dynamodb::Client) -> Vec<String> {
    let mut lines = Vec::new();
    let mut start = None;
    loop {
        let page = client.scan().table_name(local::TABLE).set_exclusive_start_key(start).send().await.unwrap();
        lines.extend(page.items().iter().map(|item| written(&AttributeValue::M(item.clone()))));
        start = page.last_evaluated_key;
        if start.is_none() {
            lines.sort();
            return lines;
        }
    }
}

/// An attribute in one way only: maps have no order of their own.
fn written(value: &AttributeValue) -> String {
    match value {
        AttributeValue::M(map) => {
            let sorted: std::collections::BTreeMap<_, _> =
                map.iter().map(|(name, value)| (name, written(value))).collect();
            format!("{sorted:?}")
        }
        AttributeValue::L(list) => format!("{:?}", list.iter().map(written).collect::<Vec<_>>()),
        other => format!("{other:?}"),
    }
}

async fn answer(response: reqwest::Response) -> Answer {
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    Answer { status, body: serde_json::from_str(&text).unwrap_or(Value::Null), text }
}

/// A player with a browser token.
#[derive(Clone, Debug)]
pub struct Player {
    /// The public identifier.
    pub id: String,
    /// The browser token.
    pub token: String,
    url: String,
    http: reqwest::Client,
}

/// A run that was started.
#[derive(Clone, Debug)]
pub struct Run {
    /// The game.
    pub game: GameId,
    /// The start ticket.
    pub ticket: String,
    /// The day of the board.
    pub date: Date,
    /// The board.
    pub board: Board,
}

impl Player {
    /// Sends a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.token).json(body);
        answer(request.send().await.unwrap()).await
    }

    /// Asks for `path` with the token.
    pub async fn get(&self, path: &str) -> Answer {
        let request = self.http.get(format!("{}{path}", self.url)).bearer_auth(&self.token);
        answer(request.send().await.unwrap()).await
    }

    /// Deletes, with a JSON body.
    pub async fn delete(&self, path: &str, body: &Value) -> Answer {
        let request = self.http.delete(format!("{}{path}", self.url)).bearer_auth(&self.token).json(body);
        answer(request.send().await.unwrap()).await
    }

    /// Puts a JSON body.
    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        let request = self.http.put(format!("{}{path}", self.url)).bearer_auth(&self.token).json(body);
        answer(request.send().await.unwrap()).await
    }

    /// Starts a run.
    pub async fn start(&self, game: GameId) -> Run {
        let mut body = json!({ "game": game });
        if game.game().compete_only {
            body["compete"] = true.into();
        }
        self.start_with(game, &body).await
    }

    /// Starts a game against the computer's `level`.
    pub async fn start_against(&self, game: GameId, level: Level) -> Run {
        self.start_with(game, &json!({ "game": game, "level": level })).await
    }

    async fn start_with(&self, game: GameId, body: &Value) -> Run {
        let started = self.post("/v1/tickets", body).await;
        assert_eq!(started.status, 201, "{}", started.text);
        let board = &started.body["board"];
        let date: Date = board["date"].as_str().unwrap().parse().unwrap();
        Run {
            game,
            ticket: started.body["ticket"].as_str().unwrap().to_owned(),
            date,
            board: Board {
                seed: Seed(STANDARD.decode(board["seed"].as_str().unwrap()).unwrap().try_into().unwrap()),
                weekday: date.weekday(),
                variation: board["variation"].as_u64().unwrap().try_into().unwrap(),
                level: board["level"].as_str().map(|level| level.parse().unwrap()),
            },
        }
    }

    /// Hands in a proof.
    pub async fn submit(&self, run: &Run, proof: &str) -> Answer {
        self.post("/v1/runs", &json!({ "ticket": run.ticket, "proof": proof })).await
    }

    /// Hands in a proof until it is answered for good, as a client does on 503.
    pub async fn submit_patiently(&self, run: &Run, proof: &str) -> Answer {
        for _ in 0..100 {
            let answer = self.submit(run, proof).await;
            if answer.status != 503 {
                return answer;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("a hundred times 503")
    }

    /// Hands in a proof with a claim.
    pub async fn claim(&self, run: &Run, proof: &str, claimed: i64) -> Answer {
        self.post("/v1/runs", &json!({ "ticket": run.ticket, "proof": proof, "claimed": claimed })).await
    }
}

impl Run {
    /// A legal 2048 game of `moves` moves, different for each `taste`.
    #[must_use]
    pub fn play_2048(&self, moves: usize, taste: u64) -> String {
        use games::catalogue::g2048::{Direction, Grid};
        let letter = |direction| match direction {
            Direction::Up => 'U',
            Direction::Right => 'R',
            Direction::Down => 'D',
            Direction::Left => 'L',
        };
        let mut choice = Draw::stream(&Seed([7; 32]), taste);
        let mut draw = Draw::new(&self.board.seed);
        let mut grid = Grid::start(&mut draw);
        let mut text = String::new();
        while text.len() < moves && !grid.is_over() {
            let direction = Direction::ALL[choice.below(4) as usize];
            if grid.slide(direction) {
                grid.spawn(&mut draw);
                text.push(letter(direction));
            }
        }
        text
    }
}

/// A proof that solves the 15 puzzle of `run`; the larger `trust`, the longer.
#[must_use]
pub fn solve_fifteen(run: &Run, trust: u64) -> String {
    let frame = games::catalogue::fifteen::Frame::deal(&mut Draw::new(&run.board.seed));
    local::bots::solve_fifteen(frame, trust).expect("every frame that is dealt can be solved")
}
