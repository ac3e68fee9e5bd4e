-- +goose Up
-- Whether a site has left an operation, by a day: Participant.HasLeft of core/participant, and
-- the only place of it in SQL. One without an entry date has not.
create function site_has_left(activation daterange, today date) returns boolean language sql immutable parallel safe as $$
    select coalesce(upper(activation) <= today, false)
$$;

-- One metering site in an operation, for the days of its activation.
create table participants (
    operation_id       uuid             not null references operations,
    id                 uuid             not null,
    name               text             not null check (name <> ''),
    energy_type        text             not null check (energy_type in ('consumer', 'producer')),
    is_prosumer        boolean          not null default false,
    production_type_id smallint         not null default 0, -- 0 = none
    dso_id             text             not null check (dso_id <> ''), -- PRM or EAN
    padt               text             not null default '',
    external_id        text             not null default '',
    segment            text             not null default '',
    contract_power_w   bigint           check (contract_power_w >= 0),
    identity           text             not null default '', -- who holds the contract of the site
    entity_type        text             not null default '',
    entity_type_open   boolean          not null default true, -- the operator's file did not say it, and nobody has since
    siret              text             not null default '', -- SIRET or Belgian enterprise number
    address            text             not null default '',
    post_code          text             not null default '',
    city               text             not null default '',
    department_code    text             not null default '' check (department_code ~ '^([0-9AB]{2,3})?$'), -- of a French department
    insee_code         text             not null default '' check (insee_code ~ '^([0-9][0-9AB][0-9]{3})?$'), -- of a French commune
    latitude           double precision check (latitude between -90 and 90), -- degrees (WGS 84)
    longitude          double precision check (longitude between -180 and 180),
    email              text             not null default '',
    phone              text             not null default '',
    treasury           text             not null default '', -- the public treasury that cashes for a public body
    tags               text[]           not null default '{}' check (cardinality(tags) <= 20), -- the organizer's own words
    user_id            uuid             references users, -- the account that sees the site
    billing_logo_id    uuid             references documents, -- of a producer that the old engine bills for
    activation         daterange        check (not isempty(activation) and not lower_inf(activation)), -- null = no entry date
    entry_date_known   boolean          not null default false,
    dso_status         text             not null default '',
    dso_action         text             not null default '',
    version            integer          not null default 1 check (version > 0),
    created_at         timestamptz      not null,
    updated_at         timestamptz      not null,
    billed_until       date, -- by another tool, its last day included: ours begins on the day after
    constraint participants_pkey primary key (operation_id, id),
    constraint participants_id_key unique (id),
    constraint participants_entity_type_check check (entity_type <> '' or entity_type_open),
    constraint participants_position_whole check ((latitude is null) = (longitude is null))
);
create index participants_dso_id on participants (operation_id, dso_id);
create index participants_user on participants (user_id) where user_id is not null;

-- Who produces is read for each batch of a bill run, and is few among many.
create index participants_producing on participants (operation_id) where energy_type = 'producer' or is_prosumer;

-- Whether an operation has a site that emits is asked with every question about its curves;
-- most have none, and then all their sites were read. 11 is cogeneration (docs/specification.md).
create index participants_emitting on participants (operation_id)
    where (energy_type = 'producer' or is_prosumer) and production_type_id = 11;

-- The global rule "one PRM or EAN in one operation at a time", in a table of its own, so
-- that participants can be spread by operation.
create table site_occupancies (
    participant_id uuid      primary key,
    operation_id   uuid      not null,
    dso_id         text      not null,
    period         daterange not null check (not isempty(period)),
    constraint site_occupancies_period_excl exclude using gist (dso_id with =, period with &&),
    foreign key (operation_id, participant_id) references participants on delete cascade
);

