-- +goose Up
-- The digests of the errors that the lint had found when all files were last delivered, one a line: these hold back no later delivery.
ALTER TABLE downloads ADD COLUMN errors TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE downloads DROP COLUMN errors;
