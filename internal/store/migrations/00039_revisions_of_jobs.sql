-- +goose Up
-- The first and the last revision that a job has made; null where it has made none. A bulk change notes its own in the transaction that
-- makes it, so that it is never made twice.
ALTER TABLE jobs ADD COLUMN first_revision BIGINT;
ALTER TABLE jobs ADD COLUMN revision BIGINT;

-- +goose Down
ALTER TABLE jobs DROP COLUMN revision;
ALTER TABLE jobs DROP COLUMN first_revision;
