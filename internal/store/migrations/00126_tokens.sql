-- +goose Up
-- A token of an instance works as a user of its own, a program, who belongs to that instance and cannot sign in. He stays when the token
-- has gone, as the history names him. The instance is no foreign key: instances refer to users, and tables are copied in the order of
-- their references.
ALTER TABLE users ADD COLUMN program_of BIGINT;
CREATE INDEX users_program_of ON users (program_of) WHERE program_of IS NOT NULL;

-- Tokens beside the personal ones, which are with their users. They are known by digests.
CREATE TABLE tokens (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    sid          TEXT NOT NULL UNIQUE,
    user_id      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    digest       TEXT NOT NULL UNIQUE,
    permissions  INTEGER NOT NULL, -- bit n stands for the nth permission
    everywhere   INTEGER NOT NULL, -- 1: on all instances of the user
    addresses    TEXT NOT NULL,    -- networks, separated by spaces; empty for all
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT,
    last_used_at BIGINT,
    last_used_ip TEXT,
    last_used_to TEXT
);
CREATE INDEX tokens_user_id ON tokens (user_id);

-- The instances on which a token works that does not on all.
CREATE TABLE token_instances (
    token_id    BIGINT NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
    instance_id BIGINT NOT NULL REFERENCES instances (id) ON DELETE CASCADE,
    PRIMARY KEY (token_id, instance_id)
) WITHOUT ROWID;
CREATE INDEX token_instances_instance_id ON token_instances (instance_id);

-- +goose Down
DROP TABLE token_instances;
DROP TABLE tokens;
DROP INDEX users_program_of;
ALTER TABLE users DROP COLUMN program_of;
