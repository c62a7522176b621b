-- +goose Up
-- Why a file that is kept as it came could not be read.
ALTER TABLE instance_files ADD COLUMN broken TEXT;

-- +goose Down
ALTER TABLE instance_files DROP COLUMN broken;
