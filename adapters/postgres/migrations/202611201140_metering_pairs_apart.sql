-- +goose Up
-- The days of a month (bit 0 = the first) whose key shares the production of each
-- producer apart: what consumers had from whom is then the key's own, and is no split in
-- proportion to what was made. In the row of all consumers together.
alter table operation_pairs add column apart integer not null default 0;
