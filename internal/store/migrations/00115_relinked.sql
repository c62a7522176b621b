-- +goose Up
-- Records whose links an edit in slices has stored below position 0, beside those that are there; see EditInSlices.
CREATE TABLE relinked (
    link_table TEXT NOT NULL,
    owner_id   BIGINT NOT NULL,
    PRIMARY KEY (link_table, owner_id)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE relinked;
