-- +goose Up
-- Days that somebody had shared again by the keys that held then. months is what
-- became of each: how it was made and what differed.
create table allocation_replays (
    id           uuid        not null,
    operation_id uuid        not null references operations,
    day_from     date        not null,
    day_to       date        not null, -- not included
    verify       boolean     not null,
    status       text        not null check (status in ('PENDING', 'SUCCESS', 'FAILURE')),
    created_by   uuid        not null,
    created_at   timestamptz not null,
    finished_at  timestamptz,
    months       jsonb       not null default '[]',
    error_key    text        not null default '',
    constraint allocation_replays_pkey primary key (id)
);
create index allocation_replays_pending on allocation_replays (created_at) where status = 'PENDING';
create index allocation_replays_operation on allocation_replays (operation_id, created_at desc);
