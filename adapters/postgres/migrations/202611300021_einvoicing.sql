-- +goose Up
-- By which platform or access point the invoices of a legal seller travel.
create table einvoice_connections (
    operation_id       uuid        not null references operations,
    id                 uuid        not null,
    billing_entity_id  uuid        not null, -- that it was made for; all issuers of the legal person use it
    seller             text        not null check (seller <> ''),
    name               text        not null check (name <> '' and length(name) <= 100),
    kind               text        not null,
    active             boolean     not null,
    settings           jsonb       not null,
    secret_sealed      bytea       not null, -- encrypted
    hook_key_sealed    bytea       not null, -- by which calls of the platform are known, encrypted
    version            integer     not null default 1 check (version > 0),
    created_at         timestamptz not null,
    polled_until       timestamptz not null, -- all that changed at the carrier before is known
    polled_at          timestamptz,
    next_poll_at       timestamptz not null,
    poll_claimed_until timestamptz not null default 'epoch',
    problem            jsonb,
    constraint einvoice_connections_pkey primary key (operation_id, id),
    constraint einvoice_connections_id_key unique (id),
    constraint einvoice_connections_seller_key unique (operation_id, seller),
    foreign key (operation_id, billing_entity_id) references billing_entities
);
create index einvoice_connections_entity on einvoice_connections (operation_id, billing_entity_id);
create index einvoice_connections_due on einvoice_connections (next_poll_at) where active;

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

-- What is on its way. The id is the tracking id that the carrier is given: it is here before anything
-- is sent.
create table transmissions (
    operation_id  uuid        not null,
    id            uuid        not null,
    connection_id uuid        not null constraint transmissions_connection_fkey references einvoice_connections (id),
    invoice_id    uuid        references invoices (id),
    subject       text        not null,
    state         text        not null check (state in ('QUEUED', 'DEPOSITED', 'ACCEPTED', 'DELIVERED', 'REFUSED', 'WITHDRAWN')),
    withdrawn     boolean     not null default false,
    refused_by    text        not null default '' check (refused_by in ('', 'OURS', 'DEPOSIT')),
    refusal       jsonb       not null default '[]',
    carrier_id    text        not null default '',
    ack           text        not null default '' check (ack in ('', 'PENDING', 'OK', 'ERROR')),
    ack_at        timestamptz,
    ack_reasons   jsonb       not null default '[]',
    attempts      integer     not null default 0,
    in_doubt      boolean     not null default false, -- an attempt began whose outcome is not known
    next_at       timestamptz not null,
    claimed_until timestamptz not null default 'epoch',
    attempted_at  timestamptz,
    deposited_at  timestamptz,
    paid_on       date,
    problem       jsonb,
    created_at    timestamptz not null,
    updated_at    timestamptz not null,
    sha256        text        not null default '' check (sha256 = '' or sha256 ~ '^[0-9a-f]{64}$'), -- of the stored document that was handed over, or is about to be
    syntax        text        not null default '', -- how it is written
    ereport_id    uuid        references ereports,
    constraint transmissions_pkey primary key (operation_id, id),
    constraint transmissions_id_key unique (id),
    constraint transmissions_subject_check check (subject in ('INVOICE', 'COLLECTION', 'EREPORT') and (subject = 'EREPORT') = (ereport_id is not null)
        and (subject = 'EREPORT') = (invoice_id is null)),
    foreign key (operation_id, invoice_id) references invoices
);
-- Nothing is sent twice: what is on its way, or has arrived, keeps another from being begun.
create unique index transmissions_live_key on transmissions (invoice_id, subject) where state not in ('REFUSED', 'WITHDRAWN');
create unique index transmissions_live_report_key on transmissions (ereport_id) where state not in ('REFUSED', 'WITHDRAWN');
create index transmissions_list on transmissions (operation_id, created_at desc);
create index transmissions_invoice on transmissions (invoice_id);
create index transmissions_connection on transmissions (connection_id);
create index transmissions_due on transmissions (next_at) where state = 'QUEUED';

-- What carriers and buyers say of it afterwards: a set, to which things are only added.
create table transmission_statuses (
    transmission_id uuid        not null references transmissions (id) on delete cascade,
    code            integer     not null,
    at              timestamptz not null,
    reasons         jsonb       not null default '[]',
    constraint transmission_statuses_pkey primary key (transmission_id, code, at)
);

-- What a carrier gave, each state of it once, as it was.
create table carrier_messages (
    connection_id   uuid        not null references einvoice_connections (id) on delete cascade,
    carrier_id      text        not null,
    updated_at      timestamptz not null,
    outcome         text        not null check (outcome in ('APPLIED', 'IGNORED', 'UNMATCHED', 'UNREADABLE')),
    transmission_id uuid        references transmissions (id),
    number          text        not null default '',
    raw             text        not null default '',
    received_at     timestamptz not null,
    constraint carrier_messages_pkey primary key (connection_id, carrier_id, updated_at)
);
create index carrier_messages_transmission on carrier_messages (transmission_id);
create index carrier_messages_unclear on carrier_messages (connection_id, received_at desc) where outcome in ('UNMATCHED', 'UNREADABLE');

-- Whether a platform has the e-invoice of an invoice, or is about to: said once, as billing, months and
-- einvoicing ask for it. What it was refused may be sent by hand again.
-- +goose StatementBegin
create function at_platform(of_invoice uuid) returns boolean language sql stable parallel safe as $$
    select exists (select from transmissions t where t.invoice_id = of_invoice and t.subject = 'INVOICE' and t.state not in ('REFUSED', 'WITHDRAWN'))
$$;
-- +goose StatementEnd
