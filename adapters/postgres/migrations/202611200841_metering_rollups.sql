-- +goose Up
-- The sums of an operation month, rebuilt from its series in the transaction that
-- changed one. Byte columns hold one codec byte (0 plain, 1 zstd) and the vectors of
-- core/metering.
create table operation_month_versions (
    operation_id uuid        not null references operations,
    month        date        not null check (extract(day from month) = 1),
    version      bigint      not null,
    latest_day   date, -- last day with data; null = none
    updated_at   timestamptz not null default now(),
    constraint operation_month_versions_pkey primary key (operation_id, month)
);

-- The summed curve of one nature and side.
create table operation_months (
    operation_id uuid     not null,
    month        date     not null,
    nature       smallint not null,
    side         smallint not null,
    step_s       integer  not null,
    n            integer  not null,
    total        bigint   not null, -- mWh
    days         bytea    not null, -- sum, state and peak of each civil day
    chunk        bytea    not null,
    constraint operation_months_pkey primary key (operation_id, month, nature, side)
);
alter table operation_months alter column chunk set storage external;
alter table operation_months alter column days set storage plain;
alter table operation_months set (toast_tuple_target = 128);

-- Who the vectors below are about, ascending; named by its content.
create table operation_rosters (
    operation_id uuid   not null references operations,
    hash         bytea  not null check (length(hash) = 16),
    participants uuid[] not null,
    constraint operation_rosters_pkey primary key (operation_id, hash)
);

-- What each participant had: month totals, and participant × day.
create table operation_distributions (
    operation_id uuid     not null,
    month        date     not null,
    nature       smallint not null,
    side         smallint not null,
    roster       bytea    not null,
    totals       bytea    not null,
    days         bytea    not null,
    constraint operation_distributions_pkey primary key (operation_id, month, nature, side)
);
alter table operation_distributions alter column totals set storage external, alter column days set storage external;
alter table operation_distributions set (toast_tuple_target = 128);

-- What each consumer had from each producer, of months with two producers or more: one
-- row a consumer, and one (consumer of zeros) with the sum of all, so that the largest
-- lines and the rest are read without the others. Vectors are by producer; the sum of
-- all has them by producer × day too. Days of one consumer are split again from its
-- curve: kept, they would be a third of all that is kept.
create table operation_pairs (
    operation_id uuid  not null,
    month        date  not null,
    consumer_id  uuid  not null,
    producers    bytea not null,
    totals       bytea not null,
    days         bytea,
    constraint operation_pairs_pkey primary key (operation_id, month, consumer_id)
);
