-- +goose Up
-- What people and programs have done that concerns who gets in, who may what, and what leaves the service. Names are kept as they were, as
-- who did it may go. Accounts are no foreign keys for the same reason.
CREATE TABLE audit (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    at          BIGINT NOT NULL,
    what        TEXT NOT NULL,
    user_id     BIGINT,
    who         TEXT NOT NULL,
    token       TEXT,
    ip          TEXT,
    instance_id BIGINT REFERENCES instances (id) ON DELETE SET NULL,
    instance    TEXT, -- its public identifier
    about       TEXT NOT NULL,
    details     TEXT NOT NULL -- JSON: texts by names
);
CREATE INDEX audit_instance_id ON audit (instance_id, id);
CREATE INDEX audit_at ON audit (at);

-- +goose Down
DROP TABLE audit;
