-- +goose Up
-- A table with row ids: one without gives a page of four kilobytes to every row of more than one.
CREATE TABLE changes_with_row_ids (
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
);
INSERT INTO changes_with_row_ids SELECT instance_id, revision, position, resource, record_id, sid, title, before, after FROM changes;
DROP TABLE changes;
ALTER TABLE changes_with_row_ids RENAME TO changes;
-- What happened to one record.
CREATE INDEX changes_sid ON changes (instance_id, sid, revision, position);

-- +goose Down
DROP INDEX changes_sid;
CREATE TABLE changes_without_row_ids (
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
INSERT INTO changes_without_row_ids SELECT instance_id, revision, position, resource, record_id, sid, title, before, after FROM changes;
DROP TABLE changes;
ALTER TABLE changes_without_row_ids RENAME TO changes;
