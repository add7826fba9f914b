//! What strangers may write: repositories, YAML, evidence, replies, words for models, secrets to find.

mod canaries;
mod conformance;
mod dense;
mod evidence;
mod fuzz_seeds;
mod injections;
mod repos;
mod robust;
mod secrets;
mod yaml;
mod yaml_differential;
