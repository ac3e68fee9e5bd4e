-- +goose Up
-- One metering site in an operation, for the days of its activation.
create table participants (
    operation_id       uuid        not null references operations,
    id                 uuid        not null,
    name               text        not null check (name <> ''),
    energy_type        text        not null check (energy_type in ('consumer', 'producer')),
    dso_id             text        not null check (dso_id <> ''), -- PRM or EAN
    external_id        text        not null default '',
    padt               text        not null default '',
    segment            text        not null default '',
    entity_type        text        not null default '',
    production_type_id smallint    not null default 0, -- 0 = none
    contract_power_w   bigint      check (contract_power_w >= 0),
    address            text        not null default '',
    post_code          text        not null default '',
    city               text        not null default '',
    email              text        not null default '',
    phone_number       text        not null default '',
    siret              text        not null default '', -- SIRET or Belgian enterprise number
    is_prosumer        boolean     not null default false,
    activation         daterange   check (not isempty(activation) and not lower_inf(activation)), -- null = no entry date
    entry_date_known   boolean     not null default false,
    dso_status         text        not null default '',
    dso_action         text        not null default '',
    user_id            uuid        references users, -- the account that sees the site
    version            integer     not null default 1 check (version > 0),
    created_at         timestamptz not null,
    updated_at         timestamptz not null,
    constraint participants_pkey primary key (operation_id, id),
    constraint participants_id_key unique (id)
);
create index participants_dso_id on participants (operation_id, dso_id);
create index participants_user on participants (user_id) where user_id is not null;

-- The global rule "one PRM or EAN in one operation at a time" (domain 3.4)
-- in a table of its own, so that participants can be spread by operation.
create table site_occupancies (
    participant_id uuid      primary key references participants (id) on delete cascade,
    operation_id   uuid      not null,
    dso_id         text      not null,
    period         daterange not null check (not isempty(period)),
    constraint site_occupancies_period_excl exclude using gist (dso_id with =, period with &&)
);
