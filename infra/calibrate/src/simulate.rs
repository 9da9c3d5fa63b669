//! Rates synthetic players whose strength is known, with the very records that the service keeps.
//!
//! A player of strength s scores `1 / (1 + 10^((o - s) / 400))` against one of strength o, the curve that
//! Glicko-2 assumes; of even games one in ten is a draw. Everything is drawn from one fixed seed.

use std::f64::consts::PI;
use std::fmt::Write;

use games::{Draw, Seed};
use ratings::constants::MAX_DEVIATION;
use ratings::{
    Deviation, Opponent, Pool, RatedGame, Rating, RatingRecord, Score, Season, Tier, above_ai_ceiling, rate_both,
    season_titles,
};

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// Days of a season; the first begins with the simulation.
const SEASON_DAYS: i64 = 91;

/// Draws among games between equals.
const EVEN_DRAWS: f64 = 0.1;

/// What the simulation finds, as text.
#[must_use]
pub fn report() -> String {
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = newcomers(&mut text);
    let _ = ai_pool(&mut text);
    let _ = community(&mut text);
    text
}

/// After how many games newcomers are looked at.
const AFTER: [u32; 6] = [1, 5, 10, 20, 50, 100];

/// How fast newcomers are found who play one game a day against people of about their rating.
fn newcomers(text: &mut String) -> std::fmt::Result {
    const PEOPLE: u32 = 1_000;
    writeln!(
        text,
        "{PEOPLE} newcomers for each strength, one game a day against established people near their rating"
    )?;
    writeln!(text, "mean error of the rating in points, and the share that is provisional, after n games:")?;
    write!(text, "strength ")?;
    for games in AFTER {
        write!(text, "{games:>12}")?;
    }
    writeln!(text)?;
    let mut chance = Chance::new(1);
    for strength in [900.0, 1_200.0, 1_500.0, 1_800.0, 2_100.0] {
        write!(text, "{strength:8} ")?;
        let mut seen = [Mean::default(); AFTER.len()];
        let mut provisional = seen;
        for _ in 0..PEOPLE {
            let mut record = RatingRecord::newcomer(&season(0), 0);
            for (game, day) in (1..=100).zip(0_i64..) {
                let at_ms = day * DAY_MS;
                let opponent = chance.normal(record.rating.get(), 150.0).clamp(500.0, 3_000.0);
                record = meet(&record, at_ms, opponent, 60.0, chance.score(strength, opponent));
                if let Some(index) = AFTER.iter().position(|after| *after == game) {
                    seen[index].add((record.rating.get() - strength).abs());
                    provisional[index].add(if record.rd.is_provisional() { 1.0 } else { 0.0 });
                }
            }
        }
        for (error, provisional) in seen.iter().zip(&provisional) {
            write!(text, "{:6.0} {:4.0}%", error.mean(), provisional.mean() * 100.0)?;
        }
        writeln!(text)?;
    }
    writeln!(text)
}

/// What a pool with a single opponent, the level `basic`, makes of people of known strength.
fn ai_pool(text: &mut String) -> std::fmt::Result {
    const PEOPLE: u32 = 500;
    const GAMES: i64 = 100;
    writeln!(text, "{PEOPLE} people for each strength, {GAMES} games against the level basic, three a day:")?;
    writeln!(text, "strength  mean rating  spread  games left unrated at the ceiling")?;
    let mut chance = Chance::new(2);
    for strength in [1_100.0, 1_300.0, 1_500.0, 1_700.0, 1_900.0, 2_100.0, 2_300.0] {
        let mut rating = Mean::default();
        let mut square = Mean::default();
        let mut stopped = Mean::default();
        for _ in 0..PEOPLE {
            let mut record = RatingRecord::newcomer(&season(0), 0);
            for game in 0..GAMES {
                let score = chance.score(strength, Opponent::BASIC.rating.get());
                let above = above_ai_ceiling(record.rating, Opponent::BASIC.rating, score);
                stopped.add(if above { 1.0 } else { 0.0 });
                if !above {
                    let basic = Opponent::BASIC;
                    let at_ms = game * DAY_MS / 3;
                    record = meet(&record, at_ms, basic.rating.get(), basic.deviation.get(), score);
                }
            }
            rating.add(record.rating.get());
            square.add(record.rating.get() * record.rating.get());
        }
        let spread = (square.mean() - rating.mean() * rating.mean()).max(0.0).sqrt();
        writeln!(text, "{strength:8} {:12.0} {spread:7.0} {:6.1}%", rating.mean(), stopped.mean() * 100.0)?;
    }
    writeln!(text)
}

/// Somebody of the community.
struct Person {
    name: String,
    strength: f64,
    /// The chance to look for a game on a day.
    eager: f64,
    record: Option<RatingRecord>,
}

