-- +goose Up
-- What was last imported as the whole of a file, in file_contents. Without a foreign key: a revert may bring back the id of a
-- content that is gone.
ALTER TABLE instance_files ADD COLUMN original_id BIGINT;

-- +goose Down
ALTER TABLE instance_files DROP COLUMN original_id;
