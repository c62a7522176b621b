-- +goose Up
-- Whether the last import of a file was an update: what it took in is what the next one begins with.
ALTER TABLE instance_files ADD COLUMN by_update BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE instance_files DROP COLUMN by_update;
