-- +goose Up
-- What the files of an instance's server held when they were last read, and how they were listed then.
CREATE TABLE server_files (
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    path        TEXT NOT NULL,
    bytes       BIGINT NOT NULL,
    modified    BIGINT NOT NULL,
    sha256      TEXT NOT NULL,
    PRIMARY KEY (instance_id, path)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE server_files;
