-- +goose Up
-- Who can sign in. E-mail and username are unique whatever their capitals; e-mails
-- are stored in lower case.
create table users (
    id               uuid        primary key,
    email            text        not null check (email = lower(email) and email like '%_@_%'),
    username         text        check (username <> ''),
    role             text        not null check (role in ('organizer', 'participant', 'observer', 'admin')),
    firstname        text        not null default '',
    lastname         text        not null default '',
    structure        text        not null default '',
    address          text        not null default '',
    post_code        text        not null default '',
    city             text        not null default '',
    language         text        not null check (language in ('fr', 'nl')),
    password_hash    text        not null default '', -- '' = cannot sign in
    initialized      boolean     not null,
    active           boolean     not null,
    activation_error text        not null default '',
    version          integer     not null default 1 check (version > 0),
    created_at       timestamptz not null,
    last_login_at    timestamptz,
    constraint users_email_key unique (email)
);
create unique index users_username_key on users (lower(username));

-- Sign-ins that hold. The id is the SHA-256 of what the cookie holds.
create table sessions (
    id         bytea       primary key check (length(id) = 32),
    user_id    uuid        not null references users on delete cascade,
    created_at timestamptz not null,
    touched_at timestamptz not null, -- last use, to a minute
    expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

-- What lets programs act for a user. Scopes narrow the role; null = all of it.
create table api_tokens (
    id           uuid        primary key,
    user_id      uuid        not null references users on delete cascade,
    name         text        not null check (name <> ''),
    scopes       text[],
    secret_hash  bytea       not null check (length(secret_hash) = 32),
    created_at   timestamptz not null,
    expires_at   timestamptz,
    last_used_at timestamptz,
    constraint api_tokens_secret_hash_key unique (secret_hash)
);
create index api_tokens_user on api_tokens (user_id, created_at);

-- Attempts to sign in since the last good one, by the hash of an account's name or
-- of a client's address.
create table login_failures (
    key      text        primary key,
    attempts integer     not null check (attempts >= 0),
    last_at  timestamptz not null
);
create index login_failures_last_at on login_failures (last_at);
