-- +goose Up
-- The client's own number of the contract that its invoices are under (BT-12 of EN 16931).
alter table billable_entities add column contract text not null default '';

-- What is taken off a line: a part of quantity times price, in hundredths of a percent; all three or none.
alter table invoice_lines add column discount_percentage integer check (discount_percentage between 1 and 10000);
alter table invoice_lines add column discount_reason text;
alter table invoice_lines add column discount_cents bigint;
alter table invoice_lines add constraint invoice_lines_discount_check check (
    (discount_percentage is null) = (discount_cents is null) and (discount_percentage is null) = (discount_reason is null) and (discount_percentage is null or unit <> 'ONE'));

-- The part of its prices that a pair does not pay for some days, half-open. A pair has one a day.
create table discounts (
    operation_id uuid        not null references operations,
    id           uuid        not null,
    consumer_id  uuid        not null references participants (id) on delete cascade,
    producer_id  uuid        references participants (id) on delete cascade, -- null = from all, by the operation
    start_date   date        not null,
    end_date     date        check (end_date > start_date),
    percentage   integer     not null check (percentage between 1 and 10000), -- hundredths of a percent
    reason       text        not null check (reason <> ''),
    created_by   uuid        not null references users,
    created_at   timestamptz not null,
    constraint discounts_pkey primary key (operation_id, id),
    constraint discounts_pair_excl exclude using gist (
        operation_id with =,
        consumer_id with =,
        (coalesce(producer_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
        daterange(start_date, end_date) with &&)
);
create index discounts_consumer on discounts (consumer_id);
create index discounts_producer on discounts (producer_id);

-- Amounts that are to stand once on an invoice of an issuer to a client. One that is withdrawn stays, as
-- issued invoices may name it.
create table adjustments (
    operation_id       uuid        not null references operations,
    id                 uuid        not null,
    billing_entity_id  uuid        not null,
    billable_entity_id uuid        not null,
    kind               text        not null check (kind in ('ALLOWANCE', 'CHARGE')),
    amount_cents       bigint      not null check (amount_cents > 0),
    vat_rate           integer     check (vat_rate between 0 and 10000), -- hundredths of a percent; null = the regime's
    reason             text        not null check (reason <> ''),
    created_by         uuid        not null references users,
    created_at         timestamptz not null,
    withdrawn_by       uuid        references users,
    withdrawn_at       timestamptz,
    constraint adjustments_pkey primary key (operation_id, id),
    constraint adjustments_id_key unique (id),
    constraint adjustments_withdrawn_check check ((withdrawn_by is null) = (withdrawn_at is null)),
    foreign key (operation_id, billing_entity_id) references billing_entities,
    foreign key (operation_id, billable_entity_id) references billable_entities
);
create index adjustments_client on adjustments (operation_id, billable_entity_id);

-- Those of an invoice as they were made. One that holds is on an invoice that stands, or on its draft: no
-- adjustment is on two. A credit note repeats them and holds none.
create table invoice_adjustments (
    invoice_id    uuid    not null references invoices (id) on delete cascade,
    position      integer not null,
    adjustment_id uuid    not null references adjustments (id),
    kind          text    not null check (kind in ('ALLOWANCE', 'CHARGE')),
    amount_cents  bigint  not null check (amount_cents > 0),
    vat_rate      integer not null check (vat_rate between 0 and 10000),
    reason        text    not null check (reason <> ''),
    holds         boolean not null,
    constraint invoice_adjustments_pkey primary key (invoice_id, position)
);
create unique index invoice_adjustments_once on invoice_adjustments (adjustment_id) where holds;
create index invoice_adjustments_adjustment on invoice_adjustments (adjustment_id);

-- Those of an issued invoice never change, but that they hold no more when it is taken back.
-- +goose StatementBegin
create function keep_issued_adjustments() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and to_jsonb(new) - 'holds' = to_jsonb(old) - 'holds' and not new.holds then
        return new;
    end if;
    if (tg_op <> 'INSERT' and exists (select from invoices i where i.id = old.invoice_id and i.number is not null))
        or (tg_op <> 'DELETE' and exists (select from invoices i where i.id = new.invoice_id and i.number is not null)) then
        raise exception 'an adjustment of an issued invoice cannot change' using errcode = 'restrict_violation';
    end if;
    if tg_op = 'DELETE' then
        return old;
    end if;
    return new;
end
$$;
-- +goose StatementEnd
create trigger invoice_adjustments_issued before insert or update or delete on invoice_adjustments
    for each row execute function keep_issued_adjustments();
