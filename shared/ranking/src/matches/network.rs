//! From which network a seat is taken, without keeping the address.

use std::net::IpAddr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use calendar::Date;
use serde::{Deserialize, Serialize};

use crate::board::hmac_sha256;
use crate::keyring::{KeyringError, decode_key};

/// Bits of an IPv6 address that one household shares: the subnet an internet provider gives at least (RFC 6177, section 2).
const SUBNET_BITS: u32 = 64;

/// The secret that addresses are hashed with. A key of the day is made from it, so that not even we can tell whether somebody comes
/// from the same network on two days.
#[derive(Clone)]
pub struct AddressKey(Vec<u8>);

/// A keyed hash of a network on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Network(String);

impl AddressKey {
    /// Reads a base64 key.
    ///
    /// # Errors
    ///
    /// [`KeyringError`] when it is not base64 or shorter than 32 bytes.
    pub fn parse(text: &str) -> Result<Self, KeyringError> {
        decode_key(text).map(Self)
    }

    /// The network of `address` on `date`: an IPv4 address, or the /64 of an IPv6 one. An IPv4 address in the clothes of IPv6
    /// counts as what it is.
    #[must_use]
    pub fn network(&self, address: IpAddr, date: Date) -> Network {
        let network = match address.to_canonical() {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => (address.to_bits() >> (u128::BITS - SUBNET_BITS)).to_be_bytes().to_vec(),
        };
        let day_key = hmac_sha256(&self.0, date.to_string().as_bytes());
        Network(URL_SAFE_NO_PAD.encode(hmac_sha256(&day_key, &network)))
    }
}

impl std::fmt::Debug for AddressKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AddressKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str, date: &str) -> Network {
        let key = AddressKey::parse(&"A".repeat(44)).unwrap();
        key.network(address.parse().unwrap(), date.parse().unwrap())
    }

    #[test]
    fn ipv6_is_compared_by_its_subnet_and_ipv4_whole() {
        let day = "2026-11-30";
        assert_eq!(network("2001:db8:1:2::1", day), network("2001:db8:1:2:ffff::9", day));
        assert_ne!(network("2001:db8:1:2::1", day), network("2001:db8:1:3::1", day));
        assert_ne!(network("203.0.113.24", day), network("203.0.113.25", day));
        assert_eq!(network("203.0.113.24", day), network("::ffff:203.0.113.24", day));
    }

    #[test]
    fn a_network_has_another_hash_every_day_and_shows_no_address() {
        let today = network("203.0.113.24", "2026-11-30");
        assert_ne!(today, network("203.0.113.24", "2026-12-01"));
        assert_eq!(today.0.len(), 43, "32 bytes in base64");
    }
}
