-- +goose Up
create table plans (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    name           text        not null check (name <> ''),
    description    text        not null default '',
    period         text        not null check (period in ('MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'TWICE_A_YEAR', 'YEARLY')),
    payment_method text        not null check (payment_method in ('transfer', 'debit', 'cheque', 'publicTreasuryPaymentOrder', 'publicTreasuryDebit')),
    term_days      integer     not null check (term_days between 0 and 60),
    version        integer     not null default 1 check (version > 0),
    created_at     timestamptz not null,
    constraint plans_pkey primary key (operation_id, id),
    constraint plans_name_key unique (operation_id, name)
);

create table plan_charges (
    operation_id     uuid    not null,
    plan_id          uuid    not null,
    position         integer not null,
    code             text    not null check (code <> ''),
    name             text    not null default '',
    type             text    not null check (type in ('FIXED', 'PER_UNIT')),
    usage            text    not null default '',
    price_micro_euro bigint  not null check (price_micro_euro > 0),
    vat_rate         integer check (vat_rate between 0 and 10000), -- hundredths of a percent; null = the regime's
    constraint plan_charges_pkey primary key (operation_id, plan_id, position),
    constraint plan_charges_code_key unique (operation_id, plan_id, code),
    constraint plan_charges_usage_check check ((type = 'FIXED') = (usage = '')),
    foreign key (operation_id, plan_id) references plans
);

-- Days are half-open; an end of null is open. A pair has one plan a day.
create table subscriptions (
    operation_id      uuid        not null references operations,
    id                uuid        not null,
    consumer_id       uuid        references participants (id),
    producer_id       uuid        references participants (id), -- null = from all, by the operation
    plan_id           uuid        not null,
    start_date        date        not null,
    end_date          date        check (end_date >= start_date),
    closed_by         uuid, -- the next one of the pair, which ended this one
    end_before_closed date, -- what end_date was before that
    created_at        timestamptz not null,
    constraint subscriptions_pkey primary key (operation_id, id),
    constraint subscriptions_id_key unique (id),
    constraint subscriptions_side_check check (consumer_id is not null or producer_id is not null),
    constraint subscriptions_pair_excl exclude using gist (
        operation_id with =,
        (coalesce(consumer_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
        (coalesce(producer_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
        daterange(start_date, end_date) with &&),
    foreign key (operation_id, plan_id) references plans
);
create index subscriptions_consumer on subscriptions (consumer_id);
create index subscriptions_producer on subscriptions (producer_id);
create index subscriptions_plan on subscriptions (operation_id, plan_id);
