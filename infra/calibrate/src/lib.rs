//! Measures the computer opponents, and tries the ratings on people whose strength is known.
//!
//! `cargo run --release -p calibrate` lets every level of every game, somebody who moves at random and somebody
//! who takes what looks best at once play the level `basic` over the boards of a year, and writes the table that
//! the crate `ratings` embeds. It may be stopped and started again: finished games are kept in a file. The embedded
//! table, 38,480 games, took about ten minutes of processor time. A game's dates are fewer where its strongest
//! level thinks longest; the table says how many.
//!
//! `cargo run --release -p calibrate -- simulate` rates synthetic people with the records that the service keeps,
//! and finds:
//!
//! * A newcomer is provisional for more than 10 games and fewer than 20. After 20 games the rating is off by 60 to
//!   80 points on average, after 50 by 40, wherever the strength lies between 900 and 2100; more games do not make
//!   it better, because a rating that is to follow changes of strength keeps swinging by as much.
//! * The `ai` pool with its single yardstick finds people within 400 points of it. Beyond, the ceiling does what
//!   it is for: somebody of 2300 ends below 1900, and four games of five are wins that are not rated.
//! * In a community that plays 20 games a season each on average, two of five are still provisional when their
//!   first season ends, and one in ten or fewer later. Titles are spread as the true strengths are; with a mean
//!   error of 65 points, many a title is one tier off.
//!
//! ```text
//! 1000 newcomers for each strength, one game a day against established people near their rating
//! mean error of the rating in points, and the share that is provisional, after n games:
//! strength            1           5          10          20          50         100
//!      900    433  100%   197  100%   126   98%    79    0%    45    0%    42    0%
//!     1200    187  100%   116  100%    89   97%    67    0%    41    0%    43    0%
//!     1500    150  100%    99  100%    79   97%    58    0%    39    0%    40    0%
//!     1800    187  100%   114  100%    88   97%    62    0%    41    0%    42    0%
//!     2100    430  100%   192  100%   123   97%    75    0%    42    0%    42    0%
//!
//! 500 people for each strength, 100 games against the level basic, three a day:
//! strength  mean rating  spread  games left unrated at the ceiling
//!     1100         1116      50    0.0%
//!     1300         1303      37    0.0%
//!     1500         1500      34    0.0%
//!     1700         1694      38    0.1%
//!     1900         1860      34   12.7%
//!     2100         1893      18   57.5%
//!     2300         1898      15   78.5%
//!
//! 500 people of strength 1500 ± 250 (one standard deviation), three seasons of 91 days:
//! season  games  played  provisional  error  titles    bronze   silver     gold platinum  diamond   master
//!      1   5078     500          38%     70     312        91       87       70       45       17        2
//!      2   5054     500          10%     66     385       113      110       88       52       19        3
//!      3   5136     500           3%     65     389       121       98       87       54       26        3
//! everybody by true strength                                   126      155      131       62       24        2
//! ```

pub mod entrants;
pub mod plan;
pub mod play;
pub mod races;
pub mod results;
pub mod simulate;
pub mod table;
