//! `council.looks`: what members may ask to see, or `off`.

use serde::de::{self, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::policy::LookPolicy;

/// `off`, or limits.
#[derive(Debug)]
pub enum RawLooks {
    /// Nobody looks at anything.
    Off,
    /// Within limits.
    Within(RawLookLimits),
}

/// Limits of what members may ask to see.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawLookLimits {
    /// Rounds of one task; 0 turns looks off. Default: 3.
    #[cfg_attr(test, schemars(range(min = 0, max = 10)))]
    pub rounds: Option<u32>,
    /// Requests of one round. Default: 8.
    #[cfg_attr(test, schemars(range(min = 1, max = 20)))]
    pub requests: Option<u32>,
    /// Globs over the paths that may be shown. Default: all.
    pub paths: Option<Vec<String>>,
    /// Globs over the paths that are not shown. Default: none.
    pub deny: Option<Vec<String>>,
}

impl RawLooks {
    pub(super) fn valid(self) -> LookPolicy {
        let defaults = LookPolicy::default();
        match self {
            RawLooks::Off | RawLooks::Within(RawLookLimits { rounds: Some(0), .. }) => {
                LookPolicy::off()
            }
            RawLooks::Within(limits) => LookPolicy {
                rounds: limits.rounds.unwrap_or(defaults.rounds),
                requests: limits.requests.unwrap_or(defaults.requests),
                paths: limits.paths.unwrap_or(defaults.paths),
                deny: limits.deny.unwrap_or(defaults.deny),
            },
        }
    }
}

impl Serialize for RawLooks {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            RawLooks::Off => to.serialize_str("off"),
            RawLooks::Within(limits) => limits.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for RawLooks {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = RawLooks;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("off, or a group of keys")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<RawLooks, E> {
                if word == "off" { Ok(RawLooks::Off) } else { Err(E::custom("it can be off")) }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawLooks, A::Error> {
                RawLookLimits::deserialize(MapAccessDeserializer::new(map)).map(RawLooks::Within)
            }
        }

        from.deserialize_any(Either)
    }
}

#[cfg(test)]
impl schemars::JsonSchema for RawLooks {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RawLooks".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let limits = generator.subschema_for::<RawLookLimits>();
        schemars::json_schema!({ "anyOf": [{ "const": "off" }, limits] })
    }
}
