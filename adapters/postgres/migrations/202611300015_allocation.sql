-- +goose Up
-- Versions of the allocation key of an operation. Which one holds on a day follows
-- from effective_date, season and version. Nothing stored changes.
create table allocation_configs (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    version        integer     not null check (version > 0),
    type           text        not null check (type in ('static', 'by_default', 'by_weight', 'by_priority', 'by_equality', 'by_pool', 'by_ungrouped_priority', 'simple_dynamic')),
    effective_date date        not null,
    season         text        not null default '', -- '' = all year
    reason         text        not null default '',
    hash           bytea       not null check (length(hash) = 16),
    author_id      uuid references users,       -- null = the version every operation begins with
    created_at     timestamptz not null,
    constraint allocation_configs_pkey primary key (operation_id, id),
    constraint allocation_configs_id_key unique (id),
    constraint allocation_configs_version_key unique (operation_id, version)
);

-- The number of a consumer, or of a consumer and a producer, in ten-thousandths.
create table allocation_params (
    operation_id uuid   not null,
    config_id    uuid   not null,
    consumer_id  uuid   not null,
    producer_id  uuid,  -- null = all production together
    value_e4     bigint not null check (value_e4 >= 0),
    constraint allocation_params_config_fkey foreign key (operation_id, config_id) references allocation_configs (operation_id, id),
    constraint allocation_params_key unique nulls not distinct (operation_id, config_id, consumer_id, producer_id),
    foreign key (operation_id, consumer_id) references participants,
    foreign key (operation_id, producer_id) references participants
);

-- The pools of a version of type by_pool, in the order of the cascade. An id names the
-- same pool in every version.
create table allocation_pools (
    operation_id  uuid    not null,
    config_id     uuid    not null,
    id            uuid    not null,
    position      integer not null check (position >= 0),
    name          text    not null check (name <> ''),
    percentage_e4 bigint  not null check (percentage_e4 between 0 and 1000000),
    destination   text    not null, -- name of a pool below, or Surplus
    algorithm     text    not null check (algorithm in ('by_default', 'by_priority', 'by_share_with_minimum')),
    constraint allocation_pools_pkey primary key (operation_id, config_id, id),
    constraint allocation_pools_position_key unique (operation_id, config_id, position),
    constraint allocation_pools_name_key unique (operation_id, config_id, name),
    constraint allocation_pools_config_fkey foreign key (operation_id, config_id) references allocation_configs (operation_id, id)
);

-- Who is in a pool, with its priority or parts in ten-thousandths (0 with by_default).
create table allocation_pool_members (
    operation_id uuid   not null,
    config_id    uuid   not null,
    pool_id      uuid   not null,
    consumer_id  uuid   not null,
    value_e4     bigint not null check (value_e4 >= 0),
    constraint allocation_pool_members_pkey primary key (operation_id, config_id, pool_id, consumer_id),
    constraint allocation_pool_members_pool_fkey foreign key (operation_id, config_id, pool_id) references allocation_pools (operation_id, config_id, id),
    foreign key (operation_id, consumer_id) references participants
);

-- The seasons of an operation from a day on; no season = one key all year.
create table allocation_seasonalities (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    version        integer     not null check (version > 0),
    effective_date date        not null,
    reason         text        not null default '',
    author_id      uuid        not null references users,
    created_at     timestamptz not null,
    constraint allocation_seasonalities_pkey primary key (operation_id, id),
    constraint allocation_seasonalities_version_key unique (operation_id, version)
);

create table allocation_seasons (
    operation_id   uuid     not null,
    seasonality_id uuid     not null,
    position       integer  not null check (position >= 0),
    name           text     not null check (name <> ''),
    start_month    smallint not null check (start_month between 1 and 12),
    start_day      smallint not null check (start_day between 1 and 31),
    end_month      smallint not null check (end_month between 1 and 12),
    end_day        smallint not null check (end_day between 1 and 31),
    constraint allocation_seasons_pkey primary key (operation_id, seasonality_id, position),
    constraint allocation_seasons_name_key unique (operation_id, seasonality_id, name),
    constraint allocation_seasons_seasonality_fkey foreign key (operation_id, seasonality_id) references allocation_seasonalities (operation_id, id)
);

