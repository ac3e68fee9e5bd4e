-- +goose Up
-- Coefficients of one month, as the operator is sent them or as they came from
-- elsewhere. Nothing changes; a later set of a month supersedes the former.
create table allocation_coefficient_sets (
    operation_id    uuid        not null references operations,
    id              uuid        not null,
    month           date        not null check (extract(day from month) = 1),
    mode            text        not null check (mode in ('SIMPLE', 'FULL')),
    rounding        text        not null check (rounding in ('LARGEST_REMAINDER', 'FLOOR')),
    decimals        smallint    not null check (decimals between 0 and 4),
    step_s          integer     not null check (step_s between 60 and 3600),
    config_versions integer[]   not null,
    loss            bigint      not null, -- mWh
    imported        boolean     not null,
    author_id       uuid        not null,
    created_at      timestamptz not null,
    sequence        bigint      generated always as identity,
    constraint allocation_coefficient_sets_pkey primary key (operation_id, id)
);
create index allocation_coefficient_sets_month on allocation_coefficient_sets (operation_id, month, sequence desc);

-- One file of a set: its columns and all values, [site][step] int32 little endian,
-- compressed, in units of 10^-decimals percent.
create table allocation_coefficient_files (
    operation_id uuid    not null,
    set_id       uuid    not null,
    position     integer not null check (position >= 0),
    producer     text    not null, -- number of the site; '' = all production together
    name         text    not null,
    sha256       bytea   not null check (length(sha256) = 32),
    sites        text[]  not null,
    chunk        bytea   not null,
    constraint allocation_coefficient_files_pkey primary key (operation_id, set_id, position),
    constraint allocation_coefficient_files_set_fkey foreign key (operation_id, set_id) references allocation_coefficient_sets (operation_id, id)
);
alter table allocation_coefficient_files alter column chunk set storage external;

-- What became of a set.
create table allocation_coefficient_events (
    operation_id uuid        not null,
    set_id       uuid        not null,
    sequence     bigint      generated always as identity,
    status       text        not null check (status in ('PREPARED', 'SENT', 'ACKNOWLEDGED', 'REFUSED', 'APPLIED')),
    day          date        not null,
    at           timestamptz not null,
    author_id    uuid        not null,
    note         text        not null default '',
    constraint allocation_coefficient_events_pkey primary key (operation_id, set_id, sequence),
    constraint allocation_coefficient_events_set_fkey foreign key (operation_id, set_id) references allocation_coefficient_sets (operation_id, id)
);

create trigger allocation_coefficient_sets_append_only before update or delete or truncate on allocation_coefficient_sets
    for each statement execute function refuse_change();
create trigger allocation_coefficient_files_append_only before update or delete or truncate on allocation_coefficient_files
    for each statement execute function refuse_change();
create trigger allocation_coefficient_events_append_only before update or delete or truncate on allocation_coefficient_events
    for each statement execute function refuse_change();
