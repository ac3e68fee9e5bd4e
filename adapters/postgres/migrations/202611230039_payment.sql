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
    version           integer     not null default 1 check (version > 0),
    created_at        timestamptz not null,
    constraint creditors_pkey primary key (operation_id, id),
    constraint creditors_id_key unique (id),
    constraint creditors_entity_key unique (operation_id, billing_entity_id),
    constraint creditors_ics_key unique (operation_id, id, ics),
    foreign key (operation_id, billing_entity_id) references billing_entities
);

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
