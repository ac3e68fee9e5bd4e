-- +goose Up
-- The names of the columns of the header that a mapping recognises, in their order, for
-- people to read; empty where they were not told.
alter table file_mappings add column header text[] not null default '{}';
