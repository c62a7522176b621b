-- +goose Up
-- What a log of the game server says about an instance, and nothing else of it: the last one of each kind.
CREATE TABLE server_logs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL,
    name        TEXT NOT NULL,
    size        BIGINT NOT NULL,
    started     TEXT NOT NULL,
    version     TEXT NOT NULL,
    entries     TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    UNIQUE (instance_id, kind)
);

-- The time between restarts is unknown until somebody says it.
CREATE TABLE lint_settings_new (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    sid              TEXT NOT NULL UNIQUE,
    instance_id      BIGINT NOT NULL UNIQUE REFERENCES instances (id) ON DELETE CASCADE,
    restart_interval INTEGER,
    severities       TEXT NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL
);
INSERT INTO lint_settings_new SELECT id, sid, instance_id, NULLIF(restart_interval, 14400), severities, created_at, updated_at FROM lint_settings;
DROP TABLE lint_settings;
ALTER TABLE lint_settings_new RENAME TO lint_settings;

-- +goose Down
DROP TABLE server_logs;
CREATE TABLE lint_settings_old (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    sid              TEXT NOT NULL UNIQUE,
    instance_id      BIGINT NOT NULL UNIQUE REFERENCES instances (id) ON DELETE CASCADE,
    restart_interval INTEGER NOT NULL,
    severities       TEXT NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL
);
INSERT INTO lint_settings_old SELECT id, sid, instance_id, COALESCE(restart_interval, 14400), severities, created_at, updated_at FROM lint_settings;
DROP TABLE lint_settings;
ALTER TABLE lint_settings_old RENAME TO lint_settings;
