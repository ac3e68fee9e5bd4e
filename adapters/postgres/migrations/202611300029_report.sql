-- +goose Up
-- Links to reports of sites, each with the report as it was drawn.
create table report_links (
    id             uuid        primary key,
    operation_id   uuid        not null,
    participant_id uuid        not null,
    period         text        not null check (period ~ '^[0-9]{4}(-[0-9]{2})?$'),
    file_name      text        not null,
    document_id    uuid        not null references documents,
    created_at     timestamptz not null,
    created_by     uuid        not null references users,
    expires_at     timestamptz not null,
    revoked_at     timestamptz,
    opened         integer     not null default 0 check (opened >= 0),
    last_opened_at timestamptz,
    job_id         uuid references jobs, -- the mailing that it was made for
    address        text,        -- of who is mailed
    language       text,
    constraint report_links_participant_fkey foreign key (operation_id, participant_id) references participants (operation_id, id) on delete cascade,
    constraint report_links_mail_check check ((job_id is null) = (address is null) and (job_id is null) = (language is null))
);
create index report_links_participant on report_links (operation_id, participant_id, created_at desc, id desc);
create unique index report_links_mailing on report_links (job_id, participant_id) where job_id is not null;
create index report_links_document on report_links (document_id);
create index report_links_end on report_links (expires_at);
