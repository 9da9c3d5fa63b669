//! JSON in which every name of an object stands once.
//!
//! RFC 8259, section 4, leaves open what a repeated name means: readers take the first value, the last one, or both. What one
//! part of a system checked is then not what another part uses. The fields of our own types are guarded by their readers; this
//! looks at the objects inside too, whatever they are read into.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// That no object of `text`, however deep, has a name twice.
///
/// # Errors
///
/// What is wrong and where; also for a text that is not JSON.
pub fn check(text: &[u8]) -> Result<(), serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    Unrepeated.deserialize(&mut reader)?;
    reader.end()
}

#[derive(Clone, Copy)]
struct Unrepeated;

impl<'de> DeserializeSeed<'de> for Unrepeated {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unrepeated {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = object.next_key::<String>()? {
            object.next_value_seed(self)?;
            if let Some(twice) = names.replace(name) {
                return Err(A::Error::custom(format_args!("duplicate field `{twice}`")));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_once_in_an_object_however_deep_and_however_it_is_written() {
        let cases = [
            r#"{"a":1,"a":1}"#,
            r#"{"a":{"b":[0,{"c":1,"d":2,"c":3}]}}"#,
            r#"[[{"x":null,"x":null}]]"#,
            r#"{"a":1,"\u0061":2}"#,
        ];
        for text in cases {
            assert!(check(text.as_bytes()).unwrap_err().to_string().starts_with("duplicate field `"), "{text}");
        }
        for text in [r#"{"a":{"a":[{"a":1},{"a":1}]}}"#, r#"[1,-2,2.5,1e3,"x",true,null,18446744073709551615]"#, "7"] {
            assert!(check(text.as_bytes()).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_not_json_or_too_deep_is_an_error() {
        let deep = "[".repeat(100_000);
        for text in ["", "{", "{}{}", r#"{"a"}"#, "\u{FEFF}{}", "NaN", "1e999", deep.as_str()] {
            assert!(check(text.as_bytes()).is_err(), "{}", &text[..text.len().min(20)]);
        }
    }
}
