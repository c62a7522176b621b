-- +goose Up
-- What an update of a file begins with, in file_contents, where its text was changed since its last import. Without a foreign key, as
-- original_id.
ALTER TABLE instance_files ADD COLUMN base_id BIGINT;

-- +goose Down
ALTER TABLE instance_files DROP COLUMN base_id;
