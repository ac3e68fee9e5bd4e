-- +goose Up
-- Imports may come from the operator's service or from a drop, and then nobody's
-- account made them.
alter table curve_imports drop constraint curve_imports_kind_check;
alter table curve_imports add constraint curve_imports_kind_check check (kind in ('import', 'upload', 'pull', 'folder'));
alter table curve_imports alter column created_by drop not null;
alter table curve_imports add column days daterange; -- asked for; pulls only
alter table curve_imports add constraint curve_imports_days_check check ((kind = 'pull') = (days is not null));

-- Files of drops that were looked into: a content is imported once.
create table dropped_files (
    operation_id uuid        not null references operations,
    place        text        not null,
    name         text        not null,
    sha256       text        not null check (sha256 ~ '^[0-9a-f]{64}$'),
    size         bigint      not null,
    modified_at  timestamptz not null,
    import_id    uuid        references curve_imports, -- none for a content taken before
    taken_at     timestamptz not null,
    constraint dropped_files_pkey primary key (operation_id, place, name, sha256)
);
create unique index dropped_files_content on dropped_files (operation_id, sha256) where import_id is not null;
