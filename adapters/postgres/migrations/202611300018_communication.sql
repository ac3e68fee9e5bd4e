-- +goose Up
-- What was written to people of an operation; it never changes.
create table messages (
    id           uuid        primary key,
    operation_id uuid        not null references operations,
    subject      text        not null check (subject <> '' and subject !~ '[\r\n]'),
    body         text        not null check (body <> ''),
    sent_by      uuid        not null references users,
    sent_at      timestamptz not null
);
create index messages_operation on messages (operation_id, sent_at desc, id desc);

create table message_attachments (
    message_id  uuid     not null references messages,
    position    smallint not null,
    document_id uuid     not null references documents,
    name        text     not null check (name <> ''),
    constraint message_attachments_pkey primary key (message_id, position)
);

-- A mail: one an address, and one more each time that it is sent again.
create table message_deliveries (
    id         uuid        primary key, -- names the mail for ever
    message_id uuid        not null references messages,
    address    text        not null check (address <> ''),
    language   text        not null check (language in ('fr', 'nl')),
    status     text        not null check (status in ('QUEUED', 'SENT', 'REJECTED', 'FAILED')),
    at         timestamptz not null, -- since when it is so
    constraint message_deliveries_message_key unique (message_id, id)
);

-- Who a mail was for, as they were then; without a mail, who could not be written to. One whose
-- site or account is gone keeps the name.
create table message_recipients (
    message_id     uuid    not null references messages,
    position       integer not null,
    delivery_id    uuid,
    participant_id uuid    references participants (id) on delete set null,
    user_id        uuid    references users on delete set null,
    name           text    not null,
    address        text    not null default '',
    constraint message_recipients_pkey primary key (message_id, position),
    foreign key (message_id, delivery_id) references message_deliveries (message_id, id)
);
create index message_recipients_participant on message_recipients (participant_id);
create index message_recipients_user on message_recipients (user_id);
