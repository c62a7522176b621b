-- +goose Up
-- Deleting one of these changes records that refer to it, without a revision of their instances. The number of such changes
-- is counted for the user whom they concern: the owner, or everybody where it belongs to nobody.
ALTER TABLE users ADD COLUMN record_changes BIGINT NOT NULL DEFAULT 0;

-- +goose StatementBegin
CREATE FUNCTION count_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE users SET record_changes = record_changes + 1 WHERE id = OLD.user_id OR OLD.user_id IS NULL;
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION count_record_change_for_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE users SET record_changes = record_changes + 1;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER categories_deleted AFTER DELETE ON categories FOR EACH ROW EXECUTE FUNCTION count_record_change();
CREATE TRIGGER subcategories_deleted AFTER DELETE ON subcategories FOR EACH ROW EXECUTE FUNCTION count_record_change();
CREATE TRIGGER mods_deleted AFTER DELETE ON mods FOR EACH ROW EXECUTE FUNCTION count_record_change();
CREATE TRIGGER type_usages_deleted AFTER DELETE ON type_usages FOR EACH ROW EXECUTE FUNCTION count_record_change();
CREATE TRIGGER type_values_deleted AFTER DELETE ON type_values FOR EACH ROW EXECUTE FUNCTION count_record_change();
CREATE TRIGGER type_tags_deleted AFTER DELETE ON type_tags FOR EACH ROW EXECUTE FUNCTION count_record_change();
CREATE TRIGGER classnames_deleted AFTER DELETE ON classnames FOR EACH STATEMENT EXECUTE FUNCTION count_record_change_for_all();

-- +goose Down
DROP TRIGGER categories_deleted ON categories;
DROP TRIGGER subcategories_deleted ON subcategories;
DROP TRIGGER mods_deleted ON mods;
DROP TRIGGER type_usages_deleted ON type_usages;
DROP TRIGGER type_values_deleted ON type_values;
DROP TRIGGER type_tags_deleted ON type_tags;
DROP TRIGGER classnames_deleted ON classnames;
DROP FUNCTION count_record_change();
DROP FUNCTION count_record_change_for_all();
ALTER TABLE users DROP COLUMN record_changes;
