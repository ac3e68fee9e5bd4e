-- +goose Up
-- Versions of the allocation key of an operation. Which one holds on a day follows
-- from effective_date and version. Nothing stored changes.
create table allocation_configs (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    version        integer     not null check (version > 0),
    type           text        not null check (type in ('static', 'by_default', 'by_weight', 'by_priority', 'by_equality', 'by_pool', 'by_ungrouped_priority', 'simple_dynamic')),
    effective_date date        not null,
    reason         text        not null default '',
    author_id      uuid,       -- null = the version every operation begins with
    hash           bytea       not null check (length(hash) = 16),
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
    constraint allocation_params_key unique nulls not distinct (operation_id, config_id, consumer_id, producer_id)
);

create trigger allocation_configs_append_only before update or delete or truncate on allocation_configs
    for each statement execute function refuse_change();
create trigger allocation_params_append_only before update or delete or truncate on allocation_params
    for each statement execute function refuse_change();
