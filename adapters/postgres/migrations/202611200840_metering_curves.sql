-- +goose Up
-- A curve of an operation belongs to the number of its site (PRM or EAN), so that it
-- stays in place when the occupant changes. nature: 1 Conso, 2 Prod, 3 Autoconso,
-- 4 Surplus, 5 ProdExt, 6 ConsExt. side: 1 consumer, 2 producer. origin: 1 the
-- operator's figures, 2 our own expectation (never billed).
create table series (
    operation_id uuid     not null references operations,
    id           uuid     not null,
    dso_id       text     not null,
    nature       smallint not null check (nature between 1 and 6),
    side         smallint not null check (side in (1, 2)),
    origin       smallint not null check (origin in (1, 2)),
    constraint series_pkey primary key (operation_id, id),
    constraint series_key unique (operation_id, dso_id, nature, side, origin)
);

-- One curve over one civil month: the truth. The chunk (docs/format/load-curve-chunk.md)
-- lies outside the row, so that totals and days are read without it.
create table series_months (
    operation_id uuid     not null,
    month        date     not null check (extract(day from month) = 1),
    series_id    uuid     not null,
    step_s       integer  not null check (step_s between 60 and 3600),
    n            integer  not null check (n > 0),
    missing      integer  not null check (missing between 0 and n),
    provisional  integer  not null,
    doubtful     integer  not null,
    total        bigint   not null, -- mWh
    days         bytea    not null, -- sum and state of each civil day
    hash         bytea    not null check (length(hash) = 16),
    version      integer  not null check (version > 0),
    derived      boolean  not null,
    import_id    uuid,
    chunk        bytea    not null,
    constraint series_months_pkey primary key (operation_id, month, series_id),
    constraint series_months_series foreign key (operation_id, series_id) references series
);
alter table series_months alter column chunk set storage external;
alter table series_months alter column days set storage plain;
alter table series_months set (toast_tuple_target = 128, autovacuum_vacuum_scale_factor = 0.02);

-- What a later import replaced, and which one that was. Never read but to replay.
create table series_months_superseded (
    operation_id    uuid        not null,
    month           date        not null,
    series_id       uuid        not null,
    step_s          integer     not null,
    n               integer     not null,
    missing         integer     not null,
    provisional     integer     not null,
    doubtful        integer     not null,
    total           bigint      not null,
    days            bytea       not null,
    hash            bytea       not null,
    version         integer     not null,
    derived         boolean     not null,
    import_id       uuid,
    chunk           bytea       not null,
    superseded_by   uuid,
    superseded_at   timestamptz not null default now(),
    constraint series_months_superseded_pkey primary key (operation_id, month, series_id, version)
);
alter table series_months_superseded alter column chunk set storage external;
alter table series_months_superseded alter column days set storage plain;
alter table series_months_superseded set (toast_tuple_target = 128);
