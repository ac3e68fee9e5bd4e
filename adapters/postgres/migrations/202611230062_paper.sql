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
    constraint papers_participant_fkey foreign key (operation_id, participant_id) references participants (operation_id, id) on delete cascade,
    constraint papers_signed_check check ((signed_on is null) = (signed_by is null) and (signed_on is null) = (signed_document_id is null) and (signed_on is null) = (signed_name is null)),
    constraint papers_refused_check check ((refused_on is null) = (refusal_note is null) and (refused_on is null or signed_on is null and kind = 'TENANT_NOTICE')),
    constraint papers_notice_check check ((kind = 'TENANT_NOTICE') = (notice_date is not null) and (notice_date is null) = (refusal_until is null) and notice_date <= refusal_until)
);
create index papers_operation on papers (operation_id, made_at desc, id desc);
create index papers_participant on papers (operation_id, participant_id);
create index papers_document on papers (document_id);
create index papers_signed_document on papers (signed_document_id);
