-- +goose Up
-- What has changed lately in all instances: the upkeep asks for that again and again.
CREATE INDEX revisions_made ON revisions (created_at);

-- +goose Down
DROP INDEX revisions_made;
