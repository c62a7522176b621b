-- +goose Up
-- Jobs run with what their orderer may while they run: with a token that has limits as much as that, which token_id names (0 for none); those
-- of a schedule as the instance.
ALTER TABLE jobs ADD COLUMN token_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN of_instance INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE jobs DROP COLUMN of_instance;
ALTER TABLE jobs DROP COLUMN token_id;
