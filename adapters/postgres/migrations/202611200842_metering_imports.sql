-- +goose Up
-- One set of curve files, stored whole or not at all. A live one belongs to its job.
create table curve_imports (
    id           uuid        primary key,
    operation_id uuid        not null references operations,
    kind         text        not null check (kind in ('import', 'upload')),
    status       text        not null check (status in ('STARTED', 'SUCCEEDED', 'FAILED')),
    created_by   uuid        not null,
    agent        text        not null,
    created_at   timestamptz not null,
    alive_at     timestamptz not null, -- last sign of life of the job
    finished_at  timestamptz,
    dry_run      boolean     not null,
    definitive   boolean     not null,
    done         integer     not null default 0,
    total        integer     not null default 0,
    result       jsonb,
    errors       jsonb       not null default '[]',
    check ((status = 'STARTED') = (finished_at is null))
);
create unique index curve_imports_live on curve_imports (operation_id) where status = 'STARTED' and not dry_run;
create index curve_imports_operation on curve_imports (operation_id, created_at desc, id desc);
create index curve_imports_alive on curve_imports (alive_at) where status = 'STARTED';

create table curve_import_files (
    import_id uuid    not null references curve_imports on delete cascade,
    position  integer not null,
    name      text    not null,
    size      bigint  not null,
    sha256    text    not null check (sha256 ~ '^[0-9a-f]{64}$'), -- its name in the object store
    format    text    not null default '',
    constraint curve_import_files_pkey primary key (import_id, position)
);

-- Months whose data an organizer declared definitive.
create table definitive_months (
    operation_id uuid        not null references operations,
    month        date        not null check (extract(day from month) = 1),
    reason       text        not null check (reason <> ''),
    declared_at  timestamptz not null,
    declared_by  uuid        not null,
    constraint definitive_months_pkey primary key (operation_id, month)
);
