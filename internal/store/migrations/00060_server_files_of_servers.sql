-- +goose Up
-- The server that a file was read from, by its address: another target of the instance has other files.
ALTER TABLE server_files ADD COLUMN server TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE server_files DROP COLUMN server;
