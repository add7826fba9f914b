CREATE TABLE jobs (
    id            text PRIMARY KEY,
    queue         text NOT NULL,
    payload       bytea NOT NULL,
    state         text NOT NULL,
    attempts      integer NOT NULL DEFAULT 0,
    max_attempts  integer NOT NULL DEFAULT 5,
    run_at        timestamptz NOT NULL,
    created_at    timestamptz NOT NULL,
    leased_until  timestamptz,
    last_error    text NOT NULL DEFAULT ''
);
CREATE INDEX jobs_due ON jobs (queue, run_at) WHERE state = 'queued';