/// Three seasons of a community: how many are provisional, how far ratings are off, who gets titles.
fn community(text: &mut String) -> std::fmt::Result {
    const PEOPLE: u32 = 500;
    const SEASONS: i64 = 3;
    let mut chance = Chance::new(3);
    let mut people: Vec<Person> = (0..PEOPLE)
        .map(|number| {
            let strength = chance.normal(1_500.0, 250.0).clamp(600.0, 2_600.0);
            // From a game a fortnight to one a day and a half.
            let eager = 0.07 + 0.6 * chance.unit() * chance.unit();
            Person { name: format!("p{number}"), strength, eager, record: None }
        })
        .collect();
    writeln!(
        text,
        "{PEOPLE} people of strength 1500 ± 250 (one standard deviation), three seasons of {SEASON_DAYS} days:"
    )?;
    writeln!(text, "season  games  played  provisional  error  titles  {}", tier_names())?;
    for index in 0..SEASONS {
        let mut games = 0_u32;
        for day in index * SEASON_DAYS..(index + 1) * SEASON_DAYS {
            games += play_day(&mut people, day, &mut chance);
        }
        let next = season(index + 1);
        for person in &mut people {
            person.record = person.record.take().map(|record| record.rolled_into(&next));
        }
        let ended: Vec<_> = people
            .iter()
            .filter_map(|person| {
                let end = person.record.as_ref()?.last_season.clone()?;
                (end.id == season(index).id).then_some((person.strength, end))
            })
            .collect();
        let mut error = Mean::default();
        let mut provisional = Mean::default();
        for (strength, end) in &ended {
            provisional.add(if end.rd.is_provisional() { 1.0 } else { 0.0 });
            if !end.rd.is_provisional() {
                error.add((end.rating.get() - strength).abs());
            }
        }
        let played = ended.len();
        let titles = season_titles(Pool::Human, ended);
        let of = |tier| titles.iter().filter(|(_, title)| title.tier == tier).count();
        let spread: Vec<String> = Tier::ALL.iter().map(|tier| format!("{:8}", of(*tier))).collect();
        writeln!(
            text,
            "{:6} {games:6} {played:7} {:11.0}% {:6.0} {:7}  {}",
            index + 1,
            provisional.mean() * 100.0,
            error.mean(),
            titles.len(),
            spread.join(" "),
        )?;
    }
    let true_tiers: Vec<String> = Tier::ALL
        .iter()
        .map(|tier| {
            let of_tier = |person: &&Person| Rating::new(person.strength).is_ok_and(|rating| Tier::of(rating) == *tier);
            format!("{:8}", people.iter().filter(of_tier).count())
        })
        .collect();
    writeln!(text, "everybody by true strength                              {}", true_tiers.join(" "))
}

fn tier_names() -> String {
    Tier::ALL.iter().map(|tier| format!("{:>8}", tier.as_str())).collect::<Vec<_>>().join(" ")
}

/// Those who look for a game that day meet their neighbours in rating.
fn play_day(people: &mut [Person], day: i64, chance: &mut Chance) -> u32 {
    let at_ms = day * DAY_MS;
    let mut looking: Vec<usize> = (0..people.len()).filter(|&index| chance.unit() < people[index].eager).collect();
    let rating = |person: &Person| person.record.as_ref().map_or(Rating::START, |record| record.rating);
    // A little noise, so that the same two do not meet every day.
    let key = |index: usize, noise: f64| rating(&people[index]).get() + noise;
    let mut keyed: Vec<(f64, usize)> =
        looking.drain(..).map(|index| (key(index, chance.normal(0.0, 60.0)), index)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut games = 0;
    for pair in keyed.chunks_exact(2) {
        let &[(_, first), (_, second)] = pair else { continue };
        let season = season(day / SEASON_DAYS);
        let record = |person: &Person| person.record.clone().unwrap_or_else(|| RatingRecord::newcomer(&season, at_ms));
        let score = chance.score(people[first].strength, people[second].strength);
        let rated = rate_both(
            (&record(&people[first]), &people[first].name),
            (&record(&people[second]), &people[second].name),
            at_ms,
            &season,
            score,
        );
        if let Ok((first_after, second_after)) = rated {
            people[first].record = Some(first_after);
            people[second].record = Some(second_after);
            games += 1;
        }
    }
    games
}

/// The season number `index` of the simulation.
fn season(index: i64) -> Season {
    Season { id: format!("season {}", index + 1), ends_at_ms: (index + 1) * SEASON_DAYS * DAY_MS }
}

/// The record after a game against somebody whose rating and deviation are known.
fn meet(record: &RatingRecord, at_ms: i64, rating: f64, rd: f64, score: Score) -> RatingRecord {
    let season = season(at_ms / DAY_MS / SEASON_DAYS);
    let opponent = Opponent {
        rating: Rating::new(rating).unwrap_or(Rating::START),
        deviation: Deviation::new(rd.min(MAX_DEVIATION)).unwrap_or(Deviation::START),
    };
    let game = RatedGame { at_ms, season: &season, opponent, opponent_id: None, score };
    record.after(&game).unwrap_or_else(|_| record.clone())
}

/// A mean as it grows.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
    }

    fn mean(self) -> f64 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }
}

/// What is left to chance.
struct Chance(Draw);

impl Chance {
    fn new(number: u8) -> Self {
        Self(Draw::new(&Seed([number; 32])))
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        f64::from(self.0.below(u32::MAX)) / f64::from(u32::MAX)
    }

    /// Normally distributed (Box and Muller, 1958).
    fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        let radius = (-2.0 * libm::log(1.0 - self.unit() * (1.0 - 1e-9))).sqrt();
        mean + deviation * radius * libm::cos(2.0 * PI * self.unit())
    }

    /// How somebody of `strength` fares against `opponent`.
    fn score(&mut self, strength: f64, opponent: f64) -> Score {
        let expected = 1.0 / (1.0 + libm::exp10((opponent - strength) / 400.0));
        let draws = EVEN_DRAWS * 4.0 * expected * (1.0 - expected);
        let at = self.unit();
        if at < expected - draws / 2.0 {
            Score::Win
        } else if at < expected + draws / 2.0 {
            Score::Draw
        } else {
            Score::Loss
        }
    }
}
