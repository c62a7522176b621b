-- +goose Up
-- A map is built in or belongs to a user. Its names are unique among those that one user sees.
ALTER TABLE maps ADD COLUMN user_id BIGINT REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE maps DROP CONSTRAINT maps_name_short_key;
ALTER TABLE maps ALTER COLUMN url SET DEFAULT '';
ALTER TABLE maps ADD COLUMN created_at BIGINT NOT NULL DEFAULT 1767225600000000;
ALTER TABLE maps ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 1767225600000000;
ALTER TABLE maps ALTER COLUMN created_at DROP DEFAULT;
ALTER TABLE maps ALTER COLUMN updated_at DROP DEFAULT;
CREATE UNIQUE INDEX maps_name_short ON maps (COALESCE(user_id, 0), lower(name_short));
CREATE INDEX maps_user_id ON maps (user_id) WHERE user_id IS NOT NULL;

-- +goose Down
UPDATE instances SET map_id = 1 WHERE map_id IN (SELECT id FROM maps WHERE user_id IS NOT NULL);
DELETE FROM maps WHERE user_id IS NOT NULL;
DROP INDEX maps_name_short;
ALTER TABLE maps ALTER COLUMN url DROP DEFAULT;
ALTER TABLE maps ADD CONSTRAINT maps_name_short_key UNIQUE (name_short);
ALTER TABLE maps DROP COLUMN user_id;
ALTER TABLE maps DROP COLUMN created_at;
ALTER TABLE maps DROP COLUMN updated_at;
