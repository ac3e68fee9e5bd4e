-- +goose Up
-- A sharing operation and its PMO (interlocutor). The external id is the operator's; files,
-- folders and sheets are named by it, so it has a form (core/operation.checkExternalID).
create table operations (
    id                uuid             primary key,
    external_id       text             not null check (external_id <> ''),
    name              text             not null check (name <> ''),
    type              text             not null check (type in ('OPEN', 'PATRIMONIAL')),
    dso               text             not null check (dso in ('ENEDIS', 'SRD', 'SER', 'GREENALP', 'SIBELGA', 'FAKE')),
    billing_engine    text             check (billing_engine in ('ENGINE_2025')), -- null = the old engine
    jdb_toggle        boolean          not null default false,
    functionalities   text[]           not null default '{}' check (functionalities <@ array['ACI', 'GES_KPI']),
    use_enphase_data  boolean          not null default false,
    anniversary_date  date             not null default '2020-01-01',
    latitude          double precision check (latitude between -90 and 90), -- degrees (WGS 84)
    longitude         double precision check (longitude between -180 and 180),
    primary_color     text             not null default '#001e62' check (primary_color ~ '^#[0-9a-f]{6}$'),
    secondary_color   text             not null default '#f3b617' check (secondary_color ~ '^#[0-9a-f]{6}$'),
    logo_id           uuid, -- a document; also the PMO's
    pmo_legal_name    text             not null default '',
    pmo_legal_number  text             not null default '',
    pmo_tax_id        text             not null default '',
    pmo_address       text             not null default '',
    pmo_post_code     text             not null default '',
    pmo_city          text             not null default '',
    pmo_country       text             not null check (pmo_country ~ '^[A-Z]{2}$'),
    pmo_email         text             not null default '',
    pmo_phone_number  text             not null default '',
    pmo_contact_name  text             not null default '',
    pmo_vat_franchise boolean          not null default false,
    sites_stamp       bigint           not null default 0, -- changes with the sites (stamp_sites)
    sites_stamped_by  xid8,                                -- the transaction that last did
    version           integer          not null default 1 check (version > 0),
    created_at        timestamptz      not null,
    constraint operations_external_id_key unique (external_id),
    constraint operations_external_id_form check (external_id ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$'),
    constraint operations_position_whole check ((latitude is null) = (longitude is null))
);

-- Who runs and who observes an operation. An account has one role, so it is here
-- with that role or not at all. An organizer may be less than a full one in an operation.
create table operation_members (
    operation_id uuid not null references operations,
    user_id      uuid not null references users on delete cascade,
    role         text not null check (role in ('organizer', 'observer')),
    narrowed_to  text check (narrowed_to in ('accountant', 'reader')), -- null = all that the role gives
    view         text check (view in ('SIMPLE', 'FULL')), -- how much of it somebody wants to see; null = as many sites as it has decide
    constraint operation_members_pkey primary key (operation_id, user_id),
    constraint operation_members_narrowed_check check (narrowed_to is null or role = 'organizer')
);
create index operation_members_user on operation_members (user_id);

-- Places in an operation that are proposed to whoever has an account at an address, or gets one
-- by it. An accepted one is a member.
create table member_invitations (
    id           uuid        primary key,
    operation_id uuid        not null references operations on delete cascade,
    email        text        not null check (email = lower(email) and email like '%_@_%'),
    role         text        not null check (role in ('organizer', 'observer')),
    narrowed_to  text        check (narrowed_to in ('accountant', 'reader')),
    language     text        not null check (language in ('fr', 'nl')), -- of an account that is opened for it
    status       text        not null check (status in ('PENDING', 'DECLINED')),
    invited_by   uuid        references users, -- null = the installation itself
    invited_at   timestamptz not null,
    expires_at   timestamptz not null,
    constraint member_invitations_address_key unique (operation_id, email),
    constraint member_invitations_narrowed_check check (narrowed_to is null or role = 'organizer')
);
create index member_invitations_email on member_invitations (email) where status = 'PENDING';

-- Work that goes on after the answer to who asked for it, of every kind (docs/adr/0036). A job
-- has the id of what it works on, which refers to it where there is a table of that.
create table jobs (
    id           uuid        primary key,
    operation_id uuid        not null references operations,
    kind         text        not null check (kind ~ '^[a-z][A-Za-z0-9]*$'),
    alone_on     uuid, -- what no other live job of the kind may work on; null = others may go on beside it
    asked_by     uuid references users, -- null = the server
    agent        text        not null, -- how it was asked for
    parts        integer     not null check (parts > 0),
    input        jsonb, -- null = it stands with what the job works on; so does result
    status       text        not null check (status in ('PENDING', 'SUCCESS', 'FAILURE')),
    attempts     integer     not null default 0,
    done         integer     not null default 0,
    total        integer     not null default 0,
    errors       jsonb       not null default '[]',
    result       jsonb,
    created_at   timestamptz not null,
    alive_at     timestamptz not null, -- last sign of life
    finished_at  timestamptz,
    constraint jobs_finished_check check ((status = 'PENDING') = (finished_at is null))
);
create unique index jobs_live_key on jobs (kind, alone_on) where status = 'PENDING';
create index jobs_operation on jobs (operation_id, kind, created_at desc, id desc);
create index jobs_asker on jobs (asked_by, created_at desc) where asked_by is not null;
create index jobs_alive on jobs (alive_at) where status = 'PENDING';

-- Files in the object store, each under kind/operation/id. One that arrives is not named by
-- anything yet, or any more; one that is named by nothing for a day leaves, and then its row is removed.
-- What names a document refers to its row.
create table documents (
    id           uuid        primary key,
    operation_id uuid        not null references operations,
    kind         text        not null check (kind ~ '^[a-z][a-z-]*$'),
    sha256       bytea       not null check (length(sha256) = 32), -- of the content
    size         bigint      not null check (size >= 0), -- bytes
    content_type text        not null,
    state        text        not null check (state in ('ARRIVING', 'STORED', 'LEAVING')),
    expected_at  timestamptz not null -- since when it arrives
);
create unique index documents_content_key on documents (operation_id, kind, sha256) where state <> 'LEAVING';
create index documents_open on documents (expected_at) where state <> 'STORED';
alter table operations add constraint operations_logo_fkey foreign key (logo_id) references documents;
