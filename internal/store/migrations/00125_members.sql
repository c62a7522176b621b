-- +goose Up
-- Who works on an instance beside its owner, and as what. The owner is that of the instance and has no row.
CREATE TABLE members (
    instance_id  BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    user_id      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role         TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT,
    PRIMARY KEY (instance_id, user_id)
) WITHOUT ROWID;
CREATE INDEX members_user_id ON members (user_id, instance_id);

-- Links by which people become members, known by digests of their codes.
CREATE TABLE invitations (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sid         TEXT NOT NULL UNIQUE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_digest TEXT NOT NULL UNIQUE,
    role        TEXT NOT NULL,
    email       TEXT,
    uses        BIGINT NOT NULL,
    used        BIGINT NOT NULL DEFAULT 0,
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL
);
CREATE INDEX invitations_instance_id ON invitations (instance_id);
CREATE INDEX invitations_user_id ON invitations (user_id);

-- +goose Down
DROP TABLE invitations;
DROP TABLE members;
