-- +goose Up
-- Files of collections on their way to the bank's client, each laid down once: what is being named lies
-- there whole under its temporary name, and only naming takes that name away.
create table collection_handovers (
    operation_id  uuid        not null references operations,
    collection_id uuid        not null primary key references collections (id),
    place         text        not null check (place <> ''),
    file_name     text        not null check (file_name <> ''),
    sha256        text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size          bigint      not null check (size > 0),
    state         text        not null check (state in ('WAITING', 'NAMING', 'DONE', 'FAILED')),
    attempts      integer     not null default 0 check (attempts >= 0),
    temporary     text,
    asked_by      uuid        references users,
    asked_at      timestamptz not null,
    next_at       timestamptz not null,
    done_at       timestamptz check ((done_at is not null) = (state = 'DONE')),
    trouble       text        check (trouble in ('UNREACHABLE', 'NOT_STORED')),
    constraint collection_handovers_file_key unique (file_name),
    constraint collection_handovers_naming_check check (state <> 'NAMING' or temporary is not null)
);
create index collection_handovers_due on collection_handovers (next_at) where state in ('WAITING', 'NAMING');
create index collection_handovers_operation on collection_handovers (operation_id);
create index collection_handovers_user on collection_handovers (asked_by);

-- Files that the bank's client laid down for us, and what became of them.
create table returned_files (
    operation_id uuid        not null references operations,
    id           uuid        not null,
    name         text        not null check (name <> ''),
    sha256       text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
    taken_at     timestamptz not null,
    problem      jsonb,      -- why it was refused; null = it was taken in
    constraint returned_files_pkey primary key (operation_id, id),
    constraint returned_files_file_key unique (operation_id, name, sha256)
);
