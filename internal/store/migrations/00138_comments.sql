-- +goose Up
-- What members say about records, revisions, layers and drafts, which are named as the API names them: layer:SID, revision:N, types:SID.
CREATE TABLE comments (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    user_id     BIGINT REFERENCES users (id) ON DELETE SET NULL,
    about       TEXT NOT NULL,
    text        TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX comments_about ON comments (instance_id, about, id);
CREATE INDEX comments_user_id ON comments (user_id);

-- +goose Down
DROP TABLE comments;
