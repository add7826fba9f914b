//! Sentences of no meaning: single words, drawn so that no two files are alike.

use council_review::core::draw::SplitMix;

/// A sequence that its seed fixes.
pub(super) struct Words {
    random: SplitMix,
}

const DOERS: [&str; 24] = [
    "daemon",
    "broker",
    "ledger",
    "scheduler",
    "reducer",
    "adapter",
    "dispatcher",
    "registry",
    "session",
    "publisher",
    "verifier",
    "projector",
    "gateway",
    "planner",
    "runner",
    "watcher",
    "collector",
    "resolver",
    "compiler",
    "supervisor",
    "mediator",
    "orchestrator",
    "indexer",
    "auditor",
];

const DEEDS: [&str; 32] = [
    "implement",
    "reject",
    "persist",
    "validate",
    "emit",
    "bind",
    "resolve",
    "record",
    "enforce",
    "extend",
    "replay",
    "derive",
    "expose",
    "publish",
    "verify",
    "compute",
    "register",
    "replace",
    "remove",
    "propagate",
    "limit",
    "sign",
    "load",
    "store",
    "compare",
    "restore",
    "normalize",
    "annotate",
    "collect",
    "schedule",
    "retry",
    "observe",
];

/// Nouns, which name modules and files too: letters alone, each once.
pub(super) const NOUNS: [&str; 101] = [
    "lease",
    "ticket",
    "bundle",
    "cursor",
    "packet",
    "journal",
    "quorum",
    "window",
    "digest",
    "charter",
    "finding",
    "ballot",
    "anchor",
    "envelope",
    "receipt",
    "manifest",
    "capability",
    "episode",
    "clock",
    "topic",
    "pulse",
    "outbox",
    "snapshot",
    "policy",
    "schema",
    "artifact",
    "evidence",
    "budget",
    "token",
    "socket",
    "frame",
    "header",
    "payload",
    "channel",
    "queue",
    "buffer",
    "shard",
    "replica",
    "segment",
    "record",
    "entry",
    "index",
    "catalog",
    "profile",
    "adapterset",
    "workspace",
    "sandbox",
    "secret",
    "credential",
    "permission",
    "scope",
    "role",
    "principal",
    "tenant",
    "domain",
    "boundary",
    "contract",
    "invariant",
    "fixture",
    "harness",
    "trace",
    "metric",
    "alarm",
    "threshold",
    "timeout",
    "deadline",
    "backoff",
    "throttle",
    "checkpoint",
    "barrier",
    "fence",
    "epoch",
    "term",
    "lineage",
    "merkle",
    "hash",
    "signature",
    "keyring",
    "certificate",
    "attestation",
    "waiver",
    "override",
    "fallback",
    "migration",
    "rollback",
    "canary",
    "rollout",
    "flag",
    "template",
    "prompt",
    "context",
    "summary",
    "projection",
    "mirror",
    "cache",
    "evictor",
    "allocator",
    "arena",
    "vector",
    "graph",
    "lattice",
];

const QUALITIES: [&str; 28] = [
    "bounded",
    "deterministic",
    "stale",
    "signed",
    "canonical",
    "missing",
    "durable",
    "explicit",
    "malformed",
    "concurrent",
    "idempotent",
    "authoritative",
    "advisory",
    "atomic",
    "strict",
    "partial",
    "duplicate",
    "expired",
    "nested",
    "ordered",
    "unknown",
    "trusted",
    "local",
    "remote",
    "monotonic",
    "sealed",
    "pending",
    "orphaned",
];

const JOINTS: [&str; 20] = [
    "before", "after", "when", "unless", "with", "without", "through", "under", "across", "during",
    "from", "into", "against", "behind", "beside", "for", "by", "and", "until", "within",
];

impl Words {
    pub(super) fn new(seed: usize) -> Self {
        let mut random = SplitMix(seed as u64);
        // Neighbouring seeds must not give neighbouring texts.
        let seed = random.next() ^ (seed as u64).rotate_left(32);
        Self { random: SplitMix(seed) }
    }

    /// 0 to `end - 1`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.random.next() % end.max(1) as u64) as usize
    }

    /// True in so many of a hundred cases.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    pub(super) fn noun(&mut self) -> &'static str {
        self.pick(&NOUNS)
    }

    /// `LeaseReceiptV2`
    pub(super) fn type_name(&mut self) -> String {
        let (a, b) = (capital(self.noun()), capital(self.noun()));
        let version = self.below(4);
        if version == 0 { format!("{a}{b}") } else { format!("{a}{b}V{version}") }
    }

    /// `lease_receipt_41`
    pub(super) fn symbol(&mut self) -> String {
        format!("{}_{}_{}", self.noun(), self.noun(), self.below(900))
    }

    /// Four to seven words, the first with a capital.
    pub(super) fn title(&mut self) -> String {
        let mut text = capital(self.pick(&DEEDS));
        for word in [self.pick(&QUALITIES), self.noun(), self.noun()] {
            text += " ";
            text += word;
        }
        if self.chance(60) {
            text += " ";
            text += self.pick(&JOINTS);
            text += " ";
            text += self.pick(&DOERS);
        }
        text
    }

    /// One sentence of seven to twenty-five words, without a full stop.
    pub(super) fn sentence(&mut self) -> String {
        let mut text = capital(self.pick(&DEEDS));
        for clause in 0..=self.below(3) {
            if clause > 0 {
                text += " ";
                text += self.pick(&JOINTS);
            }
            text += " the ";
            match self.below(8) {
                0 => text += &self.type_name(),
                1 => text += &self.symbol(),
                _ => {
                    text += self.pick(&QUALITIES);
                    text += " ";
                    text += self.noun();
                }
            }
            for word in [self.pick(&JOINTS), "each", self.pick(&DOERS), self.noun()] {
                text += " ";
                text += word;
            }
        }
        text
    }

    /// Sentences of at least so many bytes together.
    pub(super) fn paragraph(&mut self, bytes: usize) -> String {
        let mut text = self.sentence();
        while text.len() < bytes {
            text += ". ";
            text += &self.sentence();
        }
        text + "."
    }

    /// Hexadecimal digits, in blocks of sixteen.
    pub(super) fn hex(&mut self, blocks: usize) -> String {
        (0..blocks).map(|_| format!("{:016x}", self.random.next())).collect()
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}
