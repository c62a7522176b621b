-- +goose Up
-- Who users are for a provider that they sign in through. Only issuer and subject together name a person for good.
CREATE TABLE identities (
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE INDEX identities_user_id ON identities (user_id);

-- +goose Down
DROP TABLE identities;
