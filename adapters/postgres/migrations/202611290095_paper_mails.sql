-- +goose Up
-- The mails to who a paper waits for: when it is made, again, and the reminder.
create table paper_mails (
    id           uuid        primary key,
    operation_id uuid        not null references operations,
    paper_id     uuid        not null references papers on delete cascade,
    kind         text        not null check (kind in ('FIRST', 'AGAIN', 'REMINDER')),
    email        text        not null check (email = lower(email) and email like '%_@_%'),
    asked_by     uuid        references users, -- null = the installation itself
    asked_at     timestamptz not null,
    status       text        not null check (status in ('QUEUED', 'SENT', 'OBSOLETE', 'REFUSED', 'GIVEN_UP')),
    reason       text        not null default '', -- key of what keeps it from arriving
    ended_at     timestamptz,
    constraint paper_mails_ended_check check ((status = 'QUEUED') = (ended_at is null))
);
create index paper_mails_paper on paper_mails (paper_id, asked_at desc);
create index paper_mails_operation on paper_mails (operation_id);
create index paper_mails_asked_by on paper_mails (asked_by) where asked_by is not null;
-- One is on its way at a time, and a paper is written about for the first time, and reminded of, once.
create unique index paper_mails_queued_key on paper_mails (paper_id) where status = 'QUEUED';
create unique index paper_mails_once_key on paper_mails (paper_id, kind) where kind <> 'AGAIN';
