use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use tessera_core::TileId;

use crate::args::SourceArgs;
use crate::cache::{TileCache, DEFAULT_MAX_BYTES};
use crate::pipeline::Pipeline;

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

pub fn render(source: &SourceArgs, tile: TileId, out: &Path) -> Result<()> {
    let png = Pipeline::open(source)?.tile_png(tile)?;
    fs::write(out, png)?;
    Ok(())
}

/// Tiles outside the data's bounding box are not written.
pub fn pyramid(source: &SourceArgs, zooms: RangeInclusive<u8>, out: &Path) -> Result<()> {
    let pipeline = Pipeline::open(source)?;
    let Some(area) = pipeline.extent() else {
        return Err("the data has no features".into());
    };
    let mut written = 0_usize;
    for z in zooms {
        for tile in TileId::covering(&area, z) {
            let path = out.join(format!("{tile}.png"));
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&path, pipeline.tile_png(tile)?)?;
            written += 1;
        }
    }
    println!("{written} tiles");
    Ok(())
}

pub fn cache_info(root: &Path) -> Result<()> {
    let stats = TileCache::new(root, DEFAULT_MAX_BYTES).stats()?;
    println!("{} tiles, {} bytes", stats.files, stats.bytes);
    Ok(())
}
