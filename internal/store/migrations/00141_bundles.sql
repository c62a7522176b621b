-- +goose Up
-- The key that bundles are signed with. The secret half is sealed, and null when it was sealed with a key that is lost.
CREATE TABLE bundle_keys (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    public TEXT NOT NULL,
    secret TEXT
);

-- Bundles that users of this server have made public.
CREATE TABLE public_bundles (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    sid        TEXT NOT NULL UNIQUE,
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    version    TEXT NOT NULL,
    about      TEXT NOT NULL,
    licence    TEXT NOT NULL,
    size       BIGINT NOT NULL, -- bytes of the file
    content    BLOB NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX public_bundles_user_id ON public_bundles (user_id);

-- The bundle that a layer was made of.
CREATE TABLE layer_bundles (
    layer_id  BIGINT PRIMARY KEY REFERENCES layers (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    version   TEXT NOT NULL,
    signature TEXT NOT NULL,
    key       TEXT NOT NULL, -- the public one that it is signed with; empty for none
    size      BIGINT NOT NULL,
    content   BLOB NOT NULL, -- its rows as they were installed and what was answered, as JSON, packed as the contents of files
    file      BLOB           -- the bundle itself; null for a large one
);

-- +goose Down
DROP TABLE layer_bundles;
DROP TABLE public_bundles;
DROP TABLE bundle_keys;
