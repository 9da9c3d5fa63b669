//! `cargo run`: the whole service on this machine.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use calendar::{parse_rfc3339, rfc3339};
use clap::{Parser, Subcommand};
use local::database::Database;
use local::keys::Keys;
use local::{Service, StartError, bots, listen, schedule};
use store::Clock;
use tokens::Scope;

/// Sunwi on one machine: the HTTP API, an embedded DynamoDB, and the schedules of the closes.
#[derive(Debug, Parser)]
#[command(version)]
struct Options {
    /// Port of the HTTP API.
    #[arg(long, default_value_t = 9000)]
    port: u16,
    /// Folder of the database and the keys.
    #[arg(long, default_value = "data", global = true)]
    data: PathBuf,
    /// Keep everything in memory and forget it at the end.
    #[arg(long)]
    memory: bool,
    /// Start the clock here (RFC 3339, such as 2026-12-06T23:59:00+09:00) and let it run, to watch a close.
    #[arg(long, value_parser = parse_rfc3339, global = true)]
    clock: Option<i64>,
    /// Let bots play every game through the public API; some cheat, and two play matches against each other.
    #[arg(long)]
    demo: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print another token, good for a day, for the service that keeps its keys in the same folder.
    Token {
        /// What the bearer may do: ops, match:report, closing:report. Without any it is an account's.
        scopes: Vec<Scope>,
        /// Who the bearer is; another name is another account.
        #[arg(long, default_value = "somebody")]
        subject: String,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| "warn,local=info,dynoxide=error".into());
    tracing_subscriber::fmt().compact().with_env_filter(filter).with_writer(std::io::stderr).init();
    match run(Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sunwi does not start: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The keys in the folder `data`, which is made when it does not exist.
fn kept_keys(data: &Path) -> Result<Keys, StartError> {
    let io = |why| StartError::Io { what: data.display().to_string(), why };
    std::fs::create_dir_all(data).map_err(io)?;
    Keys::kept_in(&data.join("keys.json"))
}

async fn run(options: Options) -> Result<(), StartError> {
    let clock = options.clock.map_or_else(Clock::system, Clock::starting_at);
    if let Some(Command::Token { scopes, subject }) = &options.command {
        println!("{}", local::token(&kept_keys(&options.data)?, subject, scopes, clock.now_ms())?);
        return Ok(());
    }
    let (database, keys) = if options.memory {
        (Database::in_memory().await?, Keys::draw()?)
    } else {
        let keys = kept_keys(&options.data)?;
        (Database::in_file(&options.data.join("sunwi.db"), 0).await?, keys)
    };
    let service = Service::new(database.client(), keys, clock.clone()).await?;
    let (listener, address) = listen(options.port).await?;
    let url = format!("http://{address}");
    welcome(&url, &database, &service, clock.now_ms())?;

    let closes = tokio::spawn(schedule::run(service.closer(), clock));
    let accounts = [service.token("the first bot", &[])?, service.token("the second bot", &[])?];
    let demo = options.demo.then(|| tokio::spawn(bots::play(url, accounts)));
    let served = axum::serve(listener, service.router()?.into_make_service_with_connect_info::<std::net::SocketAddr>())
        .with_graceful_shutdown(stop())
        .await;
    closes.abort();
    if let Some(demo) = demo {
        demo.abort();
    }
    println!("sunwi has stopped; nothing is lost.");
    served.map_err(|why| StartError::Io { what: "the server".to_owned(), why })
}

/// What a newcomer needs to go on.
fn welcome(url: &str, database: &Database, service: &Service, now_ms: i64) -> Result<(), StartError> {
    let (player, token) = service.new_player()?;
    println!(
        "\
Sunwi (순위) listens on {url}
  database   {endpoint}
  clock      {now}
  API        {url}/v1/openapi.json

A browser identity to try, player {player}:
  TOKEN={token}

Tokens for a day, as an identity provider would issue them:
  OPS={ops}
  CLOSING={closing}
More: cargo run -- token [SCOPE]... [--subject NAME]

Three commands to try:
  curl {url}/v1/games
  curl -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' -d '{{\"game\":\"2048\"}}' {url}/v1/tickets
  curl {url}/v1/boards/2048/week

Ctrl-C stops it.",
        endpoint = database.endpoint(),
        ops = service.token("operator", &[Scope::Ops])?,
        closing = service.token("app", &[Scope::ClosingReport])?,
        now = rfc3339(now_ms),
    );
    Ok(())
}

/// Waits for Ctrl-C.
async fn stop() {
    if let Err(error) = tokio::signal::ctrl_c().await {
        eprintln!("Ctrl-C cannot be heard: {error}");
        std::future::pending::<()>().await;
    }
}
