-- +goose Up
-- The ways of issued invoices to their clients. One of an invoice is current; those of before stay to
-- be read. WAITING: a mail that is on its way, or what somebody has to transmit, deposit or print.
create table invoice_deliveries (
    operation_id uuid        not null,
    id           uuid        not null,
    invoice_id   uuid        not null,
    channel      text check (channel in ('MAIL', 'EINVOICE', 'PUBLIC_PORTAL', 'PRINT')), -- null = nobody knows
    state        text        not null check (state in ('WAITING', 'SENT', 'TRANSMITTED', 'PRINTED', 'FAILED', 'UNKNOWN')),
    current      boolean     not null,
    address      text        not null default '',
    attempts     integer     not null default 0 check (attempts >= 0),
    started_by   uuid        references users, -- null = by itself, after publishing
    started_at   timestamptz not null,
    state_at     timestamptz not null,
    day          date, -- of what was done by hand
    ended_by     uuid        references users,
    reference    text        not null default '',
    problem      text        not null default '',
    constraint invoice_deliveries_pkey primary key (operation_id, id),
    constraint invoice_deliveries_id_key unique (id),
    constraint invoice_deliveries_mail_check check ((channel = 'MAIL') is true = (address <> '')),
    constraint invoice_deliveries_way_check check (case
        when channel is null then state = 'UNKNOWN'
        when channel = 'MAIL' then state in ('WAITING', 'SENT', 'FAILED')
        when channel = 'PRINT' then state in ('WAITING', 'PRINTED')
        else state in ('WAITING', 'TRANSMITTED', 'FAILED') end),
    constraint invoice_deliveries_failed_check check ((state = 'FAILED') = (problem <> '')),
    foreign key (operation_id, invoice_id) references invoices (operation_id, id)
);
-- An invoice is on one way at a time, whoever starts it.
create unique index invoice_deliveries_current on invoice_deliveries (invoice_id) where current;
create index invoice_deliveries_invoice on invoice_deliveries (invoice_id);

-- Whether and how invoices of before were sent nobody knows; none of them is asked to be sent now.
insert into invoice_deliveries (operation_id, id, invoice_id, state, current, started_at, state_at)
select operation_id, gen_random_uuid(), id, 'UNKNOWN', true, published_at, published_at from invoices where number is not null;

create table invoice_delivery_settings (
    operation_id uuid    not null references operations,
    automatic    boolean not null,
    constraint invoice_delivery_settings_pkey primary key (operation_id)
);
