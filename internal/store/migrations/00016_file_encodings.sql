-- +goose Up
-- How a file is written; what is stored of its text is UTF-8. NULL: in UTF-8 too.
ALTER TABLE instance_files ADD COLUMN encoding TEXT;

-- +goose Down
ALTER TABLE instance_files DROP COLUMN encoding;
