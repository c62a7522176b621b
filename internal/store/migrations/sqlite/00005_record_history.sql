-- +goose Up
-- What happened to one record.
CREATE INDEX changes_sid ON changes (instance_id, sid, revision, position);

-- +goose Down
DROP INDEX changes_sid;