create trigger allocation_configs_append_only before update or delete or truncate on allocation_configs
    for each statement execute function refuse_change();
create trigger allocation_params_append_only before update or delete or truncate on allocation_params
    for each statement execute function refuse_change();
create trigger allocation_pools_append_only before update or delete or truncate on allocation_pools
    for each statement execute function refuse_change();
create trigger allocation_pool_members_append_only before update or delete or truncate on allocation_pool_members
    for each statement execute function refuse_change();
create trigger allocation_seasonalities_append_only before update or delete or truncate on allocation_seasonalities
    for each statement execute function refuse_change();
create trigger allocation_seasons_append_only before update or delete or truncate on allocation_seasons
    for each statement execute function refuse_change();

-- A key that somebody works on: it holds on no day and may change. Its parameters and
-- pools are read and written whole, and checked when it becomes a version.
create table allocation_drafts (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    name           text        not null default '',
    type           text        not null check (type in ('static', 'by_default', 'by_weight', 'by_priority', 'by_equality', 'by_pool', 'by_ungrouped_priority', 'simple_dynamic')),
    effective_date date, -- the first day it is meant to hold; null = none is said
    season         text        not null default '',
    reason         text        not null default '',
    params         jsonb       not null,
    pools          jsonb       not null,
    author_id      uuid        not null references users,
    revision       integer     not null check (revision > 0),
    created_at     timestamptz not null,
    constraint allocation_drafts_pkey primary key (operation_id, id),
    constraint allocation_drafts_id_key unique (id)
);

-- Coefficients of one month, as the operator is sent them or as they came from
-- elsewhere. Nothing changes; a later set of a month supersedes the former.
create table allocation_coefficient_sets (
    operation_id    uuid        not null references operations,
    id              uuid        not null,
    sequence        bigint      generated always as identity,
    month           date        not null check (extract(day from month) = 1),
    mode            text        not null check (mode in ('SIMPLE', 'FULL')),
    rounding        text        not null check (rounding in ('LARGEST_REMAINDER', 'FLOOR')),
    decimals        smallint    not null check (decimals between 0 and 4),
    step_s          integer     not null check (step_s between 60 and 3600),
    config_versions integer[]   not null,
    loss            bigint      not null, -- mWh
    imported        boolean     not null,
    -- SHA-256 of what the set was made of: the keys of its days, the curves, who takes
    -- part. null = not known, as the key of coefficients from elsewhere.
    input_key       bytea       check (length(input_key) = 32),
    input_curves    bytea       check (length(input_curves) = 32),
    input_sites     bytea       check (length(input_sites) = 32),
    author_id       uuid        not null references users,
    created_at      timestamptz not null,
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
    author_id    uuid        not null references users,
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

-- Where each set stands. The operator has a set that was sent and not refused last; such
-- a one makes room only for a later one that the operator has, any other for every
-- later one.
create view allocation_coefficient_standings as
select s.operation_id, s.id, s.month, s.sequence,
    exists (select from allocation_coefficient_events e
        where e.operation_id = s.operation_id and e.set_id = s.id and e.status = 'SENT')
    and coalesce((select e.status from allocation_coefficient_events e
        where e.operation_id = s.operation_id and e.set_id = s.id order by e.sequence desc limit 1), '') <> 'REFUSED' as sent
from allocation_coefficient_sets s;

-- That the organizers of an operation were reminded of the coefficients of a month: once
-- of each kind, whatever happens.
create table coefficient_reminders (
    operation_id uuid        not null references operations on delete cascade,
    month        date        not null check (extract(day from month) = 1),
    kind         text        not null check (kind in ('SOON', 'LAST', 'LATE')),
    at           timestamptz not null,
    constraint coefficient_reminders_pkey primary key (operation_id, month, kind)
);
