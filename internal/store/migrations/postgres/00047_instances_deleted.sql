-- +goose Up
-- How many instances a user has is remembered: those made later have higher ids, and of deleted ones this is the number.
ALTER TABLE users ADD COLUMN instances_deleted BIGINT NOT NULL DEFAULT 0;

-- +goose StatementBegin
CREATE FUNCTION count_deleted_instance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE users SET instances_deleted = instances_deleted + 1 WHERE id = OLD.user_id;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER instances_deleted AFTER DELETE ON instances FOR EACH ROW EXECUTE FUNCTION count_deleted_instance();

-- +goose Down
DROP TRIGGER instances_deleted ON instances;
DROP FUNCTION count_deleted_instance();
ALTER TABLE users DROP COLUMN instances_deleted;
