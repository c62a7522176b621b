-- +goose Up
-- Uploads that wait until their user has said for which server they are. Their files lie in the blob store, under the key of the job
-- that the answer makes of them.
CREATE TABLE held_uploads (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    instance_id BIGINT REFERENCES instances (id) ON DELETE SET NULL,
    payload     TEXT NOT NULL,
    question    TEXT NOT NULL,
    recognized  TEXT NOT NULL,
    expires_at  BIGINT NOT NULL
);
CREATE INDEX held_uploads_user_id ON held_uploads (user_id, id);
CREATE INDEX held_uploads_instance_id ON held_uploads (instance_id);
CREATE INDEX held_uploads_expires_at ON held_uploads (expires_at);

-- What the home page says of an instance: the revision of the last download of all of its files, and how many problems the lint has
-- found at a revision.
CREATE TABLE downloads (
    instance_id BIGINT NOT NULL PRIMARY KEY REFERENCES instances (id) ON DELETE CASCADE,
    revision    BIGINT NOT NULL,
    at          BIGINT NOT NULL
);
CREATE TABLE problem_counts (
    instance_id BIGINT NOT NULL PRIMARY KEY REFERENCES instances (id) ON DELETE CASCADE,
    revision    BIGINT NOT NULL,
    errors      BIGINT NOT NULL,
    warnings    BIGINT NOT NULL,
    notes       BIGINT NOT NULL
);

-- +goose Down
DROP TABLE problem_counts;
DROP TABLE downloads;
DROP TABLE held_uploads;
