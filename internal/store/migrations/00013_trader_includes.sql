-- +goose Up
-- The file in which a line stands that continues what another file has begun.
ALTER TABLE trader_categories ADD COLUMN source_file TEXT;
ALTER TABLE trader_items ADD COLUMN source_file TEXT;

-- +goose Down
ALTER TABLE trader_items DROP COLUMN source_file;
ALTER TABLE trader_categories DROP COLUMN source_file;
