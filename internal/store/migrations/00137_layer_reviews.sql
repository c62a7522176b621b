-- +goose Up
-- Who has changed what a layer does last, and whether that was approved.
ALTER TABLE layers ADD COLUMN changed_by BIGINT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE layers ADD COLUMN approved INTEGER NOT NULL DEFAULT 0;

-- What members have said about layers that were proposed.
CREATE TABLE layer_reviews (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    layer_id   BIGINT NOT NULL REFERENCES layers (id) ON DELETE CASCADE,
    user_id    BIGINT REFERENCES users (id) ON DELETE SET NULL,
    verdict    TEXT NOT NULL,
    comment    TEXT NOT NULL,
    void       INTEGER NOT NULL, -- 1: what the layer does was changed since
    created_at BIGINT NOT NULL
);
CREATE INDEX layer_reviews_layer_id ON layer_reviews (layer_id);
CREATE INDEX layer_reviews_user_id ON layer_reviews (user_id);

-- +goose Down
DROP TABLE layer_reviews;
ALTER TABLE layers DROP COLUMN approved;
ALTER TABLE layers DROP COLUMN changed_by;
