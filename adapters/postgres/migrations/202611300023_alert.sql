-- +goose Up
-- A fact that somebody should look at, from when it was found until it was gone.
create table alerts (
    id             uuid        primary key,
    operation_id   uuid        not null references operations,
    rule           text        not null check (rule <> ''),
    participant_id uuid        references participants (id) on delete cascade, -- the site it is about
    month          date        check (extract(day from month) = 1),            -- the month it is about
    severity       text        not null check (severity in ('URGENT', 'WARNING', 'NOTICE')),
    figures        jsonb       not null,
    energy_mwh     bigint,
    amount_cents   bigint,
    action         text        not null check (action <> ''),
    opened_at      timestamptz not null,
    seen_at        timestamptz not null check (seen_at >= opened_at),
    ended_at       timestamptz check (ended_at >= opened_at)
);
-- One live alert of a rule about one thing.
create unique index alerts_live on alerts (operation_id, rule, participant_id, month) nulls not distinct where ended_at is null;
create index alerts_ended on alerts (operation_id, ended_at desc) where ended_at is not null;
create index alerts_participant on alerts (participant_id);

-- What is kept quiet up to a day, also when its alert ends and another one opens.
create table alert_mutes (
    operation_id   uuid        not null references operations,
    rule           text        not null,
    participant_id uuid        references participants (id) on delete cascade,
    month          date,
    until_day      date        not null,
    reason         text        not null check (reason <> ''),
    muted_by       uuid        not null references users,
    muted_at       timestamptz not null
);
create unique index alert_mutes_subject on alert_mutes (operation_id, rule, participant_id, month) nulls not distinct;
create index alert_mutes_participant on alert_mutes (participant_id);

create table alert_reads (
    alert_id uuid        not null references alerts on delete cascade,
    user_id  uuid        not null references users on delete cascade,
    read_at  timestamptz not null,
    constraint alert_reads_pkey primary key (alert_id, user_id)
);
create index alert_reads_user on alert_reads (user_id);

-- What an operation has chosen for a rule.
create table alert_rules (
    operation_id uuid    not null references operations,
    rule         text    not null,
    threshold    integer, -- null = the default
    off          boolean not null,
    constraint alert_rules_pkey primary key (operation_id, rule)
);

-- Who wants no mails about an operation.
create table alert_mail_refusals (
    operation_id uuid not null references operations,
    user_id      uuid not null references users on delete cascade,
    constraint alert_mail_refusals_pkey primary key (operation_id, user_id)
);

-- Who asks for a look: a row a change, without a key, so that nobody waits for another.
create table alert_wishes (
    operation_id uuid not null references operations
);
create index alert_wishes_operation on alert_wishes (operation_id);

create table alert_looks (
    operation_id uuid        primary key references operations,
    begun_at     timestamptz not null, -- the last that began: one that fails waits its turn
    at           timestamptz           -- the last that came to its end; null = none yet
);

-- A mail to one person about what is new: one a day about an operation.
create table alert_digests (
    id           uuid        primary key, -- names the mail for ever
    operation_id uuid        not null references operations,
    user_id      uuid        not null references users on delete cascade,
    day          date        not null,
    queued_at    timestamptz not null,
    sent_at      timestamptz,
    constraint alert_digests_day_key unique (operation_id, user_id, day)
);

-- An alert is told once to a person.
create table alert_digest_lines (
    alert_id  uuid not null references alerts on delete cascade,
    user_id   uuid not null references users on delete cascade,
    digest_id uuid not null references alert_digests on delete cascade,
    constraint alert_digest_lines_pkey primary key (alert_id, user_id)
);
create index alert_digest_lines_digest on alert_digest_lines (digest_id);
