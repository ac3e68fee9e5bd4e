-- +goose Up
-- What participants agreed to and took back. A line never changes; it goes with a site that never took part.
create table consents (
    id             uuid        primary key,
    operation_id   uuid        not null,
    participant_id uuid        not null,
    purpose        text        not null check (purpose in ('CURVES', 'MESSAGES')),
    version        text        not null check (version <> ''),
    given          boolean     not null,
    on_day         date        not null,
    how            text        not null check (how in ('ONLINE', 'RECORDED')),
    proof          text        not null check ((how = 'RECORDED') = (proof <> '')),
    recorded_at    timestamptz not null,
    recorded_by    uuid        not null references users,
    constraint consents_participant_fkey foreign key (operation_id, participant_id) references participants (operation_id, id) on delete cascade
);
create index consents_participant on consents (participant_id, recorded_at desc, id desc);
create trigger consents_append_only before update or truncate on consents
    for each statement execute function refuse_change();

-- What participants ask of who runs their operation.
create table site_requests (
    id             uuid        primary key,
    operation_id   uuid        not null,
    participant_id uuid        not null,
    kind           text        not null check (kind in ('LEAVE', 'MOVE', 'WITHDRAWAL')),
    purpose        text,
    day            date,
    note           text        not null,
    asked_at       timestamptz not null,
    asked_by       uuid        not null references users,
    outcome        text        check (outcome in ('DONE', 'REFUSED')),
    answer_note    text,
    answered_at    timestamptz,
    answered_by    uuid        references users,
    constraint site_requests_participant_fkey foreign key (operation_id, participant_id) references participants (operation_id, id) on delete cascade,
    constraint site_requests_shape_check check ((kind = 'WITHDRAWAL') = (purpose is not null) and (kind = 'WITHDRAWAL') = (day is null)),
    constraint site_requests_answer_check check ((outcome is null) = (answer_note is null) and (outcome is null) = (answered_at is null) and (outcome is null) = (answered_by is null))
);
-- One of a kind waits at a time.
create unique index site_requests_waiting on site_requests (participant_id, kind, purpose) nulls not distinct where outcome is null;
create index site_requests_operation on site_requests (operation_id, asked_at desc, id desc);
create index site_requests_participant on site_requests (participant_id, asked_at desc, id desc);
