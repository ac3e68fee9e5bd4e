-- +goose Up
-- What issued invoices would be by the curves of now, and what was decided of the difference. One row
-- an invoice; where it stands follows from it (correction_state).
create table corrections (
    operation_id      uuid        not null references operations,
    id                uuid        not null,
    invoice_id        uuid        not null,
    source_hash       bytea       not null, -- what the invoice would be made from now
    differs           boolean     not null, -- false: the curves say again what was billed
    offered           boolean     not null, -- by the threshold: somebody is asked to decide
    priced            boolean     not null, -- what it would cost now is known
    energy_after      bigint      not null, -- milliwatt-hours
    net_after_cents   bigint      not null,
    amount_after_cents bigint     not null, -- incl. VAT
    greatest_cents    bigint      not null check (greatest_cents >= 0),
    pairs             jsonb       not null,
    problem           jsonb, -- why its days cannot be drafted anew; null = they can
    decision          text        check (decision in ('CORRECT', 'KEEP')),
    reason            text        not null default '',
    decided_by        uuid        references users,
    decided_at        timestamptz,
    found_at          timestamptz not null,
    seen_at           timestamptz not null,
    constraint corrections_pkey primary key (operation_id, id),
    constraint corrections_id_key unique (id),
    constraint corrections_invoice_key unique (invoice_id),
    constraint corrections_decided_check check ((decision is null) = (decided_at is null)),
    constraint corrections_offered_check check (differs or not offered),
    foreign key (operation_id, invoice_id) references invoices (operation_id, id)
);
create index corrections_waiting on corrections (operation_id) where offered and decision is null;

-- From which difference on an operation is asked to decide; without a row: the product's.
create table correction_thresholds (
    operation_id uuid        primary key references operations,
    amount_cents bigint      not null check (amount_cents >= 0),
    updated_by   uuid        not null references users,
    updated_at   timestamptz not null
);

-- Whether all days of an invoice that was taken back are billed anew, as far as their sites take part.
-- +goose StatementBegin
create function billed_anew(invoice uuid) returns boolean language sql stable as $$
    select not exists (
        select from billed_spans s join subscriptions u on u.id = s.subscription_id
        left join participants c on c.id = u.consumer_id left join participants p on p.id = u.producer_id
        where s.invoice_id = invoice and not u.billed @> (daterange(s.from_date, s.to_date) * daterange(u.start_date, u.end_date)
            * case when u.consumer_id is null then '(,)'::daterange else coalesce(c.activation, 'empty') end
            * case when u.producer_id is null then '(,)'::daterange else coalesce(p.activation, 'empty') end))
$$;
create function correction_state(c corrections, invoice_status text) returns text language sql stable as $$
    select case
        when invoice_status = 'CANCELLED' then case when billed_anew(c.invoice_id) then 'DONE' else 'DECIDED' end
        when not c.differs then 'GONE'
        when c.decision = 'KEEP' then 'KEPT'
        when c.offered then 'OPEN'
        else 'RECORDED'
    end
$$;
-- +goose StatementEnd
