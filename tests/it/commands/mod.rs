//! Commands: what each prints, how it ends, and which files it writes.

mod adjudicate;
mod ask;
mod bad_input;
mod basics;
mod bench;
mod changes;
mod check;
mod ci;
mod doctor;
mod doctor_panels;
mod fix;
mod init;
mod layout;
mod layout_relatives;
mod new;
mod nothing;
mod pages;
mod plan;
mod prune;
mod release;
mod reports;
mod shown;
mod subjects;
mod waivers;
mod watch;
