-- +goose Up
-- Named sets of changes to an instance that can be on or off. Those that are on count in the order of their places.
CREATE TABLE layers (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    user_id     BIGINT REFERENCES users (id) ON DELETE SET NULL, -- who made it
    name        TEXT NOT NULL,
    note        TEXT NOT NULL,
    colour      TEXT NOT NULL,
    state       TEXT NOT NULL,
    adopts      INTEGER NOT NULL, -- 1: what it changes is there already
    place       BIGINT NOT NULL,  -- 0 while it is not on
    row_count   BIGINT NOT NULL,
    size        BIGINT NOT NULL,  -- of the rows before they were packed
    content     BLOB NOT NULL,    -- the rows as JSON, packed as the contents of files
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX layers_instance_id ON layers (instance_id);
CREATE INDEX layers_user_id ON layers (user_id);

-- What lies below the layers that are on: the stored fields of each record that they change, as JSON; null where there is none.
CREATE TABLE layer_bases (
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    resource    TEXT NOT NULL,
    record_id   BIGINT NOT NULL,
    base        TEXT,
    revision    BIGINT NOT NULL, -- up to which edits by hand are part of it
    PRIMARY KEY (instance_id, resource, record_id)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE layer_bases;
DROP TABLE layers;
