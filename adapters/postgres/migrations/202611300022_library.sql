-- +goose Up
-- Folders of an operation and the documents in them. Depths grow by one from a folder to what is in
-- it, so that no folder is in itself and no tree is deeper than it may be, whoever writes.
create table library_entries (
    operation_id uuid        not null references operations,
    id           uuid        not null,
    kind         text        not null check (kind in ('FOLDER', 'DOCUMENT')),
    parent_id    uuid,       -- null at the top
    depth        smallint    not null check (depth between 1 and 6), -- 1 at the top
    parent_depth smallint,
    parent_kind  text        check (parent_kind = 'FOLDER'),
    name         text        not null check (name <> '' and name = trim(name)),
    name_key     text        not null check (name_key <> ''), -- library.NameKey of the name
    revision     integer     not null default 1 check (revision > 0),
    created_at   timestamptz not null,
    changed_at   timestamptz not null,
    changed_by   uuid        not null references users,
    trashed_at   timestamptz, -- of what was put into the trash by itself
    constraint library_entries_pkey primary key (operation_id, id),
    constraint library_entries_place_key unique (operation_id, id, depth, kind),
    constraint library_entries_folders_check check (kind = 'DOCUMENT' or depth <= 5),
    constraint library_entries_place_check check (case when parent_id is null then depth = 1 and parent_depth is null and parent_kind is null
        else parent_depth is not null and parent_depth = depth - 1 and parent_kind is not null end),
    constraint library_entries_parent_fkey foreign key (operation_id, parent_id, parent_depth, parent_kind)
        references library_entries (operation_id, id, depth, kind) deferrable initially deferred
);
create unique index library_entries_name_key on library_entries (operation_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name_key) where trashed_at is null;
create index library_entries_parent on library_entries (operation_id, parent_id);

-- What a document was, version after version; it never changes.
create table library_versions (
    operation_id uuid        not null,
    entry_id     uuid        not null,
    number       integer     not null check (number > 0),
    document_id  uuid        not null references documents,
    added_at     timestamptz not null,
    added_by     uuid        not null references users,
    constraint library_versions_pkey primary key (operation_id, entry_id, number),
    constraint library_versions_entry_fkey foreign key (operation_id, entry_id) references library_entries on delete cascade
);
create index library_versions_document on library_versions (document_id);

-- Who of the participants may read an entry, and all that is in it.
create table library_shares (
    id             uuid        primary key,
    operation_id   uuid        not null,
    entry_id       uuid        not null,
    participant_id uuid,       -- null = all of the operation, those to come too
    shared_at      timestamptz not null,
    shared_by      uuid        not null references users,
    constraint library_shares_entry_fkey foreign key (operation_id, entry_id) references library_entries on delete cascade,
    constraint library_shares_participant_fkey foreign key (operation_id, participant_id) references participants (operation_id, id) on delete cascade
);
create unique index library_shares_once on library_shares (operation_id, entry_id, coalesce(participant_id, '00000000-0000-0000-0000-000000000000'));
create index library_shares_participant on library_shares (operation_id, participant_id);

-- Links to documents that need no session, until they end.
create table library_links (
    id             uuid        primary key,
    operation_id   uuid        not null,
    entry_id       uuid        not null,
    expires_at     timestamptz not null,
    created_at     timestamptz not null,
    created_by     uuid        not null references users,
    revoked_at     timestamptz,
    opened         integer     not null default 0 check (opened >= 0),
    last_opened_at timestamptz,
    constraint library_links_entry_fkey foreign key (operation_id, entry_id) references library_entries on delete cascade
);
create index library_links_entry on library_links (operation_id, entry_id);
