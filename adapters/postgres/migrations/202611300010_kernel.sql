-- +goose Up
-- Exclusion constraints over an id and a period need gist for scalar types.
create extension if not exists btree_gist;

-- Names as people order them: É beside E, Site 2 before Site 10. For ORDER BY only; keys and
-- constraints stay in the collation "C". Two names that differ are never equal in it.
create collation name_order (provider = icu, locale = 'fr-u-kn-true', deterministic = true);

-- A text as searches compare it: lower case, without accents (core/operation.Fold).
create function folded(text) returns text language sql immutable strict parallel safe return
    translate(replace(replace(lower(trim($1) collate name_order), 'œ', 'oe'), 'æ', 'ae'),
        'àâäáçéèêëîïíôöóùûüúÿñ’', 'aaaaceeeeiiiooouuuuyn''');

-- +goose StatementBegin
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
-- +goose StatementEnd

-- Who did what to what: one line per change, written in its transaction.
-- Details hold ids, counts, dates and names of fields; no secret, no personal data.
create table audit_entries (
    id           uuid        primary key,
    at           timestamptz not null, -- lines of one transaction are a microsecond apart and keep their order
    actor_id     uuid,
    agent        text        not null check (agent in ('', 'token', 'job', 'system')),
    action       text        not null check (action <> ''),
    operation_id uuid,
    object_kind  text        not null,
    object_id    uuid,
    request_id   text        not null default '',
    details      jsonb       not null default '{}'
);
create index audit_entries_operation on audit_entries (operation_id, at);
create index audit_entries_object on audit_entries (object_kind, object_id, at);
create index audit_entries_actor on audit_entries (actor_id, at);
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
    for each statement execute function refuse_change();

-- What else a line is about, besides its own object: the invoices of a publication, the
-- sites of an import.
create table audit_objects (
    entry_id    uuid not null references audit_entries,
    object_kind text not null check (object_kind <> ''),
    object_id   uuid not null,
    constraint audit_objects_pkey primary key (object_kind, object_id, entry_id)
);
create trigger audit_objects_append_only before update or delete or truncate on audit_objects
    for each statement execute function refuse_change();

-- The answer to a request that came with an Idempotency-Key, kept with its change. It
-- belongs to a user with all rights of the role (scope '') or with those of a token; asked
-- is what the policy allowed for it, asked again before the answer is given again.
create table idempotency_keys (
    user_id      uuid        not null,
    scope        text        not null default '',
    key          text        not null check (length(key) between 1 and 255),
    operation    text        not null,
    request_hash bytea       not null,
    asked        jsonb       not null default '[]',
    status       integer     not null check (status between 100 and 599),
    headers      jsonb       not null default '{}',
    body         bytea       not null,
    created_at   timestamptz not null,
    constraint idempotency_keys_pkey primary key (user_id, scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Mails of an installation without a mail server, for its outbox page.
create table outbox_messages (
    id         uuid        primary key,
    recipient  text        not null,
    reply_to   text        not null,
    subject    text        not null,
    body_text  text        not null,
    body_html  text        not null,
    created_at timestamptz not null
);
create index outbox_messages_created_at on outbox_messages (created_at, id);

create table outbox_attachments (
    message_id   uuid    not null references outbox_messages on delete cascade,
    position     integer not null,
    name         text    not null,
    content_type text    not null,
    content      bytea   not null,
    primary key (message_id, position)
);

-- What happened and somebody handles after the transaction of the change, each named by
-- "event/handler"; how far they are stands in event_deliveries. Kept for thirty days.
create table events (
    id           uuid        primary key,
    name         text        not null,
    body         jsonb       not null,
    handlers     text[]      not null check (cardinality(handlers) > 0),
    published_at timestamptz not null
);
create index events_published_at on events (published_at);
create trigger events_append_only before update on events
    for each statement execute function refuse_change();

create table event_deliveries (
    event_id     uuid        not null references events on delete cascade,
    handler      text        not null,
    delivered_at timestamptz not null,
    constraint event_deliveries_pkey primary key (event_id, handler)
);
