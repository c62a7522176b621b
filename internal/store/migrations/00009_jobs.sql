-- +goose Up
-- Work that outlives the request and the process that asked for it. Until lease_until, in microseconds since 1970, a job
-- that has not ended belongs to whoever holds its claim; then any worker takes it up.
CREATE TABLE jobs (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    sid            TEXT NOT NULL UNIQUE,
    user_id        BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    instance_id    BIGINT REFERENCES instances (id) ON DELETE SET NULL,
    kind           TEXT NOT NULL,
    state          TEXT NOT NULL,
    payload        TEXT NOT NULL,
    result         TEXT NOT NULL DEFAULT '{}',
    error          TEXT,
    done           BIGINT NOT NULL DEFAULT 0,
    total          BIGINT NOT NULL DEFAULT 0,
    what           TEXT NOT NULL DEFAULT '',
    attempts       INTEGER NOT NULL DEFAULT 0,
    claim          TEXT NOT NULL DEFAULT '',
    lease_until    BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    started_at     BIGINT,
    finished_at    BIGINT
);
CREATE INDEX jobs_user_id ON jobs (user_id);
CREATE INDEX jobs_instance_id ON jobs (instance_id);
CREATE INDEX jobs_lease_until ON jobs (lease_until) WHERE finished_at IS NULL;

-- +goose Down
DROP TABLE jobs;
