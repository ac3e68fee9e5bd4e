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

-- What is on its way. The id is the tracking id that the carrier is given: it is here before anything
-- is sent.
create table transmissions (
    operation_id  uuid        not null,
    id            uuid        not null,
    connection_id uuid        not null constraint transmissions_connection_fkey references einvoice_connections (id),
    invoice_id    uuid        not null references invoices (id),
    subject       text        not null check (subject in ('INVOICE', 'COLLECTION')),
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
    constraint transmissions_pkey primary key (operation_id, id),
    constraint transmissions_id_key unique (id),
    foreign key (operation_id, invoice_id) references invoices
);
-- Nothing is sent twice: what is on its way, or has arrived, keeps another from being begun.
create unique index transmissions_live_key on transmissions (invoice_id, subject) where state not in ('REFUSED', 'WITHDRAWN');
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
