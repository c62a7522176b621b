-- +goose Up
-- What the Steam Workshop says about modifications.
CREATE TABLE workshop_mods (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    sid           TEXT NOT NULL UNIQUE,
    steam_id      TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    title         TEXT NOT NULL,
    description   TEXT NOT NULL,
    preview_url   TEXT NOT NULL,
    subscriptions BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);

CREATE TABLE type_presets (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    title       TEXT NOT NULL,
    enabled     INTEGER NOT NULL,
    nominal     INTEGER,
    lifetime    INTEGER,
    restock     INTEGER,
    min         INTEGER,
    category_id BIGINT REFERENCES categories (id) ON DELETE SET NULL,
    tag_id      BIGINT REFERENCES type_tags (id) ON DELETE SET NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX type_presets_instance_id ON type_presets (instance_id, id);
CREATE INDEX type_presets_category_id ON type_presets (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX type_presets_tag_id ON type_presets (tag_id) WHERE tag_id IS NOT NULL;

CREATE TABLE type_preset_usage_links (
    preset_id BIGINT NOT NULL REFERENCES type_presets (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    usage_id  BIGINT NOT NULL REFERENCES type_usages (id) ON DELETE CASCADE,
    PRIMARY KEY (preset_id, position)
) WITHOUT ROWID;
CREATE INDEX type_preset_usage_links_usage_id ON type_preset_usage_links (usage_id, preset_id);

CREATE TABLE type_preset_value_links (
    preset_id BIGINT NOT NULL REFERENCES type_presets (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    value_id  BIGINT NOT NULL REFERENCES type_values (id) ON DELETE CASCADE,
    PRIMARY KEY (preset_id, position)
) WITHOUT ROWID;
CREATE INDEX type_preset_value_links_value_id ON type_preset_value_links (value_id, preset_id);

CREATE TABLE event_spawns (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    sid            TEXT NOT NULL UNIQUE,
    instance_id    BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    zone_r         REAL,
    zone_smin      REAL,
    zone_smax      REAL,
    zone_dmin      REAL,
    zone_dmax      REAL,
    positions      TEXT NOT NULL DEFAULT '[]',
    children_count INTEGER NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL
);
CREATE INDEX event_spawns_instance_id ON event_spawns (instance_id, id);

CREATE TABLE spawnable_types (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    sid                   TEXT NOT NULL UNIQUE,
    instance_id           BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    instance_classname_id BIGINT NOT NULL REFERENCES instance_classnames (id) ON DELETE CASCADE,
    damage_min            REAL,
    damage_max            REAL,
    hoarder               INTEGER NOT NULL,
    blocks                TEXT NOT NULL DEFAULT '[]',
    children_count        INTEGER NOT NULL,
    created_at            BIGINT NOT NULL,
    updated_at            BIGINT NOT NULL
);
CREATE INDEX spawnable_types_instance_id ON spawnable_types (instance_id, id);
CREATE INDEX spawnable_types_instance_classname_id ON spawnable_types (instance_classname_id);

CREATE TABLE random_presets (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    type        TEXT NOT NULL,
    chance      REAL NOT NULL,
    items       TEXT NOT NULL DEFAULT '[]',
    items_count INTEGER NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX random_presets_instance_id ON random_presets (instance_id, id);

-- Positions and orientations are JSON arrays of three numbers.
CREATE TABLE trader_sellers (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    sid                 TEXT NOT NULL UNIQUE,
    instance_id         BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name                TEXT NOT NULL,
    position            TEXT,
    safezone_radius     INTEGER,
    vehicle_spawn       TEXT,
    vehicle_orientation TEXT,
    object_class        TEXT,
    orientation         TEXT,
    attachments         TEXT NOT NULL DEFAULT '[]',
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL
);
CREATE INDEX trader_sellers_instance_id ON trader_sellers (instance_id, id);

CREATE TABLE trader_categories (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    seller_id   BIGINT NOT NULL REFERENCES trader_sellers (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX trader_categories_instance_id ON trader_categories (instance_id, id);
CREATE INDEX trader_categories_seller_id ON trader_categories (seller_id);

-- Prices and values are hundredths, as are coordinates and lengths below.
CREATE TABLE trader_items (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    sid                   TEXT NOT NULL UNIQUE,
    instance_id           BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    seller_id             BIGINT NOT NULL REFERENCES trader_sellers (id) ON DELETE CASCADE,
    category_id           BIGINT NOT NULL REFERENCES trader_categories (id) ON DELETE CASCADE,
    instance_classname_id BIGINT NOT NULL REFERENCES instance_classnames (id) ON DELETE CASCADE,
    quantity              INTEGER,
    quantity_code         TEXT,
    buy                   BIGINT NOT NULL,
    sell                  BIGINT NOT NULL,
    created_at            BIGINT NOT NULL,
    updated_at            BIGINT NOT NULL
);
CREATE INDEX trader_items_instance_id ON trader_items (instance_id, id);
CREATE INDEX trader_items_seller_id ON trader_items (seller_id);
CREATE INDEX trader_items_category_id ON trader_items (category_id);
CREATE INDEX trader_items_instance_classname_id ON trader_items (instance_classname_id);

CREATE TABLE trader_currencies (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    sid                   TEXT NOT NULL UNIQUE,
    instance_id           BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    instance_classname_id BIGINT NOT NULL REFERENCES instance_classnames (id) ON DELETE CASCADE,
    value                 BIGINT NOT NULL,
    created_at            BIGINT NOT NULL,
    updated_at            BIGINT NOT NULL
);
CREATE INDEX trader_currencies_instance_id ON trader_currencies (instance_id, id);
CREATE INDEX trader_currencies_instance_classname_id ON trader_currencies (instance_classname_id);

CREATE TABLE player_lists (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    type        TEXT NOT NULL,
    player_id   TEXT NOT NULL,
    name        TEXT NOT NULL,
    note        TEXT,
    steam_name  TEXT,
    be_id       TEXT,
    steam_id    TEXT,
    expires_at  BIGINT,
    is_public   INTEGER NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX player_lists_instance_id ON player_lists (instance_id, id);

CREATE TABLE player_spawns (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    x           BIGINT NOT NULL,
    z           BIGINT NOT NULL,
    type        TEXT NOT NULL,
    comment     TEXT,
    y           REAL,
    a           REAL,
    group_name  TEXT,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX player_spawns_instance_id ON player_spawns (instance_id, id);

CREATE TABLE effect_areas (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    sid           TEXT NOT NULL UNIQUE,
    instance_id   BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    area_name     TEXT NOT NULL,
    type          TEXT,
    trigger_type  TEXT,
    x             BIGINT,
    y             BIGINT,
    z             BIGINT,
    radius        BIGINT,
    height        BIGINT,
    particle_name TEXT,
    data          TEXT NOT NULL DEFAULT '{}',
    player_data   TEXT NOT NULL DEFAULT '{}',
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);
CREATE INDEX effect_areas_instance_id ON effect_areas (instance_id, id);

CREATE TABLE messages (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    sid          TEXT NOT NULL UNIQUE,
    instance_id  BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    text         TEXT NOT NULL,
    delay        INTEGER,
    repeat_every INTEGER,
    deadline     INTEGER,
    onconnect    INTEGER NOT NULL,
    countdown    INTEGER NOT NULL,
    shutdown     INTEGER NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL
);
CREATE INDEX messages_instance_id ON messages (instance_id, id);

-- +goose Down
DROP TABLE messages;
DROP TABLE effect_areas;
DROP TABLE player_spawns;
DROP TABLE player_lists;
DROP TABLE trader_currencies;
DROP TABLE trader_items;
DROP TABLE trader_categories;
DROP TABLE trader_sellers;
DROP TABLE random_presets;
DROP TABLE spawnable_types;
DROP TABLE event_spawns;
DROP TABLE type_preset_value_links;
DROP TABLE type_preset_usage_links;
DROP TABLE type_presets;
DROP TABLE workshop_mods;
