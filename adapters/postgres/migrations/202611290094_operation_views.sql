-- +goose Up
-- How much of an operation somebody of its team wants to see; null = as many sites as it has decide.
alter table operation_members add column view text check (view in ('SIMPLE', 'FULL'));

-- What an operation handed over and closed is asked of it by itself.
create index journal_exports_operation on journal_exports (operation_id);
create index month_locks_operation on month_locks (operation_id);
