-- +goose Up
-- A view is how somebody looks at a list; one that is not shared is its user's alone.
CREATE TABLE views (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    resource    TEXT NOT NULL,
    q           TEXT,
    sort        TEXT,
    columns     TEXT,
    grid        INTEGER NOT NULL DEFAULT 0,
    shared      INTEGER NOT NULL DEFAULT 0,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX views_instance_id ON views (instance_id, id);
CREATE INDEX views_user_id ON views (user_id);
CREATE INDEX views_search ON views (instance_id, lower(name));

-- +goose Down
DROP TABLE views;
