-- +goose Up
-- A seller that comes from another tool goes on with its numbers: the first one is set before any is
-- taken, so that nothing of the series is issued yet.
alter table numberings alter column last_issue drop not null;
