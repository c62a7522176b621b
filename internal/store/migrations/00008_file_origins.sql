-- +goose Up
-- What files hold that no record stands for and nothing reads, each content of an instance once.
CREATE TABLE file_contents (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    sha256      TEXT NOT NULL,
    size        BIGINT NOT NULL,
    content     BLOB NOT NULL,
    UNIQUE (instance_id, sha256)
);
ALTER TABLE instance_files ADD COLUMN content_id BIGINT REFERENCES file_contents (id);
CREATE INDEX instance_files_content_id ON instance_files (content_id) WHERE content_id IS NOT NULL;

-- Where a record stands in the file that it was read from, and its text there.
ALTER TABLE random_presets ADD COLUMN slot INTEGER;
ALTER TABLE random_presets ADD COLUMN raw TEXT;
ALTER TABLE event_spawns ADD COLUMN slot INTEGER;
ALTER TABLE event_spawns ADD COLUMN raw TEXT;
ALTER TABLE player_spawns ADD COLUMN slot INTEGER;
ALTER TABLE player_spawns ADD COLUMN raw TEXT;
ALTER TABLE messages ADD COLUMN slot INTEGER;
ALTER TABLE messages ADD COLUMN raw TEXT;
ALTER TABLE effect_areas ADD COLUMN slot INTEGER;
ALTER TABLE effect_areas ADD COLUMN raw TEXT;
ALTER TABLE spawnable_types ADD COLUMN source_file TEXT;
ALTER TABLE spawnable_types ADD COLUMN slot INTEGER;
ALTER TABLE spawnable_types ADD COLUMN raw TEXT;
ALTER TABLE trader_sellers ADD COLUMN source_file TEXT;
ALTER TABLE trader_sellers ADD COLUMN slot INTEGER;
ALTER TABLE trader_sellers ADD COLUMN raw TEXT;
ALTER TABLE trader_categories ADD COLUMN slot INTEGER;
ALTER TABLE trader_categories ADD COLUMN raw TEXT;
ALTER TABLE trader_items ADD COLUMN slot INTEGER;
ALTER TABLE trader_items ADD COLUMN raw TEXT;
ALTER TABLE trader_currencies ADD COLUMN source_file TEXT;
ALTER TABLE trader_currencies ADD COLUMN slot INTEGER;
ALTER TABLE trader_currencies ADD COLUMN raw TEXT;
ALTER TABLE player_lists ADD COLUMN source_file TEXT;
ALTER TABLE player_lists ADD COLUMN slot INTEGER;
ALTER TABLE player_lists ADD COLUMN raw TEXT;

ALTER TABLE spawnable_types ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
-- The number by which TraderObjects.txt calls a trader.
ALTER TABLE trader_sellers ADD COLUMN marker INTEGER;

-- +goose Down
ALTER TABLE trader_sellers DROP COLUMN marker;
ALTER TABLE spawnable_types DROP COLUMN tags;
ALTER TABLE player_lists DROP COLUMN raw;
ALTER TABLE player_lists DROP COLUMN slot;
ALTER TABLE player_lists DROP COLUMN source_file;
ALTER TABLE trader_currencies DROP COLUMN raw;
ALTER TABLE trader_currencies DROP COLUMN slot;
ALTER TABLE trader_currencies DROP COLUMN source_file;
ALTER TABLE trader_items DROP COLUMN raw;
ALTER TABLE trader_items DROP COLUMN slot;
ALTER TABLE trader_categories DROP COLUMN raw;
ALTER TABLE trader_categories DROP COLUMN slot;
ALTER TABLE trader_sellers DROP COLUMN raw;
ALTER TABLE trader_sellers DROP COLUMN slot;
ALTER TABLE trader_sellers DROP COLUMN source_file;
ALTER TABLE spawnable_types DROP COLUMN raw;
ALTER TABLE spawnable_types DROP COLUMN slot;
ALTER TABLE spawnable_types DROP COLUMN source_file;
ALTER TABLE effect_areas DROP COLUMN raw;
ALTER TABLE effect_areas DROP COLUMN slot;
ALTER TABLE messages DROP COLUMN raw;
ALTER TABLE messages DROP COLUMN slot;
ALTER TABLE player_spawns DROP COLUMN raw;
ALTER TABLE player_spawns DROP COLUMN slot;
ALTER TABLE event_spawns DROP COLUMN raw;
ALTER TABLE event_spawns DROP COLUMN slot;
ALTER TABLE random_presets DROP COLUMN raw;
ALTER TABLE random_presets DROP COLUMN slot;
DROP INDEX instance_files_content_id;
ALTER TABLE instance_files DROP COLUMN content_id;
DROP TABLE file_contents;
