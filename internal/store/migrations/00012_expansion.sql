-- +goose Up
-- Files of the Expansion mod, each as one JSON document in the spelling of its file.
CREATE TABLE expansion_settings (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    setting     TEXT NOT NULL,
    version     INTEGER,
    document    TEXT NOT NULL,
    source_file TEXT,
    has_bom     INTEGER NOT NULL DEFAULT 0,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE UNIQUE INDEX expansion_settings_setting ON expansion_settings (instance_id, lower(setting));
CREATE INDEX expansion_settings_instance_id ON expansion_settings (instance_id, id);

CREATE TABLE expansion_market_traders (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    sid              TEXT NOT NULL UNIQUE,
    instance_id      BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name             TEXT NOT NULL,
    display_name     TEXT NOT NULL,
    categories_count INTEGER NOT NULL,
    items_count      INTEGER NOT NULL,
    document         TEXT NOT NULL,
    source_file      TEXT,
    has_bom          INTEGER NOT NULL DEFAULT 0,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL
);
CREATE UNIQUE INDEX expansion_market_traders_name ON expansion_market_traders (instance_id, lower(name));
CREATE INDEX expansion_market_traders_instance_id ON expansion_market_traders (instance_id, id);

CREATE TABLE expansion_market_categories (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    sid          TEXT NOT NULL UNIQUE,
    instance_id  BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    display_name TEXT NOT NULL,
    items_count  INTEGER NOT NULL,
    document     TEXT NOT NULL,
    source_file  TEXT,
    has_bom      INTEGER NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX expansion_market_categories_name ON expansion_market_categories (instance_id, lower(name));
CREATE INDEX expansion_market_categories_instance_id ON expansion_market_categories (instance_id, id);

CREATE TABLE expansion_ai_loadouts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    slots_count INTEGER NOT NULL,
    sets_count  INTEGER NOT NULL,
    document    TEXT NOT NULL,
    source_file TEXT,
    has_bom     INTEGER NOT NULL DEFAULT 0,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE UNIQUE INDEX expansion_ai_loadouts_name ON expansion_ai_loadouts (instance_id, lower(name));
CREATE INDEX expansion_ai_loadouts_instance_id ON expansion_ai_loadouts (instance_id, id);

CREATE TABLE expansion_trader_zones (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    sid          TEXT NOT NULL UNIQUE,
    instance_id  BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    display_name TEXT NOT NULL,
    stock_count  INTEGER NOT NULL,
    document     TEXT NOT NULL,
    source_file  TEXT,
    has_bom      INTEGER NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX expansion_trader_zones_name ON expansion_trader_zones (instance_id, lower(name));
CREATE INDEX expansion_trader_zones_instance_id ON expansion_trader_zones (instance_id, id);

-- +goose Down
DROP TABLE expansion_trader_zones;
DROP TABLE expansion_ai_loadouts;
DROP TABLE expansion_market_categories;
DROP TABLE expansion_market_traders;
DROP TABLE expansion_settings;
