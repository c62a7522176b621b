-- +goose Up
-- Packs that users use for their accounts, in the place of those of the program with the same slugs.
CREATE TABLE packs (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    slug       TEXT NOT NULL,
    version    TEXT NOT NULL,
    content    TEXT NOT NULL, -- the text of the pack
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (user_id, slug)
);

-- How often the packs of the user have changed: as long as it is the same, so are they. 0 for who never had one.
ALTER TABLE users ADD COLUMN pack_changes BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE users DROP COLUMN pack_changes;
DROP TABLE packs;
