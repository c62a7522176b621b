-- +goose Up
-- What the instances do not hold of the connection to the files of their server. private_key and passphrase are sealed.
CREATE TABLE targets (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    instance_id     BIGINT NOT NULL UNIQUE REFERENCES instances (id) ON DELETE CASCADE,
    protocol        TEXT NOT NULL,
    private_key     TEXT,
    passphrase      TEXT,
    public_key      TEXT NOT NULL,
    implicit_tls    BIGINT NOT NULL,
    pinned          TEXT NOT NULL,
    mission_folder  TEXT NOT NULL,
    profiles_folder TEXT NOT NULL,
    battleye_folder TEXT NOT NULL,
    tested          TEXT NOT NULL,
    updated_at      BIGINT NOT NULL
);

-- +goose Down
DROP TABLE targets;
