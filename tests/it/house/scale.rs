//! The size of the tests: one variable, and one function that reads it.

use crate::support::{alone, scale};

/// Not a test of its own: asks for the scale.
#[test]
fn role_scale() {
    scale();
}

#[test]
fn an_unknown_scale_is_told_by_the_test_that_asks() {
    for (word, is_known) in
        [("short", true), ("long", true), ("full", true), ("", false), ("all", false)]
    {
        let mut test = alone(module_path!(), "role_scale");
        let output = test.env("COUNCIL_TEST_SCALE", word).output().expect("it runs");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.success(), is_known, "{word:?}: {said}");
        assert_eq!(said.contains("say short, long or full"), !is_known, "{word:?}: {said}");
        assert!(said.contains("running 1 test"), "{said}");
    }
}
