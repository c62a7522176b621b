-- +goose Up
-- Versions of the game's files that an operator has added: their fingerprints, as package gameversion writes them.
CREATE TABLE game_versions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    map        TEXT NOT NULL,
    name       TEXT NOT NULL,
    facts      BLOB NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (map, name)
);

-- +goose Down
DROP TABLE game_versions;
