-- +goose Up
create table invoices (
    operation_id      uuid        not null references operations,
    id                uuid        not null,
    type              text        not null check (type in ('INVOICE', 'CREDIT_NOTE', 'STATEMENT')),
    status            text        not null check (status in ('DRAFT', 'FINALIZED', 'NOT_CHARGED', 'CANCELLED')),
    payment_status    text        not null check (payment_status in ('PENDING', 'FAILED', 'SUCCEEDED')),
    billing_entity_id uuid        not null,
    billable_entity_id uuid       not null,
    producer_id       uuid,
    run_id            uuid,
    period_from       date        not null,
    period_to         date        not null check (period_to > period_from), -- excluded
    payment_method    text        not null,
    term_days         integer     not null,
    energy_milli_wh        bigint      not null,
    net_cents         bigint      not null,
    vat_cents         bigint      not null,
    amount_cents      bigint      not null,
    source_hash       bytea       not null,
    number_owner      text, -- the legal person whose numbers they are
    series            text,
    year              integer,
    sequence          integer,
    number            text,
    issue_date        date,
    due_date          date        check (due_date >= issue_date),
    snapshot          jsonb, -- everything that is printed, frozen
    document_sha256   bytea,
    created_at        timestamptz not null,
    published_at      timestamptz,
    constraint invoices_pkey primary key (operation_id, id),
    constraint invoices_id_key unique (id), -- what foreign keys refer to: no other index can serve their checks
    constraint invoices_total_check check (amount_cents = net_cents + vat_cents),
    constraint invoices_number_check check (
        (number is null and number_owner is null and series is null and year is null and sequence is null and issue_date is null and due_date is null and snapshot is null and published_at is null and document_sha256 is null and status <> 'FINALIZED')
        or (number is not null and number_owner is not null and series is not null and year is not null and sequence is not null and issue_date is not null and due_date is not null and snapshot is not null and published_at is not null and status in ('FINALIZED', 'CANCELLED'))),
    foreign key (operation_id, billing_entity_id) references billing_entities,
    foreign key (operation_id, billable_entity_id) references billable_entities
);
-- Numbers belong to the legal person over all operations (domain 8.2).
create unique index invoices_sequence_key on invoices (number_owner, series, year, sequence) where number is not null;
create index invoices_pair on invoices (operation_id, billing_entity_id, billable_entity_id, status);
create index invoices_list on invoices (operation_id, period_from desc, id desc);
create index invoices_run on invoices (run_id);
create index invoices_undocumented on invoices (published_at) where number is not null and document_sha256 is null;

create table invoice_lines (
    operation_id     uuid    not null,
    invoice_id       uuid    not null,
    position         integer not null,
    subscription_id  uuid    not null,
    consumer_id      uuid    not null,
    site_name        text    not null,
    dso_id           text    not null,
    label            text    not null,
    from_date        date    not null,
    to_date          date    not null, -- excluded
    unit             text    not null check (unit in ('KWH', 'MONTH')),
    quantity_e4      bigint  not null,
    price_micro_euro bigint  not null,
    net_cents        bigint  not null,
    vat_rate         integer not null,
    energy_milli_wh       bigint  not null,
    constraint invoice_lines_pkey primary key (invoice_id, position),
    foreign key (invoice_id) references invoices (id) on delete cascade
);
create index invoice_lines_consumer on invoice_lines (consumer_id);

-- The days of each subscription that an invoice bills. Firm ones are on a published
-- invoice, or were not charged: no day is billed twice.
create table billed_spans (
    operation_id    uuid    not null,
    invoice_id      uuid    not null,
    subscription_id uuid    not null,
    from_date       date    not null,
    to_date         date    not null check (to_date > from_date),
    firm            boolean not null,
    constraint billed_spans_pkey primary key (invoice_id, subscription_id, from_date),
    constraint billed_spans_once_excl exclude using gist (operation_id with =, subscription_id with =, daterange(from_date, to_date) with &&) where (firm),
    foreign key (invoice_id) references invoices (id) on delete cascade,
    foreign key (subscription_id) references subscriptions (id)
);
create index billed_spans_subscription on billed_spans (subscription_id);

-- A counter row, not a sequence: a sequence leaves gaps when a transaction fails.
create table numberings (
    number_owner text    not null,
    series       text    not null,
    year         integer not null,
    next         integer not null check (next > 0),
    last_issue   date    not null,
    constraint numberings_pkey primary key (number_owner, series, year)
);

-- An issued invoice never changes and is never deleted (domain 8.3).
-- +goose StatementBegin
create function keep_issued_invoice() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        raise exception 'invoice % is issued and cannot be deleted', old.number using errcode = 'restrict_violation';
    end if;
    if to_jsonb(new) - '{status,payment_status,document_sha256}'::text[] <> to_jsonb(old) - '{status,payment_status,document_sha256}'::text[]
        or new.status <> old.status and not (old.status = 'FINALIZED' and new.status = 'CANCELLED')
        or old.document_sha256 is not null and new.document_sha256 is distinct from old.document_sha256 then
        raise exception 'invoice % is issued and cannot change', old.number using errcode = 'restrict_violation';
    end if;
    return new;
end
$$;
create function keep_issued_lines() returns trigger language plpgsql as $$
begin
    -- By key, one after the other: a join is planned for tables of another size.
    if exists (select from (select distinct invoice_id from changed) c
        where (select i.number from invoices i where i.id = c.invoice_id) is not null) then
        raise exception 'a line of an issued invoice cannot change' using errcode = 'restrict_violation';
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger invoices_issued before update or delete on invoices
    for each row when (old.number is not null) execute function keep_issued_invoice();
create trigger invoice_lines_inserted after insert on invoice_lines
    referencing new table as changed for each statement execute function keep_issued_lines();
create trigger invoice_lines_updated after update on invoice_lines
    referencing old table as changed for each statement execute function keep_issued_lines();
create trigger invoice_lines_deleted after delete on invoice_lines
    referencing old table as changed for each statement execute function keep_issued_lines();
