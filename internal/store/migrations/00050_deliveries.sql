-- +goose Up
-- What has been sent to the game server of an instance, or brought back on it. Several processes may serve one database: who works on
-- the server of an instance holds its lock.
CREATE TABLE deliveries (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    user_id     BIGINT REFERENCES users (id) ON DELETE SET NULL,
    job         TEXT,
    back_to     TEXT,
    revision    BIGINT NOT NULL,
    status      TEXT NOT NULL,
    options     TEXT NOT NULL,
    error       TEXT,
    copies      BIGINT NOT NULL DEFAULT 1,
    created_at  BIGINT NOT NULL,
    started_at  BIGINT,
    finished_at BIGINT
);
CREATE INDEX deliveries_instance_id ON deliveries (instance_id, id);
CREATE INDEX deliveries_user_id ON deliveries (user_id);
CREATE TABLE delivery_files (
    delivery_id   BIGINT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    path          TEXT NOT NULL,
    remote        TEXT NOT NULL,
    status        TEXT NOT NULL,
    bytes         BIGINT NOT NULL,
    sha256        TEXT NOT NULL,
    before_bytes  BIGINT,
    before_sha256 TEXT,
    copy          TEXT,
    fresh         TEXT,
    original      TEXT,
    error         TEXT,
    PRIMARY KEY (delivery_id, path)
) WITHOUT ROWID;
CREATE INDEX delivery_files_status ON delivery_files (status);

-- Keys of the blob store. A copy whose delivery is gone is removed by the upkeep.
CREATE TABLE delivery_copies (
    key         TEXT NOT NULL PRIMARY KEY,
    delivery_id BIGINT REFERENCES deliveries (id) ON DELETE SET NULL
) WITHOUT ROWID;
CREATE INDEX delivery_copies_delivery_id ON delivery_copies (delivery_id);

-- What was last delivered of each file, the digest of its original then, and how the server has listed it since.
CREATE TABLE delivered_files (
    instance_id   BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    path          TEXT NOT NULL,
    bytes         BIGINT NOT NULL,
    sha256        TEXT NOT NULL,
    original      TEXT NOT NULL,
    seen_bytes    BIGINT,
    seen_modified BIGINT,
    PRIMARY KEY (instance_id, path)
) WITHOUT ROWID;
CREATE TABLE delivery_locks (
    instance_id BIGINT NOT NULL PRIMARY KEY REFERENCES instances (id) ON DELETE CASCADE,
    owner       TEXT NOT NULL,
    ends_at     BIGINT NOT NULL
);

-- +goose Down
DROP TABLE delivery_locks;
DROP TABLE delivered_files;
DROP TABLE delivery_copies;
DROP TABLE delivery_files;
DROP TABLE deliveries;
