-- +goose Up
-- An import looks for a file, and for the records of one, by its place in any letter case.
CREATE INDEX instance_files_place ON instance_files (instance_id, lower(path));
CREATE INDEX instance_files_kind ON instance_files (instance_id, kind);
CREATE INDEX types_place ON types (instance_id, lower(source_file));
CREATE INDEX events_place ON events (instance_id, lower(source_file));
CREATE INDEX spawnable_types_place ON spawnable_types (instance_id, lower(source_file));
CREATE INDEX trader_sellers_place ON trader_sellers (instance_id, lower(source_file));
CREATE INDEX trader_categories_place ON trader_categories (instance_id, lower(source_file));
CREATE INDEX trader_items_place ON trader_items (instance_id, lower(source_file));
CREATE INDEX trader_currencies_place ON trader_currencies (instance_id, lower(source_file));
CREATE INDEX player_lists_place ON player_lists (instance_id, lower(source_file));

-- The records that an import has stored so far and nobody sees yet; see EditInSlices.
CREATE TABLE unpublished (
    resource    TEXT NOT NULL PRIMARY KEY,
    position    BIGINT NOT NULL,
    instance_id BIGINT NOT NULL,
    revision    BIGINT NOT NULL,
    first_id    BIGINT NOT NULL,
    last_id     BIGINT NOT NULL
);

-- +goose Down
DROP TABLE unpublished;
DROP INDEX player_lists_place;
DROP INDEX trader_currencies_place;
DROP INDEX trader_items_place;
DROP INDEX trader_categories_place;
DROP INDEX trader_sellers_place;
DROP INDEX spawnable_types_place;
DROP INDEX events_place;
DROP INDEX types_place;
DROP INDEX instance_files_kind;
DROP INDEX instance_files_place;
