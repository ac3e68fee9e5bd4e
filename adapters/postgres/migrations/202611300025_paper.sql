-- +goose Up
-- Papers that people of an operation sign, as they were drawn, and what became of each.
create table papers (
    id                 uuid        primary key,
    operation_id       uuid        not null,
    participant_id     uuid        not null,
    kind               text        not null check (kind in ('PARTICIPATION_AGREEMENT', 'SEPA_MANDATE', 'BILLING_MANDATE', 'TENANT_NOTICE')),
    language           text        not null check (language in ('fr', 'fr-BE', 'nl')),
    lacks              text[]      not null, -- what was left to the hand
    notice_date        date,
    refusal_until      date,
    made_at            timestamptz not null,
    made_by            uuid        not null references users,
    document_id        uuid        not null references documents,
    signed_on          date,
    signed_by          text,
    signed_name        text, -- of the file
    signed_document_id uuid references documents,
    refused_on         date,
    refusal_note       text,
    closed_by          uuid        references users, -- who recorded that it was signed or refused
    closed_by_participant boolean     not null default false,
    constraint papers_participant_fkey foreign key (operation_id, participant_id) references participants (operation_id, id) on delete cascade,
    constraint papers_signed_check check ((signed_on is null) = (signed_by is null) and (signed_on is null) = (signed_document_id is null) and (signed_on is null) = (signed_name is null)),
    constraint papers_refused_check check ((refused_on is null) = (refusal_note is null) and (refused_on is null or signed_on is null and kind = 'TENANT_NOTICE')),
    constraint papers_notice_check check ((kind = 'TENANT_NOTICE') = (notice_date is not null) and (notice_date is null) = (refusal_until is null) and notice_date <= refusal_until)
);
create index papers_operation on papers (operation_id, made_at desc, id desc);
create index papers_participant on papers (operation_id, participant_id);
create index papers_document on papers (document_id);
create index papers_signed_document on papers (signed_document_id);
create index papers_closed_by on papers (closed_by) where closed_by is not null;

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
