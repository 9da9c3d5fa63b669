//! What Korean names are made of.
//!
//! Surnames are those of the 2015 census of Korea. Given-name syllables are in common use since the
//! middle of the last century; a syllable that mostly ends everyday words (이, 인, 장, 한) is left out of
//! the last place on purpose, and the names that need it are whole words in `given_names.txt`.

/// Surnames of one syllable that 0.2 percent of people or more have, the most frequent first.
///
/// Any two given-name syllables after one of these make the shape of a real name.
pub(super) const FREQUENT_SURNAMES: &str =
    "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구류나민진지엄채원천방";

/// The other surnames of one syllable. Many are everyday syllables, so that only a whole given name of
/// `given_names.txt` after one of these makes the shape of a real name.
pub(super) const RARE_SURNAMES: &str = "공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용예봉경사부가복태목형피두감음빈동온호범좌팽승간상갈단견당화창";

/// Surnames of two syllables.
pub(super) const DOUBLE_SURNAMES: [&str; 10] =
    ["남궁", "황보", "제갈", "사공", "선우", "서문", "독고", "동방", "어금", "망절"];

/// Surnames of one syllable after which a single syllable of [`LONE`] makes the shape of a real name.
pub(super) const SURNAMES_BEFORE_LONE: &str = "김이박최정강조윤임한오신권황안송전홍고문양손배백허남심노곽류엄장";

/// Given names of one syllable.
pub(super) const LONE: &str = "건결관구균근담량린민범빈석섭솔숙순슬영옥완욱웅윤율준진찬철필혁현협호환황훈휘희";

/// Syllables that begin a given name of two.
pub(super) const FIRST: &str = "가강건경계관광규근금기길나남다단대덕도동두라래로루만명무문미민범병보복봉비빈상서석선설성세소송수숙순슬승시신아안애양여연영예오옥완용우운원유윤율은을응의이익인일임자장재점정제조종주준중지진찬창채천철초춘충치태택하학한해향혁현형혜호홍화환효훈휘흥희";

/// Syllables that end a given name of two.
pub(super) const LAST: &str =
    "강건걸경곤광규균근길덕란림린민범봉빈석섭솔수숙순슬애연열엽영옥완우욱웅윤율정주준진찬철춘택필헌혁현협혜호환훈휘희";

/// Surnames in Latin letters, all spellings in common use, in lower case.
pub(super) const LATIN_SURNAMES: [&str; 62] = [
    "kim", "gim", "lee", "yi", "rhee", "park", "pak", "bak", "choi", "choe", "jung", "jeong", "chung", "kang", "gang",
    "cho", "jo", "yoon", "yun", "jang", "chang", "lim", "im", "yim", "han", "oh", "seo", "suh", "shin", "sin", "kwon",
    "gwon", "hwang", "ahn", "an", "song", "jeon", "jun", "hong", "yoo", "yu", "you", "ryu", "ko", "go", "moon", "mun",
    "yang", "son", "sohn", "bae", "baek", "paik", "heo", "hur", "nam", "shim", "sim", "noh", "roh", "kwak", "namgung",
];

/// Given-name syllables in Latin letters, all spellings in common use, in lower case. Those that are short
/// English words or endings (`in`, `so`, `a`) are left out.
pub(super) const LATIN_SYLLABLES: [&str; 111] = [
    "beom", "bin", "bok", "bong", "byeong", "byung", "chae", "chan", "chang", "cheol", "chul", "chun", "dae", "deok",
    "do", "dong", "eun", "ga", "geon", "geun", "gi", "gil", "gu", "gwang", "gyeong", "gyu", "ha", "hae", "hee", "heon",
    "ho", "hong", "hoon", "hui", "hun", "hwa", "hwan", "hyang", "hye", "hyeok", "hyeon", "hyeong", "hyo", "hyuk",
    "hyun", "hyung", "il", "ja", "jae", "je", "jeong", "ji", "jin", "jong", "joo", "joon", "joong", "ju", "jun",
    "jung", "keun", "ki", "kyoung", "kyu", "kyung", "mi", "min", "mun", "myeong", "myung", "na", "nam", "ok", "ra",
    "rae", "ri", "rin", "sang", "se", "seo", "seok", "seon", "seong", "seul", "seung", "shin", "si", "soo", "sook",
    "su", "suk", "sun", "sung", "tae", "taek", "uk", "wan", "won", "woo", "wook", "woong", "ye", "yeon", "yeong",
    "yong", "yoo", "yoon", "young", "yu", "yul", "yun",
];

/// Names that only the house uses.
pub(super) const HOUSE_NAMES: [&str; 7] = ["운영자", "운영진", "관리자", "sunwi", "admin", "operator", "moderator"];

/// Given names of two syllables that are known whole.
pub(super) fn given_names() -> impl Iterator<Item = &'static str> {
    words(include_str!("given_names.txt"))
}

/// Everyday words with the shape of a real name.
pub(super) fn everyday_words() -> impl Iterator<Item = &'static str> {
    words(include_str!("everyday.txt"))
}

/// The words of a table; a line that begins with `#` is a comment.
fn words(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace)
}
