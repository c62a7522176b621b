-- +goose Up
-- The passkeys of users. key is what their answers are checked with, as JSON; credential names one among all.
CREATE TABLE passkeys (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    sid        TEXT NOT NULL UNIQUE,
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    credential TEXT NOT NULL UNIQUE,
    key        TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT,
    cloned_at  BIGINT -- when it last counted no further, as a copy of it would
);
CREATE INDEX passkeys_user_id ON passkeys (user_id);

-- +goose Down
DROP TABLE passkeys;
