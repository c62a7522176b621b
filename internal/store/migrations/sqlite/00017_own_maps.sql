-- +goose Up
-- A map is built in or belongs to a user. Its names are unique among those that one user sees. The table is made anew, because the
-- old one forbids the same name to two users.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE maps_before AS SELECT * FROM maps;
DROP TABLE maps;
CREATE TABLE maps (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    sid        TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    name_short TEXT NOT NULL,
    url        TEXT NOT NULL DEFAULT '',
    mission    TEXT NOT NULL,
    world_size INTEGER NOT NULL,
    is_modded  INTEGER NOT NULL,
    user_id    BIGINT REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
INSERT INTO maps (id, sid, name, name_short, url, mission, world_size, is_modded, created_at, updated_at)
    SELECT id, sid, name, name_short, url, mission, world_size, is_modded, 1767225600000000, 1767225600000000 FROM maps_before;
DROP TABLE maps_before;
CREATE UNIQUE INDEX maps_name_short ON maps (COALESCE(user_id, 0), lower(name_short));
CREATE INDEX maps_user_id ON maps (user_id) WHERE user_id IS NOT NULL;

-- +goose Down
UPDATE instances SET map_id = 1 WHERE map_id IN (SELECT id FROM maps WHERE user_id IS NOT NULL);
DELETE FROM maps WHERE user_id IS NOT NULL;
PRAGMA defer_foreign_keys = ON;
CREATE TABLE maps_before AS SELECT * FROM maps;
DROP TABLE maps;
CREATE TABLE maps (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    sid        TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    name_short TEXT NOT NULL UNIQUE,
    url        TEXT NOT NULL,
    mission    TEXT NOT NULL,
    world_size INTEGER NOT NULL,
    is_modded  INTEGER NOT NULL
);
INSERT INTO maps SELECT id, sid, name, name_short, url, mission, world_size, is_modded FROM maps_before;
DROP TABLE maps_before;
