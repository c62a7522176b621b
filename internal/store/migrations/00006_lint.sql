-- +goose Up
CREATE TABLE lint_settings (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    sid              TEXT NOT NULL UNIQUE,
    instance_id      BIGINT NOT NULL UNIQUE REFERENCES instances (id) ON DELETE CASCADE,
    restart_interval INTEGER NOT NULL,
    severities       TEXT NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL
);

-- +goose Down
DROP TABLE lint_settings;
