-- +goose Up
-- Whether the layout of a file has changed since a revision.
CREATE INDEX changes_files ON changes (instance_id, revision) WHERE resource = 'instance_files';

-- +goose Down
DROP INDEX changes_files;