-- operations.sites_stamp changes with who takes part in an operation and what they are
-- called, so that an answer with names is known to be the same without reading a thousand
-- of them. It is kept here, and not by those who write participants: none of them may
-- forget it. A transaction counts once, however many statements it has: each would leave a
-- version of the row that all later ones step over.
-- +goose StatementBegin
create function stamp_sites() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' then
        update operations set sites_stamp = sites_stamp + 1, sites_stamped_by = pg_current_xact_id() where id in (
            select n.operation_id from new_sites n join old_sites o on o.operation_id = n.operation_id and o.id = n.id
            where (o.name, o.dso_id, o.energy_type, o.is_prosumer, o.activation) is distinct from
                (n.name, n.dso_id, n.energy_type, n.is_prosumer, n.activation))
            and sites_stamped_by is distinct from pg_current_xact_id();
    elsif tg_op = 'INSERT' then
        update operations set sites_stamp = sites_stamp + 1, sites_stamped_by = pg_current_xact_id()
            where id in (select operation_id from new_sites) and sites_stamped_by is distinct from pg_current_xact_id();
    else
        update operations set sites_stamp = sites_stamp + 1, sites_stamped_by = pg_current_xact_id()
            where id in (select operation_id from old_sites) and sites_stamped_by is distinct from pg_current_xact_id();
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger participants_added after insert on participants
    referencing new table as new_sites for each statement execute function stamp_sites();
create trigger participants_changed after update on participants
    referencing new table as new_sites old table as old_sites for each statement execute function stamp_sites();
create trigger participants_removed after delete on participants
    referencing old table as old_sites for each statement execute function stamp_sites();

-- A site that is proposed to whoever has an account at an address. An accepted one is the
-- account of the site, and no row any more.
create table site_invitations (
    id             uuid        primary key,
    operation_id   uuid        not null,
    participant_id uuid        not null,
    email          text        not null check (email = lower(email) and email like '%_@_%'),
    status         text        not null check (status in ('PENDING', 'DECLINED')),
    invited_by     uuid        references users, -- null = the installation itself
    invited_at     timestamptz not null,
    expires_at     timestamptz not null,
    constraint site_invitations_participant_key unique (participant_id),
    constraint site_invitations_participant_fkey foreign key (operation_id, participant_id)
        references participants (operation_id, id) on delete cascade
);
create index site_invitations_email on site_invitations (email) where status = 'PENDING';

-- Sessions in which an organizer sees an operation as a participant does, without changing anything.
create table session_views (
    session_id     bytea       primary key references sessions on delete cascade,
    operation_id   uuid        not null,
    participant_id uuid        not null,
    ends_at        timestamptz not null,
    constraint session_views_participant_fkey foreign key (operation_id, participant_id)
        references participants (operation_id, id) on delete cascade
);
create index session_views_participant on session_views (operation_id, participant_id);
create index session_views_ends_at on session_views (ends_at);

-- The form of a newcomer that somebody has left half-way, encrypted: one for each person and
-- operation, that nobody else reads.
create table enrolment_drafts (
    user_id       uuid        not null references users on delete cascade,
    operation_id  uuid        not null references operations on delete cascade,
    step          text        not null default '' check (length(step) <= 40),
    fields_sealed bytea       not null check (length(fields_sealed) <= 65536),
    saved_at      timestamptz not null,
    constraint enrolment_drafts_pkey primary key (user_id, operation_id)
);
create index enrolment_drafts_saved on enrolment_drafts (saved_at);

-- The mails that invite people: to follow a site, to join a team, to choose the password of an
-- account that is there for it. They stay when the invitation is answered or taken back.
create table invitation_mails (
    id             uuid        primary key,
    operation_id   uuid        not null references operations on delete cascade,
    participant_id uuid, -- null = into the team of the operation
    email          text        not null check (email = lower(email) and email like '%_@_%'),
    asked_by       uuid        references users, -- null = the installation itself
    asked_at       timestamptz not null,
    valid_until    timestamptz not null,
    status         text        not null check (status in ('QUEUED', 'SENT', 'WITH_ANOTHER', 'OBSOLETE', 'REFUSED', 'GIVEN_UP')),
    reason         text        not null default '', -- key of what keeps it from arriving
    ended_at       timestamptz,
    constraint invitation_mails_participant_fkey foreign key (operation_id, participant_id)
        references participants (operation_id, id) on delete cascade,
    constraint invitation_mails_ended_check check ((status = 'QUEUED') = (ended_at is null))
);
create index invitation_mails_site on invitation_mails (operation_id, participant_id, asked_at desc) where participant_id is not null;
create index invitation_mails_address on invitation_mails (operation_id, email, asked_at desc) where participant_id is null;

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
