-- +goose Up
create table bill_runs (
    operation_id   uuid        not null references operations,
    id             uuid        not null,
    participant_id uuid, -- the producer whose family of calls started it
    bill_up_to     date        not null,
    mode           text        not null check (mode in ('SYNC', 'ASYNC')),
    status         text        not null check (status in ('PENDING', 'SUCCESS', 'FAILURE')),
    started_by     uuid        not null,
    batches        integer     not null,
    created_at     timestamptz not null,
    seen_at        timestamptz not null, -- last sign of life
    finished_at    timestamptz,
    constraint bill_runs_pkey primary key (operation_id, id),
    constraint bill_runs_finished_check check ((status = 'PENDING') = (finished_at is null))
);
create unique index bill_runs_live_key on bill_runs (operation_id) where status = 'PENDING';
create index bill_runs_created on bill_runs (operation_id, created_at desc);

create table bill_run_items (
    operation_id       uuid    not null,
    run_id             uuid    not null,
    position           integer not null,
    batch              integer not null,
    billing_entity_id  uuid    not null,
    billable_entity_id uuid    not null,
    period_from        date    not null, -- the billing period
    period_to          date    not null,
    days_from          date    not null, -- what of it is billed
    days_to            date    not null,
    payment_method     text    not null,
    statement          boolean not null,
    status             text    not null check (status in ('PENDING', 'SUCCESS', 'FAILURE')),
    invoice_id         uuid, -- the draft it made, which a later run may have replaced
    amount_cents       bigint  not null default 0,
    not_charged        boolean not null default false,
    error              text    not null default '',
    error_key          text    not null default '',
    error_params       jsonb   not null default '{}',
    constraint bill_run_items_pkey primary key (operation_id, run_id, batch, position),
    constraint bill_run_items_error_check check ((status = 'FAILURE') = (error_key <> '')),
    foreign key (operation_id, run_id) references bill_runs
);
