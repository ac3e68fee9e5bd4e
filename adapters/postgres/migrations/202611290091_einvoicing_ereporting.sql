-- +goose Up
-- How a legal seller reports its sales that no e-invoice tells the administration of.
create table ereport_settings (
    seller        text        primary key check (seller <> ''), -- SIREN
    regime        text        not null check (regime in ('', 'NORMAL_MONTHLY', 'NORMAL_QUARTERLY', 'SIMPLIFIED', 'FRANCHISE')),
    untaxed       text        not null check (untaxed in ('TNT1', 'TLB1')),
    day_of        text        not null check (day_of in ('PERIOD_END', 'ISSUE')),
    since         date        not null,
    platform_code text        not null check (platform_code ~ '^[A-Z0-9]{4}$'),
    version       integer     not null check (version > 0),
    changed_by    uuid        references users,
    changed_at    timestamptz not null
);

-- What was reported of a period, each time anew and whole. It never changes.
create table ereports (
    id            uuid        primary key,
    operation_id  uuid        not null references operations, -- where it was asked for
    seller        text        not null,
    period_start  date        not null,
    period_end    date        not null, -- the first day after it
    sequence      integer     not null check (sequence > 0),
    kind          text        not null check (kind in ('IN', 'RE')),
    number        text        not null check (length(number) <= 50),
    document_id   uuid        not null references documents,
    sha256        text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
    digest        text        not null, -- of what it says, whenever it was written
    by_hand       boolean     not null, -- handed over by a person; otherwise by a transmission
    invoices      integer     not null,
    net_cents     bigint      not null,
    tax_cents     bigint      not null,
    created_by    uuid        references users,
    created_at    timestamptz not null,
    constraint ereports_sequence_key unique (seller, period_start, sequence),
    constraint ereports_number_key unique (seller, number),
    constraint ereports_period_key unique (id, period_start),
    check (period_end > period_start + 1)
);
create index ereports_operation on ereports (operation_id);
create index ereports_document on ereports (document_id);
create index ereports_author on ereports (created_by);
create index ereport_settings_author on ereport_settings (changed_by);

-- Which invoices a report counts. One of them is of one period for ever: a later report of the same period
-- counts it again, one of another period never.
create table ereport_invoices (
    ereport_id   uuid not null,
    invoice_id   uuid not null references invoices (id),
    period_start date not null,
    constraint ereport_invoices_pkey primary key (ereport_id, invoice_id),
    foreign key (ereport_id, period_start) references ereports (id, period_start),
    constraint ereport_invoices_period_excl exclude using gist (invoice_id with =, period_start with <>)
);
create index ereport_invoices_invoice on ereport_invoices (invoice_id);

alter table transmissions add column ereport_id uuid references ereports;
alter table transmissions alter column invoice_id drop not null;
alter table transmissions drop constraint transmissions_subject_check;
alter table transmissions add constraint transmissions_subject_check check (subject in ('INVOICE', 'COLLECTION', 'EREPORT') and (subject = 'EREPORT') = (ereport_id is not null)
    and (subject = 'EREPORT') = (invoice_id is null));
create unique index transmissions_live_report_key on transmissions (ereport_id) where state not in ('REFUSED', 'WITHDRAWN');
