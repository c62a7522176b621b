-- +goose Up
-- Files that users have uploaded or generated. Their contents lie in the blob store, one for each user and digest.
CREATE TABLE stored_files (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    instance_id BIGINT REFERENCES instances (id) ON DELETE SET NULL,
    batch       TEXT NOT NULL,
    kind        TEXT NOT NULL,
    name        TEXT NOT NULL,
    size        BIGINT NOT NULL,
    sha256      TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    UNIQUE (user_id, kind, name, sha256)
);
CREATE INDEX stored_files_instance_id ON stored_files (instance_id);
CREATE INDEX stored_files_sha256 ON stored_files (user_id, sha256);

-- Contents that may lie in the blob store without a stored file: until expires_at those that are being written, and from then
-- on those that nobody needs.
CREATE TABLE stored_drafts (
    sid         TEXT NOT NULL,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    instance_id BIGINT REFERENCES instances (id) ON DELETE SET NULL,
    batch       TEXT NOT NULL,
    kind        TEXT NOT NULL,
    name        TEXT NOT NULL,
    size        BIGINT NOT NULL,
    sha256      TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL
);
CREATE INDEX stored_drafts_batch ON stored_drafts (batch);
CREATE INDEX stored_drafts_user_id ON stored_drafts (user_id, sha256);
CREATE INDEX stored_drafts_instance_id ON stored_drafts (instance_id);
CREATE INDEX stored_drafts_expires_at ON stored_drafts (expires_at);

-- +goose Down
DROP TABLE stored_drafts;
DROP TABLE stored_files;
