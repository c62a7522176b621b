-- +goose Up
-- How often the secret address of the calendar of an instance was made new. The code in it follows from this and the secret key.
CREATE TABLE calendar_codes (
    instance_id BIGINT NOT NULL PRIMARY KEY REFERENCES instances (id) ON DELETE CASCADE,
    number      BIGINT NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE calendar_codes;
