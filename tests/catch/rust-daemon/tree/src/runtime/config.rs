use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The whole configuration file.
#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    pub listen: String,
    pub admin: String,
    pub data_dir: PathBuf,
    #[serde(default, rename = "rule")]
    pub rules: Vec<RuleConfig>,
    #[serde(default)]
    pub webhook_url: Option<String>,
}

/// Limits of one gauge.
#[derive(Debug, Clone, Deserialize)]
pub struct RuleConfig {
    pub gauge: String,
    pub high_mm: i32,
    pub low_mm: i32,
}

#[derive(Debug)]
pub enum ConfigError {
    Read(std::io::Error),
    Parse(String),
    Invalid { key: String, reason: String },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Read(error) => write!(f, "cannot read the configuration: {error}"),
            ConfigError::Parse(text) => write!(f, "the configuration is not TOML: {text}"),
            ConfigError::Invalid { key, reason } => write!(f, "{key}: {reason}"),
        }
    }
}

pub fn load_config(path: &Path) -> Result<Config, ConfigError> {
    let text = std::fs::read_to_string(path).map_err(ConfigError::Read)?;
    let config: Config = toml::from_str(&text).map_err(|e| ConfigError::Parse(e.to_string()))?;
    validate(&config)?;
    Ok(config)
}

fn validate(config: &Config) -> Result<(), ConfigError> {
    for rule in &config.rules {
        if rule.low_mm >= rule.high_mm {
            return Err(ConfigError::Invalid {
                key: format!("rule {}", rule.gauge),
                reason: "low_mm is not below high_mm".to_string(),
            });
        }
    }
    Ok(())
}
