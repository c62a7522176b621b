-- +goose Up
-- The mods that the game server of an instance is started with.
CREATE TABLE server_mods (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    position    BIGINT,
    steam_id    TEXT,
    server_only BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX server_mods_instance_id ON server_mods (instance_id, id);
CREATE INDEX server_mods_search ON server_mods (instance_id, lower(name));

-- +goose Down
DROP TABLE server_mods;
