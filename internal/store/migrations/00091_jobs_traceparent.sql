-- +goose Up
-- The position in a trace of what queued the job, as W3C Trace Context writes it; empty where nothing was traced.
ALTER TABLE jobs ADD COLUMN traceparent TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE jobs DROP COLUMN traceparent;
