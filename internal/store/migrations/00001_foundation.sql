-- +goose Up
CREATE TABLE users (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    sid           TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    email         TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    plan          TEXT NOT NULL,
    is_admin      INTEGER NOT NULL DEFAULT 0,
    token_digest  TEXT UNIQUE,
    token_made_at BIGINT,
    session_epoch INTEGER NOT NULL DEFAULT 0,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);

CREATE TABLE sessions (
    token      TEXT PRIMARY KEY,
    data       BLOB NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE heartbeats (
    queue   TEXT PRIMARY KEY,
    beat_at BIGINT NOT NULL
);

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

CREATE TABLE mods (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    user_id     BIGINT REFERENCES users (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    slug        TEXT NOT NULL,
    steam_id    TEXT,
    app_id      TEXT,
    description TEXT,
    enabled     INTEGER NOT NULL DEFAULT 1,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX mods_user_id ON mods (user_id);

CREATE TABLE categories (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    sid        TEXT NOT NULL UNIQUE,
    user_id    BIGINT REFERENCES users (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX categories_user_id ON categories (user_id);

CREATE TABLE subcategories (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    user_id     BIGINT REFERENCES users (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    category_id BIGINT REFERENCES categories (id) ON DELETE SET NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX subcategories_user_id ON subcategories (user_id);
CREATE INDEX subcategories_category_id ON subcategories (category_id);

-- is_group marks a name that cfglimitsdefinitionuser.xml gives to several usages or values.
CREATE TABLE type_usages (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    sid      TEXT NOT NULL UNIQUE,
    user_id  BIGINT REFERENCES users (id) ON DELETE CASCADE,
    name     TEXT NOT NULL,
    is_group INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX type_usages_name ON type_usages (COALESCE(user_id, 0), name, is_group);

CREATE TABLE type_values (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    sid      TEXT NOT NULL UNIQUE,
    user_id  BIGINT REFERENCES users (id) ON DELETE CASCADE,
    name     TEXT NOT NULL,
    is_group INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX type_values_name ON type_values (COALESCE(user_id, 0), name, is_group);

CREATE TABLE type_tags (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    sid      TEXT NOT NULL UNIQUE,
    user_id  BIGINT REFERENCES users (id) ON DELETE CASCADE,
    name     TEXT NOT NULL,
    is_group INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX type_tags_name ON type_tags (COALESCE(user_id, 0), name, is_group);

CREATE TABLE classnames (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    sid                 TEXT NOT NULL UNIQUE,
    name                TEXT NOT NULL,
    display_name        TEXT NOT NULL,
    category_id         BIGINT REFERENCES categories (id) ON DELETE SET NULL,
    sub_category_id     BIGINT REFERENCES subcategories (id) ON DELETE SET NULL,
    mod_id              BIGINT REFERENCES mods (id) ON DELETE SET NULL,
    payload             TEXT NOT NULL DEFAULT '{}',
    default_type_values TEXT NOT NULL DEFAULT '{}',
    value               INTEGER NOT NULL DEFAULT 0,
    has_image           INTEGER NOT NULL DEFAULT 0,
    is_creature         INTEGER NOT NULL DEFAULT 0,
    enabled             INTEGER NOT NULL DEFAULT 1,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL
);
CREATE UNIQUE INDEX classnames_name ON classnames (lower(name));
CREATE INDEX classnames_category_id ON classnames (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX classnames_sub_category_id ON classnames (sub_category_id) WHERE sub_category_id IS NOT NULL;
CREATE INDEX classnames_mod_id ON classnames (mod_id) WHERE mod_id IS NOT NULL;

CREATE TABLE instances (
    id                     INTEGER PRIMARY KEY AUTOINCREMENT,
    sid                    TEXT NOT NULL UNIQUE,
    user_id                BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name                   TEXT NOT NULL,
    map_id                 BIGINT NOT NULL REFERENCES maps (id),
    mission                TEXT NOT NULL,
    ip                     TEXT,
    port                   INTEGER,
    query_port             INTEGER,
    hostname               TEXT,
    connection_port        INTEGER,
    username               TEXT,
    password               TEXT,
    is_sftp                INTEGER NOT NULL DEFAULT 0,
    dir                    TEXT,
    share_uid              TEXT UNIQUE,
    use_vanilla_classnames INTEGER NOT NULL DEFAULT 1,
    use_types_config       INTEGER NOT NULL DEFAULT 1,
    revision               BIGINT NOT NULL DEFAULT 0,
    created_at             BIGINT NOT NULL,
    updated_at             BIGINT NOT NULL
);
CREATE INDEX instances_user_id ON instances (user_id, id);
CREATE INDEX instances_map_id ON instances (map_id);

CREATE TABLE revisions (
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    number      BIGINT NOT NULL,
    user_id     BIGINT REFERENCES users (id) ON DELETE SET NULL,
    action      TEXT NOT NULL,
    summary     TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (instance_id, number)
) WITHOUT ROWID;

-- before and after hold the stored columns that changed, as one JSON object each.
CREATE TABLE changes (
    instance_id BIGINT NOT NULL,
    revision    BIGINT NOT NULL,
    position    INTEGER NOT NULL,
    resource    TEXT NOT NULL,
    record_id   BIGINT NOT NULL,
    sid         TEXT NOT NULL,
    title       TEXT NOT NULL,
    before      TEXT,
    after       TEXT,
    PRIMARY KEY (instance_id, revision, position),
    FOREIGN KEY (instance_id, revision) REFERENCES revisions (instance_id, number) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE economy_cores (
    id                     INTEGER PRIMARY KEY AUTOINCREMENT,
    sid                    TEXT NOT NULL UNIQUE,
    instance_id            BIGINT NOT NULL UNIQUE REFERENCES instances (id) ON DELETE CASCADE,
    dyn_radius             INTEGER NOT NULL,
    dyn_smin               INTEGER NOT NULL,
    dyn_smax               INTEGER NOT NULL,
    dyn_dmin               INTEGER NOT NULL,
    dyn_dmax               INTEGER NOT NULL,
    log_ce_loop            INTEGER NOT NULL,
    log_ce_dynamicevent    INTEGER NOT NULL,
    log_ce_vehicle         INTEGER NOT NULL,
    log_ce_lootspawn       INTEGER NOT NULL,
    log_ce_lootcleanup     INTEGER NOT NULL,
    log_ce_lootrespawn     INTEGER NOT NULL,
    log_ce_statistics      INTEGER NOT NULL,
    log_ce_zombie          INTEGER NOT NULL,
    log_storageinfo        INTEGER NOT NULL,
    log_hivewarning        INTEGER NOT NULL,
    log_missionfilewarning INTEGER NOT NULL,
    save_events_startup    INTEGER NOT NULL,
    save_types_startup     INTEGER NOT NULL,
    created_at             BIGINT NOT NULL,
    updated_at             BIGINT NOT NULL
);

-- What a file holds besides its records: the text between entries (skeleton) or, for a file without records, all of it (content).
CREATE TABLE instance_files (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    path        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    skeleton    TEXT,
    content     TEXT,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    UNIQUE (instance_id, path)
);

CREATE TABLE instance_classnames (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    sid                 TEXT NOT NULL UNIQUE,
    instance_id         BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    user_id             BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name                TEXT NOT NULL,
    display_name        TEXT,
    classname_id        BIGINT REFERENCES classnames (id) ON DELETE SET NULL,
    category_id         BIGINT REFERENCES categories (id) ON DELETE SET NULL,
    sub_category_id     BIGINT REFERENCES subcategories (id) ON DELETE SET NULL,
    mod_id              BIGINT REFERENCES mods (id) ON DELETE SET NULL,
    payload             TEXT NOT NULL DEFAULT '{}',
    default_type_values TEXT NOT NULL DEFAULT '{}',
    value               INTEGER NOT NULL DEFAULT 0,
    has_image           INTEGER NOT NULL DEFAULT 0,
    is_creature         INTEGER NOT NULL DEFAULT 0,
    enabled             INTEGER NOT NULL DEFAULT 1,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL
);
CREATE UNIQUE INDEX instance_classnames_name ON instance_classnames (instance_id, lower(name));
CREATE INDEX instance_classnames_instance_id ON instance_classnames (instance_id, id);
CREATE INDEX instance_classnames_classname_id ON instance_classnames (classname_id) WHERE classname_id IS NOT NULL;
CREATE INDEX instance_classnames_category_id ON instance_classnames (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX instance_classnames_sub_category_id ON instance_classnames (sub_category_id) WHERE sub_category_id IS NOT NULL;
CREATE INDEX instance_classnames_mod_id ON instance_classnames (mod_id) WHERE mod_id IS NOT NULL;

-- slot is the entry's place in its file's skeleton and raw its original text; both are null for a record made by hand.
CREATE TABLE types (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    sid                   TEXT NOT NULL UNIQUE,
    instance_id           BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    instance_classname_id BIGINT NOT NULL REFERENCES instance_classnames (id) ON DELETE CASCADE,
    nominal               INTEGER,
    lifetime              INTEGER,
    restock               INTEGER,
    min                   INTEGER,
    qmin                  INTEGER,
    qmax                  INTEGER,
    cost                  INTEGER,
    count_in_cargo        INTEGER,
    count_in_hoarders     INTEGER,
    count_in_map          INTEGER,
    count_in_players      INTEGER,
    crafted               INTEGER,
    deloot                INTEGER,
    category_id           BIGINT REFERENCES categories (id) ON DELETE SET NULL,
    tag_id                BIGINT REFERENCES type_tags (id) ON DELETE SET NULL,
    enabled               INTEGER NOT NULL DEFAULT 1,
    source_file           TEXT,
    slot                  INTEGER,
    raw                   TEXT,
    created_at            BIGINT NOT NULL,
    updated_at            BIGINT NOT NULL
);
CREATE INDEX types_instance_id ON types (instance_id, id);
CREATE INDEX types_instance_classname_id ON types (instance_classname_id);
CREATE INDEX types_category_id ON types (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX types_tag_id ON types (tag_id) WHERE tag_id IS NOT NULL;

CREATE TABLE type_usage_links (
    type_id  BIGINT NOT NULL REFERENCES types (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    usage_id BIGINT NOT NULL REFERENCES type_usages (id) ON DELETE CASCADE,
    PRIMARY KEY (type_id, position)
) WITHOUT ROWID;
CREATE INDEX type_usage_links_usage_id ON type_usage_links (usage_id, type_id);

CREATE TABLE type_value_links (
    type_id  BIGINT NOT NULL REFERENCES types (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    value_id BIGINT NOT NULL REFERENCES type_values (id) ON DELETE CASCADE,
    PRIMARY KEY (type_id, position)
) WITHOUT ROWID;
CREATE INDEX type_value_links_value_id ON type_value_links (value_id, type_id);

CREATE TABLE type_tag_links (
    type_id  BIGINT NOT NULL REFERENCES types (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    tag_id   BIGINT NOT NULL REFERENCES type_tags (id) ON DELETE CASCADE,
    PRIMARY KEY (type_id, position)
) WITHOUT ROWID;
CREATE INDEX type_tag_links_tag_id ON type_tag_links (tag_id, type_id);

CREATE TABLE events (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    sid             TEXT NOT NULL UNIQUE,
    instance_id     BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name            TEXT NOT NULL,
    nominal         INTEGER,
    min             INTEGER,
    max             INTEGER,
    lifetime        INTEGER,
    restock         INTEGER,
    safe_radius     INTEGER,
    distance_radius INTEGER,
    cleanup_radius  INTEGER,
    secondary       TEXT,
    deletable       INTEGER,
    init_random     INTEGER,
    remove_damaged  INTEGER,
    position        TEXT,
    limit_by        TEXT,
    active          INTEGER,
    children        TEXT NOT NULL DEFAULT '[]',
    children_count  INTEGER NOT NULL DEFAULT 0,
    source_file     TEXT,
    slot            INTEGER,
    raw             TEXT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL
);
CREATE INDEX events_instance_id ON events (instance_id, id);

-- +goose Down
DROP TABLE events;
DROP TABLE type_tag_links;
DROP TABLE type_value_links;
DROP TABLE type_usage_links;
DROP TABLE types;
DROP TABLE instance_classnames;
DROP TABLE instance_files;
DROP TABLE economy_cores;
DROP TABLE changes;
DROP TABLE revisions;
DROP TABLE instances;
DROP TABLE classnames;
DROP TABLE type_tags;
DROP TABLE type_values;
DROP TABLE type_usages;
DROP TABLE subcategories;
DROP TABLE categories;
DROP TABLE mods;
DROP TABLE maps;
DROP TABLE heartbeats;
DROP TABLE sessions;
DROP TABLE users;
