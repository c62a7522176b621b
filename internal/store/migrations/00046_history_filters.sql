-- +goose Up
-- How many records of each resource a revision has touched.
CREATE TABLE revision_resources (
    instance_id BIGINT NOT NULL,
    revision    BIGINT NOT NULL,
    resource    TEXT NOT NULL,
    records     BIGINT NOT NULL,
    PRIMARY KEY (instance_id, revision, resource),
    FOREIGN KEY (instance_id, revision) REFERENCES revisions (instance_id, number) ON DELETE CASCADE
) WITHOUT ROWID;
INSERT INTO revision_resources SELECT instance_id, revision, resource, count(*) FROM changes GROUP BY instance_id, revision, resource;
CREATE INDEX revision_resources_resource ON revision_resources (instance_id, resource, revision);
CREATE INDEX revisions_user_id ON revisions (instance_id, user_id, number);
CREATE INDEX revisions_created_at ON revisions (instance_id, created_at);

-- +goose Down
DROP INDEX revisions_created_at;
DROP INDEX revisions_user_id;
DROP TABLE revision_resources;
