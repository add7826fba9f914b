use strata_chunks::ChunkStore;
use strata_transport::MemoryBackend;

#[test]
fn a_chunk_comes_back_as_it_was() {
    let backend = MemoryBackend::default();
    let mut store = ChunkStore::open(&backend).unwrap();
    let digest = store.put_chunk(b"aaaabbbb").unwrap();
    store.flush().unwrap();
    assert_eq!(store.get_chunk(&digest).unwrap(), b"aaaabbbb");
}

#[test]
fn the_same_chunk_is_stored_once() {
    let backend = MemoryBackend::default();
    let mut store = ChunkStore::open(&backend).unwrap();
    store.put_chunk(b"once").unwrap();
    store.put_chunk(b"once").unwrap();
    store.flush().unwrap();
    assert_eq!(store.pack_names().unwrap().len(), 1);
}
