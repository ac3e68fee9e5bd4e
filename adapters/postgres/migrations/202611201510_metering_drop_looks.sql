-- +goose Up
-- What the last look into the drops found for an operation and could not take, and
-- whether somebody wants a look now.
create table drop_looks (
    operation_id  uuid        not null references operations,
    asked_at      timestamptz,
    looked_at     timestamptz,
    waiting       jsonb       not null default '[]',
    waiting_count integer     not null default 0 check (waiting_count >= 0),
    constraint drop_looks_pkey primary key (operation_id)
);
