-- +goose Up
-- Whether a delivery is made although the game server runs.
ALTER TABLE schedules ADD COLUMN while_running BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE schedules DROP COLUMN while_running;
