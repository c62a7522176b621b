-- +goose Up
-- The picture that an owner has laid under the map of an instance, and where it lies there, in metres.
CREATE TABLE map_pictures (
    instance_id INTEGER PRIMARY KEY REFERENCES instances (id) ON DELETE CASCADE,
    file_id     BIGINT NOT NULL REFERENCES stored_files (id) ON DELETE CASCADE,
    type        TEXT NOT NULL,
    width       BIGINT NOT NULL,
    height      BIGINT NOT NULL,
    west        REAL NOT NULL,
    south       REAL NOT NULL,
    east        REAL NOT NULL,
    north       REAL NOT NULL
);
CREATE INDEX map_pictures_file_id ON map_pictures (file_id);

-- +goose Down
DROP TABLE map_pictures;
