-- +goose Up
-- The server that something was delivered to, by its address: another target of the instance knows nothing of it.
ALTER TABLE deliveries ADD COLUMN server TEXT NOT NULL DEFAULT '';
ALTER TABLE delivered_files ADD COLUMN server TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE delivered_files DROP COLUMN server;
ALTER TABLE deliveries DROP COLUMN server;
