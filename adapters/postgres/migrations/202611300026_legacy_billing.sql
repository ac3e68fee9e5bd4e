-- +goose Up
-- The old billing engine: by what prices some producers sell to some consumers.
create table legacy_configs (
    operation_id                  uuid        not null references operations,
    id                            uuid        not null,
    start_date                    date        not null,
    selling_price_micro_euro      bigint      not null check (selling_price_micro_euro >= 0),
    subscription_price_micro_euro bigint      not null check (subscription_price_micro_euro >= 0), -- of a month
    period                        integer     not null check (period in (1, 2, 3, 4, 6, 12)), -- months
    anniversary                   date        not null,
    payment_method                text        not null check (payment_method in ('transfer', 'debit', 'cheque', 'publicTreasuryPaymentOrder', 'publicTreasuryDebit')),
    payment_deadline              integer     not null check (payment_deadline between 0 and 120), -- days
    version                       integer     not null default 1 check (version > 0),
    created_at                    timestamptz not null,
    constraint legacy_configs_pkey primary key (operation_id, id),
    constraint legacy_configs_id_key unique (id)
);

-- The sides of a config. A site that is removed for good never took part.
create table legacy_config_sites (
    operation_id   uuid    not null,
    config_id      uuid    not null,
    participant_id uuid    not null,
    produces       boolean not null,
    constraint legacy_config_sites_pkey primary key (operation_id, config_id, participant_id, produces),
    foreign key (operation_id, config_id) references legacy_configs on delete cascade,
    foreign key (operation_id, participant_id) references participants (operation_id, id) on delete cascade
);
create index legacy_config_sites_participant on legacy_config_sites (operation_id, participant_id);

-- A consumer buys of a producer from a day on; of two contracts of a pair the later one holds.
create table legacy_contracts (
    operation_id uuid        not null,
    id           uuid        not null,
    config_id    uuid        not null,
    producer_id  uuid        not null,
    consumer_id  uuid        not null check (consumer_id <> producer_id),
    start_date   date        not null,
    version      integer     not null default 1 check (version > 0),
    created_at   timestamptz not null,
    constraint legacy_contracts_pkey primary key (operation_id, id),
    constraint legacy_contracts_id_key unique (id),
    constraint legacy_contracts_pair_key unique (operation_id, producer_id, consumer_id, start_date),
    foreign key (operation_id, config_id) references legacy_configs on delete cascade,
    foreign key (operation_id, producer_id) references participants (operation_id, id) on delete cascade,
    foreign key (operation_id, consumer_id) references participants (operation_id, id) on delete cascade
);
create index legacy_contracts_config on legacy_contracts (operation_id, config_id);
create index legacy_contracts_consumer on legacy_contracts (operation_id, consumer_id);

-- Bills: of a participant, what it had of a producer; of a producer, all of these of a period.
create table legacy_bills (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    bill_type      text        not null check (bill_type in ('participant', 'producer')),
    producer_id    uuid        not null,
    consumer_id    uuid,
    first_day      date        not null,
    end_day        date        not null check (end_day > first_day), -- not included, like that of the period
    cycle_start    date        not null,
    cycle_end      date        not null check (cycle_start <= first_day and end_day <= cycle_end),
    quantity       bigint      not null, -- ten-thousandths of a kWh
    amount_cents   bigint      not null,
    due_on         date        not null,
    document_name  text        not null check (document_name <> '' and length(document_name) <= 120),
    document_id    uuid        not null references documents,
    payment_status text        not null check (payment_status in ('PENDING', 'FAILED', 'SUCCEEDED')),
    statement_id   uuid, -- the producer's bill that it is in
    version        integer     not null default 1 check (version > 0),
    created_at     timestamptz not null,
    constraint legacy_bills_pkey primary key (operation_id, id),
    constraint legacy_bills_id_key unique (id),
    constraint legacy_bills_type_check check ((bill_type = 'participant') = (consumer_id is not null)),
    constraint legacy_bills_days_excl exclude using gist (operation_id with =, producer_id with =, consumer_id with =, daterange(first_day, end_day) with &&),
    foreign key (operation_id, producer_id) references participants (operation_id, id),
    foreign key (operation_id, consumer_id) references participants (operation_id, id),
    foreign key (operation_id, statement_id) references legacy_bills (operation_id, id)
);
create index legacy_bills_consumer on legacy_bills (operation_id, consumer_id);
create index legacy_bills_statement on legacy_bills (operation_id, statement_id);
create index legacy_bills_document on legacy_bills (document_id);

-- Operations that were moved from the old billing engine to the newer one, each once.
create table legacy_migrations (
    operation_id  uuid        not null primary key references operations,
    migrated_at   timestamptz not null,
    migrated_by   uuid        references users,
    prices        text        not null check (prices in ('', 'INCLUDING_VAT', 'EXCLUDING_VAT')),
    plans         integer     not null check (plans >= 0),
    subscriptions integer     not null check (subscriptions >= 0),
    finished      integer     not null check (finished >= 0) -- contracts of which nothing was left to bill
);
create index legacy_migrations_user on legacy_migrations (migrated_by);
