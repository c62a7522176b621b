-- +goose Up
-- Deleting one of these changes records that refer to it, without a revision of their instances. The number of such changes
-- is counted for the user whom they concern: the owner, or everybody where it belongs to nobody.
ALTER TABLE users ADD COLUMN record_changes BIGINT NOT NULL DEFAULT 0;

-- +goose StatementBegin
CREATE TRIGGER categories_deleted AFTER DELETE ON categories BEGIN
    UPDATE users SET record_changes = record_changes + 1 WHERE id = OLD.user_id;
    UPDATE users SET record_changes = record_changes + 1 WHERE OLD.user_id IS NULL;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER subcategories_deleted AFTER DELETE ON subcategories BEGIN
    UPDATE users SET record_changes = record_changes + 1 WHERE id = OLD.user_id;
    UPDATE users SET record_changes = record_changes + 1 WHERE OLD.user_id IS NULL;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER mods_deleted AFTER DELETE ON mods BEGIN
    UPDATE users SET record_changes = record_changes + 1 WHERE id = OLD.user_id;
    UPDATE users SET record_changes = record_changes + 1 WHERE OLD.user_id IS NULL;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER type_usages_deleted AFTER DELETE ON type_usages BEGIN
    UPDATE users SET record_changes = record_changes + 1 WHERE id = OLD.user_id;
    UPDATE users SET record_changes = record_changes + 1 WHERE OLD.user_id IS NULL;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER type_values_deleted AFTER DELETE ON type_values BEGIN
    UPDATE users SET record_changes = record_changes + 1 WHERE id = OLD.user_id;
    UPDATE users SET record_changes = record_changes + 1 WHERE OLD.user_id IS NULL;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER type_tags_deleted AFTER DELETE ON type_tags BEGIN
    UPDATE users SET record_changes = record_changes + 1 WHERE id = OLD.user_id;
    UPDATE users SET record_changes = record_changes + 1 WHERE OLD.user_id IS NULL;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER classnames_deleted AFTER DELETE ON classnames BEGIN
    UPDATE users SET record_changes = record_changes + 1;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER categories_deleted;
DROP TRIGGER subcategories_deleted;
DROP TRIGGER mods_deleted;
DROP TRIGGER type_usages_deleted;
DROP TRIGGER type_values_deleted;
DROP TRIGGER type_tags_deleted;
DROP TRIGGER classnames_deleted;
ALTER TABLE users DROP COLUMN record_changes;
