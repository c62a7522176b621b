-- +goose Up
-- What the instance and its server last had in common, deflated, from which later changes of both sides are merged; null where it is
-- the last import. A file that was only fetched from the server is not one that was delivered.
ALTER TABLE delivered_files ADD COLUMN content BLOB;
ALTER TABLE delivered_files ADD COLUMN only_fetched BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE delivered_files DROP COLUMN only_fetched;
ALTER TABLE delivered_files DROP COLUMN content;
