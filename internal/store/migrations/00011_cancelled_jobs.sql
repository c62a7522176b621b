-- +goose Up
-- Whether the user wants nothing more done about a job.
ALTER TABLE jobs ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE jobs DROP COLUMN cancelled;
