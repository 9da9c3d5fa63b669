//! Reading the strict text of a proof: plain numbers, single marks, and nothing left over.

use crate::Malformed;

/// Reads a text from left to right. Every refusal names the byte where it happened.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0 }
    }

    /// The next byte, left where it is.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Takes the next byte.
    pub(crate) fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Takes the next byte if it is `mark`. Whether it was.
    pub(crate) fn eat(&mut self, mark: u8) -> bool {
        let found = self.peek() == Some(mark);
        self.at += usize::from(found);
        found
    }

    /// Takes `mark`.
    pub(crate) fn expect(&mut self, mark: u8, why: &'static str) -> Result<(), Malformed> {
        if self.eat(mark) { Ok(()) } else { Err(self.refuse(why)) }
    }

    /// Takes a decimal number of at most `most`, written without leading zeros.
    pub(crate) fn number(&mut self, most: u32) -> Result<u32, Malformed> {
        let refusal = self.refuse("expected a number without leading zeros, within its bounds");
        let start = self.at;
        let mut number: u32 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.at += 1;
            let grown = number.checked_mul(10).and_then(|tens| tens.checked_add(u32::from(digit - b'0')));
            number = grown.filter(|&grown| grown <= most).ok_or(refusal)?;
        }
        let digits = self.at - start;
        let plain = digits == 1 || digits > 1 && self.bytes.get(start) != Some(&b'0');
        plain.then_some(number).ok_or(refusal)
    }

    /// Succeeds at the end of the text only.
    pub(crate) fn finish(&self) -> Result<(), Malformed> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.refuse("expected the end of the proof")) }
    }

    /// A refusal at the next byte.
    pub(crate) const fn refuse(&self, why: &'static str) -> Malformed {
        Malformed { at: self.at, why }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_one_spelling_and_stays_within_its_bounds() {
        let read = |text| {
            let mut reader = Reader::new(text);
            reader.number(65_535).and_then(|number| reader.finish().map(|()| number)).map_err(|refusal| refusal.at)
        };
        assert_eq!(read("0"), Ok(0));
        assert_eq!(read("65535"), Ok(65_535));
        for text in ["", "00", "01", "65536", "99999999999999999999", "-1", "+1", " 1", "\u{661}"] {
            assert_eq!(read(text), Err(0), "{text:?}");
        }
        assert_eq!(read("7 "), Err(1));
        assert_eq!(read("7x"), Err(1));
    }

    #[test]
    fn marks_are_taken_one_by_one() {
        let mut reader = Reader::new("r2.");
        assert!(!reader.eat(b'x') && reader.eat(b'r'));
        assert_eq!((reader.peek(), reader.take(), reader.peek()), (Some(b'2'), Some(b'2'), Some(b'.')));
        assert_eq!(reader.expect(b',', "a comma"), Err(Malformed { at: 2, why: "a comma" }));
        assert!(reader.finish().is_err());
        assert_eq!(reader.expect(b'.', "a dot"), Ok(()));
        assert_eq!((reader.finish(), reader.take()), (Ok(()), None));
    }
}
