mod common;

use common::Fixture;
use gelatin::commands::verify::verify;

#[test]
fn tells_rot_from_edits() {
    let f = Fixture::new();
    for name in ["good", "rotten", "edited", "gone"] {
        f.write("studio", &format!("a/{name}.jpg"), "pixels", 1000);
    }
    f.sync();
    f.write("shelf", "a/rotten.jpg", "pixelz", 1000);
    f.write("shelf", "a/edited.jpg", "cropped", 2000);
    std::fs::remove_file(f.path("shelf", "a/gone.jpg")).unwrap();

    let findings = verify(&f.config, "shelf").unwrap();
    assert_eq!(findings.good, 1);
    assert_eq!(findings.rotten, ["a/rotten.jpg"]);
    assert_eq!(findings.changed, ["a/edited.jpg"]);
    assert_eq!(findings.missing, ["a/gone.jpg"]);
}
