use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::backend::Backend;
use crate::error::TransportError;

/// Keeps everything in memory; tests of the other crates use it.
#[derive(Default)]
pub struct MemoryBackend {
    objects: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Backend for MemoryBackend {
    fn put(&self, key: &str, bytes: &[u8]) -> Result<(), TransportError> {
        self.objects.lock().unwrap().insert(key.into(), bytes.to_vec());
        Ok(())
    }

    fn get(&self, key: &str) -> Result<Vec<u8>, TransportError> {
        let objects = self.objects.lock().unwrap();
        objects.get(key).cloned().ok_or_else(|| TransportError::Missing(key.into()))
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, TransportError> {
        let objects = self.objects.lock().unwrap();
        Ok(objects.keys().filter(|k| k.starts_with(prefix)).cloned().collect())
    }

    fn remove(&self, key: &str) -> Result<(), TransportError> {
        self.objects.lock().unwrap().remove(key);
        Ok(())
    }

    fn put_new(&self, key: &str, bytes: &[u8]) -> Result<bool, TransportError> {
        let mut objects = self.objects.lock().unwrap();
        if objects.contains_key(key) {
            return Ok(false);
        }
        objects.insert(key.into(), bytes.to_vec());
        Ok(true)
    }
}
