-- +goose Up
-- Who is disabled cannot sign in, and his tokens do not work.
ALTER TABLE users ADD COLUMN disabled_at BIGINT;

-- +goose Down
ALTER TABLE users DROP COLUMN disabled_at;
