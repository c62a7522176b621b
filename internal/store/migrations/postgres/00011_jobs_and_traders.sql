-- +goose Up
-- Whether the user wants nothing more done about a job.
ALTER TABLE jobs ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0;

-- The file of a line of the trader's that continues a trader, or a category, of the file before; null where they stand together.
ALTER TABLE trader_categories ADD COLUMN source_file TEXT;
ALTER TABLE trader_items ADD COLUMN source_file TEXT;

-- +goose Down
ALTER TABLE trader_items DROP COLUMN source_file;
ALTER TABLE trader_categories DROP COLUMN source_file;
ALTER TABLE jobs DROP COLUMN cancelled;
