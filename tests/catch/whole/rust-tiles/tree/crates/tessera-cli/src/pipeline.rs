//! Data and style, read once; tiles as PNG, from the cache where it has them.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use tessera_core::feature::extent;
use tessera_core::{geojson, Bbox, Feature, Style, TileId};
use tessera_raster::{png, render_tile};

use crate::args::SourceArgs;
use crate::cache::{TileCache, DEFAULT_MAX_BYTES};
use crate::commands::Result;

pub struct Pipeline {
    features: Vec<Feature>,
    style: Style,
    cache: Option<TileCache>,
    /// The later mtime of data and style: older cached tiles are stale.
    newest_source: SystemTime,
}

impl Pipeline {
    pub fn open(source: &SourceArgs) -> Result<Self> {
        Ok(Pipeline {
            features: geojson::read(&source.data)?,
            style: Style::read(&source.style)?,
            cache: source
                .cache
                .as_deref()
                .map(|root| TileCache::new(root, DEFAULT_MAX_BYTES)),
            newest_source: modified(&source.data)?.max(modified(&source.style)?),
        })
    }

    /// Lon/lat box of the data.
    pub fn extent(&self) -> Option<Bbox> {
        extent(&self.features)
    }

    pub fn tile_png(&self, tile: TileId) -> Result<Vec<u8>> {
        if let Some(cache) = &self.cache {
            if let Some(hit) = cache.get(tile, self.newest_source)? {
                return Ok(hit);
            }
        }
        let encoded = png::encode(&render_tile(tile, &self.features, &self.style));
        if let Some(cache) = &self.cache {
            cache.put(tile, &encoded)?;
        }
        Ok(encoded)
    }
}

fn modified(path: &Path) -> Result<SystemTime> {
    Ok(fs::metadata(path)?.modified()?)
}
