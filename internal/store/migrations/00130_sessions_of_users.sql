-- +goose Up
-- Whose a session is, and what its user knows it again by. Sessions of visitors have none of it.
ALTER TABLE sessions ADD COLUMN user_id BIGINT REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN begun_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sessions_user_id ON sessions (user_id) WHERE user_id IS NOT NULL;

-- +goose Down
DROP INDEX sessions_user_id;
ALTER TABLE sessions DROP COLUMN used_at;
ALTER TABLE sessions DROP COLUMN begun_at;
ALTER TABLE sessions DROP COLUMN address;
ALTER TABLE sessions DROP COLUMN device;
ALTER TABLE sessions DROP COLUMN user_id;
