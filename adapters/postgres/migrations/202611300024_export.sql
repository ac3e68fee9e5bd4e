-- +goose Up
-- Files that somebody asked for, of sites and their curves. The row has the id of its job, and stays
-- when the file is gone.
create table data_exports (
    id           uuid        primary key,
    operation_id uuid        not null references operations,
    asked_by     uuid        not null references users,
    asker        jsonb       not null, -- what who asked might see then (export.Asker)
    ask          jsonb       not null, -- export.Ask
    language     text        not null check (language in ('fr', 'nl', 'en')),
    created_at   timestamptz not null,
    finished_at  timestamptz,
    file_name    text        not null default '',
    lines        integer     not null default 0 check (lines >= 0),
    expires_at   timestamptz,
    document_id  uuid references documents, -- null before there is a file, and when it is gone
    constraint data_exports_job_fkey foreign key (id) references jobs (id),
    constraint data_exports_finished_check check ((finished_at is null) = (expires_at is null) and (finished_at is null) = (file_name = '') and (finished_at is not null or document_id is null))
);
create index data_exports_own on data_exports (operation_id, asked_by, created_at desc);
create index data_exports_past on data_exports (expires_at) where document_id is not null;
create index data_exports_document on data_exports (document_id);
