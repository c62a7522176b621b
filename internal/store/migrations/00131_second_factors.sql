-- +goose Up
-- The authenticator apps of users. The secret is sealed, and NULL once it cannot be read any more: the app is still asked for then, so that
-- a new key opens nothing. A code of last_step or before was used, or may not be used any more.
CREATE TABLE authenticators (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id    BIGINT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    secret     TEXT,
    last_step  BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- The recovery codes that were not used yet, as digests.
CREATE TABLE recovery_codes (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest  TEXT NOT NULL,
    UNIQUE (user_id, digest)
);

-- +goose Down
DROP TABLE recovery_codes;
DROP TABLE authenticators;
