-- +goose Up
-- How the RCon of an instance's game server is reached; the password is sealed.
CREATE TABLE rcon (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    instance_id BIGINT NOT NULL UNIQUE REFERENCES instances (id) ON DELETE CASCADE,
    host        TEXT NOT NULL,
    port        BIGINT NOT NULL,
    password    TEXT,
    updated_at  BIGINT NOT NULL
);

-- What the game server of an instance has last said about itself.
CREATE TABLE server_sightings (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    instance_id BIGINT NOT NULL UNIQUE REFERENCES instances (id) ON DELETE CASCADE,
    seen_at     BIGINT NOT NULL,
    name        TEXT NOT NULL,
    map         TEXT NOT NULL,
    version     TEXT NOT NULL,
    mods        TEXT NOT NULL
);

-- +goose Down
DROP TABLE server_sightings;
DROP TABLE rcon;
