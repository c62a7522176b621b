-- +goose Up
-- What is done for an instance at times. next_at is when a run is due next, and who moves it on has the run; last_job is the sid of the
-- job of the last run.
CREATE TABLE schedules (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    what        TEXT NOT NULL,
    cron        TEXT NOT NULL,
    time_zone   TEXT NOT NULL,
    enabled     BIGINT NOT NULL DEFAULT 1,
    next_at     BIGINT,
    upcoming    TEXT NOT NULL,
    last_at     BIGINT,
    last_job    TEXT,
    last_status TEXT,
    last_result TEXT,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX schedules_instance_id ON schedules (instance_id, id);
CREATE INDEX schedules_due ON schedules (next_at) WHERE enabled = 1;

-- +goose Down
DROP TABLE schedules;
