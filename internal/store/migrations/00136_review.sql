-- +goose Up
-- Whether what players meet changes only by layers that another member has approved: off or required.
ALTER TABLE instances ADD COLUMN review TEXT NOT NULL DEFAULT 'off';

-- Why a revision was made beside the review; null for those that were not.
ALTER TABLE revisions ADD COLUMN override TEXT;
ALTER TABLE jobs ADD COLUMN override TEXT;

-- +goose Down
ALTER TABLE jobs DROP COLUMN override;
ALTER TABLE revisions DROP COLUMN override;
ALTER TABLE instances DROP COLUMN review;
