-- +goose Up
-- Issuers: the producers' legal persons, and at most one of the operation itself.
create table billing_entities (
    operation_id       uuid        not null references operations,
    id                 uuid        not null,
    owned_by_operation boolean     not null default false,
    name               text        not null check (name <> ''),
    street             text        not null default '',
    post_code          text        not null default '',
    city               text        not null default '',
    country            text        not null check (country ~ '^[A-Z]{2}$'),
    email              text        not null default '',
    phone              text        not null default '',
    legal_number       text        not null default '', -- SIREN, SIRET or enterprise number
    tax_id             text        not null default '',
    vat_regime         text        not null check (vat_regime in ('franchise', 'exemption', 'simplified', 'normal', 'agricultural_simplified', 'agricultural_flat_rate', 'none')),
    exemption_text     text        not null default '',
    iban_sealed        bytea, -- encrypted; null = none
    iban_hash          bytea, -- keyed hash, to find equal ones
    bic                text        not null default '',
    series_code        text        not null check (series_code ~ '^[A-Z0-9]{1,10}$'),
    version            integer     not null default 1 check (version > 0),
    created_at         timestamptz not null,
    constraint billing_entities_pkey primary key (operation_id, id),
    constraint billing_entities_iban_check check ((iban_sealed is null) = (iban_hash is null))
);
create unique index billing_entities_owned_key on billing_entities (operation_id) where owned_by_operation;

-- A producer has one issuer.
create table billing_entity_producers (
    operation_id      uuid not null,
    producer_id       uuid not null references participants (id) on delete cascade,
    billing_entity_id uuid not null,
    constraint billing_entity_producers_pkey primary key (operation_id, producer_id),
    foreign key (operation_id, billing_entity_id) references billing_entities
);
create index billing_entity_producers_entity on billing_entity_producers (operation_id, billing_entity_id);

-- Clients, each for one or several consumer sites.
create table billable_entities (
    operation_id  uuid        not null references operations,
    id            uuid        not null,
    name          text        not null check (name <> ''),
    street        text        not null default '',
    post_code     text        not null default '',
    city          text        not null default '',
    country       text        not null check (country ~ '^[A-Z]{2}$'),
    email         text        not null default '',
    phone         text        not null default '',
    legal_number  text        not null default '',
    tax_id        text        not null default '',
    vat_regime    text        not null,
    consumer_type text        not null check (consumer_type in ('professional', 'individual')),
    language      text        not null check (language in ('fr', 'nl')),
    version       integer     not null default 1 check (version > 0),
    created_at    timestamptz not null,
    constraint billable_entities_pkey primary key (operation_id, id)
);

-- A consumer has one client.
create table billable_entity_consumers (
    operation_id       uuid not null,
    consumer_id        uuid not null references participants (id) on delete cascade,
    billable_entity_id uuid not null,
    constraint billable_entity_consumers_pkey primary key (operation_id, consumer_id),
    foreign key (operation_id, billable_entity_id) references billable_entities
);
create index billable_entity_consumers_entity on billable_entity_consumers (operation_id, billable_entity_id);
