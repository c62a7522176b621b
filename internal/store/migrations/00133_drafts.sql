-- +goose Up
-- Instances that were copied from others, which they remember. They go with them: who deletes an instance deletes its drafts first.
CREATE TABLE drafts (
    instance_id   BIGINT NOT NULL PRIMARY KEY REFERENCES instances (id) ON DELETE CASCADE,
    origin_id     BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    user_id       BIGINT REFERENCES users (id) ON DELETE SET NULL, -- who made it
    note          TEXT NOT NULL,
    made_from     BIGINT NOT NULL, -- the revision of the origin that was copied
    base_revision BIGINT NOT NULL, -- the last one that the draft has taken in
    copied        TEXT NOT NULL,   -- JSON: which ids the copied records of each table have here and there
    merged_at     BIGINT
) WITHOUT ROWID;
CREATE INDEX drafts_origin_id ON drafts (origin_id);
CREATE INDEX drafts_user_id ON drafts (user_id);

-- +goose Down
DROP TABLE drafts;
