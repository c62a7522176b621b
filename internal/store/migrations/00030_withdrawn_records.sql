-- +goose Up
-- Records that an edit in slices has deleted: nobody sees them any more, and they go in slices as well; see EditInSlices.
CREATE TABLE withdrawn (
    resource  TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    PRIMARY KEY (resource, record_id)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE withdrawn;
