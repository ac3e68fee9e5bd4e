-- +goose Up
-- The columns of the table of participants that somebody chose, in the order of the table; no row = the usual ones.
create table column_choices (
  user_id uuid primary key references users (id) on delete cascade,
  columns text[] not null check (cardinality(columns) between 1 and 50)
);
