-- +goose Up
-- An event whose file says nothing counts as active.
UPDATE events SET active = 1 WHERE active IS NULL;

-- +goose Down
SELECT 1;
