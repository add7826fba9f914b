//! Random edits of a tree of keys, lists and scalars.

use council_review::core::draw::SplitMix;
use serde_json::Value;

/// Every node below `value` that the path of keys and indices in `at` leads to.
pub fn paths(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let path = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                found.push(path.clone());
                paths(inner, &path, found);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                let path = format!("{at}/{index}");
                found.push(path.clone());
                paths(inner, &path, found);
            }
        }
        _ => {}
    }
}

/// One random edit of the tree; it may come to nothing.
pub fn edited(tree: &Value, paths: &[String], random: &mut SplitMix) -> Value {
    let mut tree = tree.clone();
    let mut below = |n: usize| (random.next() % n.max(1) as u64) as usize;
    let path = &paths[below(paths.len())];
    let other = tree.pointer(&paths[below(paths.len())]).cloned().expect("a path of the tree");
    let (parent, key) = path.rsplit_once('/').expect("a path has a slash");
    match below(5) {
        // Another scalar of the file in its place.
        0 => {
            let node = tree.pointer_mut(path).expect("a path of the tree");
            let inner = |value: &Value| value.is_object() || value.is_array();
            if !inner(node) && !inner(&other) {
                *node = other;
            }
        }
        // A number off by one.
        1 => {
            let numbers: Vec<&String> = paths
                .iter()
                .filter(|path| tree.pointer(path).is_some_and(Value::is_number))
                .collect();
            let path = numbers[below(numbers.len())].clone();
            let node = tree.pointer_mut(&path).expect("a path of the tree");
            let number = node.as_u64().expect("whole and not negative");
            let up = below(2) == 0 || number == 0;
            *node = Value::from(if up { number + 1 } else { number - 1 });
        }
        // Dropped, doubled, or swapped with a sibling.
        kind => match tree.pointer_mut(parent).expect("a path of the tree") {
            Value::Array(items) => {
                let at: usize = key.parse().expect("an index");
                match kind {
                    2 => drop(items.remove(at)),
                    3 => items.insert(at, items[at].clone()),
                    _ => {
                        let with = below(items.len());
                        items.swap(at, with);
                    }
                }
            }
            Value::Object(map) => {
                let key = key.replace("~1", "/").replace("~0", "~");
                if kind == 2 {
                    map.shift_remove(&key);
                } else {
                    // A key cannot stand twice: the values or the keys change places.
                    let with = map.keys().nth(below(map.len())).cloned().expect("a key");
                    let (a, b) = (map[&key].clone(), map[&with].clone());
                    if kind == 3 {
                        map.insert(key, b);
                        map.insert(with, a);
                    } else {
                        let moved = map.shift_remove(&with).expect("it was there");
                        map.insert(with, moved);
                    }
                }
            }
            _ => unreachable!("a scalar has nothing below it"),
        },
    }
    tree
}
