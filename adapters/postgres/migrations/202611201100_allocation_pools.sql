-- +goose Up
-- A version may be for one season of the year; '' = all year.
alter table allocation_configs add column season text not null default '';

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
    constraint allocation_pool_members_pool_fkey foreign key (operation_id, config_id, pool_id) references allocation_pools (operation_id, config_id, id)
);

-- The seasons of an operation from a day on; no season = one key all year.
create table allocation_seasonalities (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    version        integer     not null check (version > 0),
    effective_date date        not null,
    reason         text        not null default '',
    author_id      uuid        not null,
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
    operation_id uuid        not null references operations,
    id           uuid        not null,
    name         text        not null default '',
    type         text        not null check (type in ('static', 'by_default', 'by_weight', 'by_priority', 'by_equality', 'by_pool', 'by_ungrouped_priority', 'simple_dynamic')),
    season       text        not null default '',
    reason       text        not null default '',
    params       jsonb       not null,
    pools        jsonb       not null,
    author_id    uuid        not null,
    revision     integer     not null check (revision > 0),
    created_at   timestamptz not null,
    constraint allocation_drafts_pkey primary key (operation_id, id),
    constraint allocation_drafts_id_key unique (id)
);
