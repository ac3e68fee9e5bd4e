-- +goose Up
-- Amounts that organizers assign to a site, or to an operation as a whole.
create table affectations (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    kind           text        not null check (kind in ('EXPENSE', 'INCOME')),
    heading        text        not null check (heading in ('MANAGEMENT', 'INSURANCE', 'MAINTENANCE', 'RENT', 'NETWORK', 'TAX', 'LOAN', 'SUBSIDY', 'SURPLUS', 'OTHER')),
    label          text        not null check (heading <> 'OTHER' or label <> ''),
    day            date        not null,
    amount_cents   bigint      not null check (amount_cents > 0),
    participant_id uuid        references participants (id) on delete set null, -- none = the operation as a whole
    version        integer     not null default 1 check (version > 0),
    created_by     uuid        not null references users,
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    constraint affectations_pkey primary key (operation_id, id)
);
create index affectations_day on affectations (operation_id, day);
create index affectations_participant on affectations (participant_id);

-- What producers get for a kWh that nobody of the operation took, from a month on.
create table surplus_prices (
    operation_id     uuid        not null references operations,
    id               uuid        not null,
    producer_id      uuid        not null references participants (id) on delete cascade,
    start_date       date        not null check (extract(day from start_date) = 1),
    price_micro_euro bigint      not null check (price_micro_euro > 0),
    created_by       uuid        not null references users,
    created_at       timestamptz not null,
    constraint surplus_prices_pkey primary key (operation_id, id),
    constraint surplus_prices_key unique (producer_id, start_date)
);
