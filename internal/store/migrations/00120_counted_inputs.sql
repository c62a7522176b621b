-- +goose Up
-- What problems were counted of: they are counted again when somebody asks and this is different.
ALTER TABLE problem_counts ADD COLUMN inputs TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE problem_counts DROP COLUMN inputs;
