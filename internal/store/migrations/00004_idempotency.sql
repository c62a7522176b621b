-- +goose Up
-- Requests that users marked with an Idempotency-Key. status is 0 while one runs; body is null then, and where it was too large.
CREATE TABLE idempotency_keys (
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key        TEXT NOT NULL,
    request    TEXT NOT NULL,
    claim      TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    status     INTEGER NOT NULL DEFAULT 0,
    etag       TEXT NOT NULL DEFAULT '',
    body       BLOB,
    PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at);

-- +goose Down
DROP TABLE idempotency_keys;
