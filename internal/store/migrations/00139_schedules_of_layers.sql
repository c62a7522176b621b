-- +goose Up
-- Schedules that run once, at a time, in place of an expression, which is empty then; and what those of layers, recipes and announcements
-- have. Of a layer, planned_at is the time of the next start as it is planned, which next_at may precede; begun_at and ends_at are set while
-- the schedule has it on.
ALTER TABLE schedules ADD COLUMN planned_by TEXT; -- the name of who made it
ALTER TABLE schedules ADD COLUMN at_time BIGINT;
ALTER TABLE schedules ADD COLUMN layer TEXT;
ALTER TABLE schedules ADD COLUMN until_time BIGINT;
ALTER TABLE schedules ADD COLUMN span TEXT;
ALTER TABLE schedules ADD COLUMN minutes_before BIGINT;
ALTER TABLE schedules ADD COLUMN recipe TEXT;
ALTER TABLE schedules ADD COLUMN message TEXT;
ALTER TABLE schedules ADD COLUMN planned_at BIGINT;
ALTER TABLE schedules ADD COLUMN begun_at BIGINT;
ALTER TABLE schedules ADD COLUMN ends_at BIGINT;
CREATE INDEX schedules_by_deliveries ON schedules (instance_id) WHERE minutes_before > 0 AND enabled = 1;

-- +goose Down
DROP INDEX schedules_by_deliveries;
ALTER TABLE schedules DROP COLUMN ends_at;
ALTER TABLE schedules DROP COLUMN begun_at;
ALTER TABLE schedules DROP COLUMN planned_at;
ALTER TABLE schedules DROP COLUMN message;
ALTER TABLE schedules DROP COLUMN recipe;
ALTER TABLE schedules DROP COLUMN minutes_before;
ALTER TABLE schedules DROP COLUMN span;
ALTER TABLE schedules DROP COLUMN until_time;
ALTER TABLE schedules DROP COLUMN layer;
ALTER TABLE schedules DROP COLUMN at_time;
ALTER TABLE schedules DROP COLUMN planned_by;
