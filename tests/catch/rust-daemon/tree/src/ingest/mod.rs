//! From datagrams to stored readings.

pub mod decoder;
pub mod limiter;

use std::net::UdpSocket;
use std::sync::{Arc, Mutex};

use crate::alarm::sink::AlarmSink;
use crate::alarm::{evaluate_reading, AlarmRule};
use crate::ingest::decoder::{Decoder, PacketV1};
use crate::ingest::limiter::RateLimiter;
use crate::runtime::config::Config;
use crate::store::ReadingStore;

/// Listens until the process ends.
pub fn listen(config: &Config, store: Arc<Mutex<ReadingStore>>, sinks: Vec<Box<dyn AlarmSink>>) {
    let socket = UdpSocket::bind(&config.listen).expect("the port is free");
    let rules: Vec<AlarmRule> = config.rules.iter().map(AlarmRule::from_config).collect();
    let mut limiter = RateLimiter::new(10);
    let mut buffer = [0u8; 512];
    while let Ok((length, _)) = socket.recv_from(&mut buffer) {
        let reading = match PacketV1.decode(&buffer[..length]) {
            Ok(reading) => reading,
            Err(error) => {
                log::debug!("dropped: {error:?}");
                store.lock().unwrap().count_dropped();
                continue;
            }
        };
        if !limiter.allow(&reading.gauge, reading.at) {
            continue;
        }
        for alarm in evaluate_reading(&rules, &reading) {
            for sink in &sinks {
                sink.raise(&alarm);
            }
        }
        store.lock().unwrap().append(reading);
    }
}
