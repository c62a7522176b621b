-- +goose Up
-- A recipe keeps bulk operations; its steps are JSON, as they were sent.
CREATE TABLE recipes (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    note        TEXT,
    steps       TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX recipes_instance_id ON recipes (instance_id, id);

-- +goose Down
DROP TABLE recipes;
