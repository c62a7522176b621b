-- +goose Up
-- The fingerprint of the key that secrets are sealed with, in one row, so that another key is noticed before it is used.
CREATE TABLE key_prints (
    id          BIGINT PRIMARY KEY CHECK (id = 1),
    fingerprint TEXT NOT NULL
);

-- How often somebody has failed, in windows of time: all servers on the database count together.
CREATE TABLE throttle_windows (
    key     TEXT PRIMARY KEY,
    hits    BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);
CREATE INDEX throttle_windows_ends_at ON throttle_windows (ends_at);

-- +goose Down
DROP TABLE throttle_windows;
DROP TABLE key_prints;
