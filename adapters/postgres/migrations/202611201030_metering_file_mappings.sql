-- +goose Up
-- What somebody answered about files of an unusual layout, for all files of the
-- operation with the same header. answers: see mapping_file_mappings.go.
create table file_mappings (
    operation_id uuid        not null references operations,
    id           uuid        not null,
    name         text        not null check (name <> ''),
    fingerprint  text        not null check (fingerprint ~ '^[0-9a-f]{32}$'),
    answers      jsonb       not null,
    version      integer     not null check (version > 0),
    created_at   timestamptz not null,
    created_by   uuid        not null,
    updated_at   timestamptz not null,
    constraint file_mappings_pkey primary key (operation_id, id),
    constraint file_mappings_fingerprint_key unique (operation_id, fingerprint)
);

-- Answers that were given for one import only.
alter table curve_imports add column answers jsonb not null default '[]';
