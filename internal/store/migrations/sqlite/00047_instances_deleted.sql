-- +goose Up
-- How many instances a user has is remembered: those made later have higher ids, and of deleted ones this is the number.
ALTER TABLE users ADD COLUMN instances_deleted BIGINT NOT NULL DEFAULT 0;

-- +goose StatementBegin
CREATE TRIGGER instances_deleted AFTER DELETE ON instances BEGIN
    UPDATE users SET instances_deleted = instances_deleted + 1 WHERE id = OLD.user_id;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER instances_deleted;
ALTER TABLE users DROP COLUMN instances_deleted;
