-- +goose Up
-- In whose name an issuer collects by SEPA direct debit.
create table creditors (
    operation_id      uuid        not null references operations,
    id                uuid        not null,
    billing_entity_id uuid        not null,
    name              text        not null check (name <> '' and length(name) <= 70),
    ics               text        not null check (ics ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{4,31}$'),
    iban_sealed       bytea       not null, -- encrypted
    bic               text        not null default '',
    reconciliation_id text        not null default '' check (length(reconciliation_id) < 15),
    message           text        not null default 'PAIN_008_001_08' check (message in ('PAIN_008_001_08', 'PAIN_008_001_02')),
    lead_days         integer     not null default 3 check (lead_days between 1 and 14), -- banking days that the bank wants
    version           integer     not null default 1 check (version > 0),
    created_at        timestamptz not null,
    constraint creditors_pkey primary key (operation_id, id),
    constraint creditors_id_key unique (id),
    constraint creditors_entity_key unique (operation_id, billing_entity_id),
    constraint creditors_ics_key unique (operation_id, id, ics),
    foreign key (operation_id, billing_entity_id) references billing_entities
);

create index creditors_ics on creditors (ics);

-- The leave of a debtor. The ICS is that of the creditor, which is fixed while it has mandates.
create table mandates (
    operation_id      uuid        not null references operations,
    id                uuid        not null,
    creditor_id       uuid        not null,
    ics               text        not null,
    rum               text        not null check (rum ~ '^[^ ]{1,35}$'),
    participant_id    uuid        not null references participants (id) on delete cascade,
    debtor_name       text        not null check (debtor_name <> '' and length(debtor_name) <= 70),
    iban_sealed       bytea       not null, -- encrypted
    bic               text        not null default '',
    scheme            text        not null check (scheme in ('CORE', 'B2B')),
    signed_on         date        not null,
    last_collected_on date,
    revoked_on        date        check (revoked_on >= signed_on),
    reconciliation_id text        not null default '' check (length(reconciliation_id) < 15),
    version           integer     not null default 1 check (version > 0),
    created_at        timestamptz not null,
    constraint mandates_pkey primary key (operation_id, id),
    constraint mandates_id_key unique (id),
    constraint mandates_creditor_fkey foreign key (operation_id, creditor_id, ics) references creditors (operation_id, id, ics)
);
-- A RUM is unique for an ICS over all operations, and capitals do not count.
create unique index mandates_rum_key on mandates (ics, upper(rum));
create index mandates_creditor on mandates (operation_id, creditor_id);
create index mandates_participant on mandates (participant_id);

-- The accounts that a mandate was on before.
create table mandate_amendments (
    operation_id uuid        not null,
    mandate_id   uuid        not null,
    version      integer     not null, -- of the mandate, the last with this account
    iban_sealed  bytea       not null,
    bic          text        not null default '',
    until        timestamptz not null,
    constraint mandate_amendments_pkey primary key (operation_id, mandate_id, version),
    foreign key (operation_id, mandate_id) references mandates on delete cascade
);

-- Orders to collect that were made, each with its file. The operation is that of the issuer they were
-- asked of; invoices of others may be in it, of the same creditor.
create table collections (
    operation_id uuid        not null references operations,
    id           uuid        not null,
    creditor_id  uuid        not null,
    ics          text        not null,
    message_id   text        not null check (length(message_id) between 1 and 35),
    set_hash     bytea       not null, -- of its invoices: the same set gives the same file
    status       text        not null check (status in ('EXPORTED', 'CANCELLED')),
    first_on     date        not null,
    last_on      date        not null check (last_on >= first_on),
    month        date        not null, -- first day of the last month that its invoices bill
    amount_cents bigint      not null check (amount_cents > 0),
    invoices     integer     not null check (invoices > 0),
    returned     boolean     not null default false, -- an invoice came back: the set may be asked for anew
    document_id  uuid        not null references documents,
    created_by   uuid        not null references users,
    created_at   timestamptz not null,
    cancelled_at timestamptz check ((cancelled_at is not null) = (status = 'CANCELLED')),
    version      integer     not null default 1 check (version > 0),
    constraint collections_pkey primary key (operation_id, id),
    constraint collections_id_key unique (id),
    constraint collections_message_key unique (message_id),
    foreign key (operation_id, creditor_id) references creditors
);
create unique index collections_set_key on collections (ics, set_hash) where status = 'EXPORTED' and not returned;

-- What was asked of whom. An invoice is held by at most one collection: it is let go of when that one
-- is cancelled, or when the money came back.
create table collected_invoices (
    operation_id  uuid        not null, -- of the invoice
    collection_id uuid        not null references collections (id),
    invoice_id    uuid        not null references invoices (id),
    mandate_id    uuid        not null references mandates (id),
    end_to_end_id text        not null check (length(end_to_end_id) between 1 and 35),
    collect_on    date        not null,
    sequence      text        not null check (sequence in ('RCUR')),
    scheme        text        not null check (scheme in ('CORE', 'B2B')),
    amount_cents  bigint      not null check (amount_cents > 0),
    held          boolean     not null default true,
    constraint collected_invoices_pkey primary key (collection_id, invoice_id)
);
create unique index collected_invoices_held_key on collected_invoices (invoice_id) where held;
create index collected_invoices_operation on collected_invoices (operation_id);
create index collected_invoices_invoice on collected_invoices (invoice_id);
create index collected_invoices_mandate on collected_invoices (mandate_id);
create index collected_invoices_end_to_end on collected_invoices (end_to_end_id);

-- What was paid of invoices, and what came back: their payment status follows from it. One that was
-- recorded by mistake is withdrawn, and stays.
create table settlements (
    operation_id uuid        not null,
    id           uuid        not null,
    invoice_id   uuid        not null references invoices (id),
    kind         text        not null check (kind in ('PAYMENT', 'RETURN')),
    amount_cents bigint      not null check (amount_cents > 0),
    booked_on    date        not null,
    reference    text        not null default '' check (length(reference) <= 140),
    created_by   uuid        not null references users,
    created_at   timestamptz not null,
    withdrawn_by uuid        references users,
    withdrawn_at timestamptz,
    constraint settlements_pkey primary key (operation_id, id),
    constraint settlements_withdrawn_check check ((withdrawn_by is null) = (withdrawn_at is null)),
    foreign key (operation_id, invoice_id) references invoices
);
create index settlements_invoice on settlements (invoice_id);

-- What holds of an invoice: paid less what came back.
-- +goose StatementBegin
create function settled_cents(invoice uuid) returns bigint language sql stable as $$
    select coalesce(sum(case kind when 'PAYMENT' then amount_cents else -amount_cents end), 0)::bigint
    from settlements where invoice_id = invoice and withdrawn_at is null
$$;
-- +goose StatementEnd
