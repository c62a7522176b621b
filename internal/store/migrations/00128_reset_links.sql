-- +goose Up
-- Links by which people choose a new password, known by digests of their codes. Each works once.
CREATE TABLE reset_links (
    digest     TEXT PRIMARY KEY,
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX reset_links_user_id ON reset_links (user_id);

-- +goose Down
DROP TABLE reset_links;
