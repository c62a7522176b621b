-- +goose Up
-- The last of file_contents that was looked at for passwords, to be sealed: rows from before that, and those of older processes.
ALTER TABLE key_prints ADD COLUMN sealed_up_to BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE key_prints DROP COLUMN sealed_up_to;
